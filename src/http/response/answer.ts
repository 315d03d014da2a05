import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import helmet from 'helmet';
import { STYLE_HASH } from '../openapi/docs-style.js';
import { requestIdOf } from '../caller.js';
import type { ZlibOptions } from 'zlib';

/** The fastest level compresses JSON to 20% of its size. Higher levels take several times as long for little gain. */
export const GZIP: ZlibOptions = { level: 1 };

/** A response. A string body is sent in a single write with its length. An iterable body is streamed. */
export interface Answer {
  readonly status: number;
  /** If absent, the response has no body (204). */
  readonly body?: string | Buffer | Iterable<string> | AsyncIterable<string | Uint8Array>;
  readonly type?: string;
  /** Flat list of names and values: name, value, name, value ... */
  readonly headers?: readonly string[];
  /** `Cache-Control`. Default: no caching, because responses contain records or tokens. */
  readonly caching?: string;
  /** Whether the body contains credentials, and therefore must not be compressed. */
  readonly isSecret?: boolean;
  /** Whether the request was a dry run, which is not audited. */
  readonly isTrial?: boolean;
  /** Object whose records the response exports page by page. If set, the request is audited as an export. */
  readonly exports?: string;
  /** Whether chunks are sent immediately and never compressed. */
  readonly isLive?: boolean;
  /** Compressed form of a constant body. */
  readonly gzippedBody?: () => Promise<Buffer>;
  /** Whether the body is already compressed with gzip, or is compressed while it is streamed. */
  readonly encoding?: 'done' | 'stream';
}

export const JSON_TYPE = 'application/json;charset=UTF-8';
export const NOT_KEPT = 'no-store';
export const HTML_TYPE = 'text/html;charset=UTF-8';

export function json(value: unknown, status = 200, headers?: readonly string[]): Answer {
  return { status, body: JSON.stringify(value), type: JSON_TYPE, ...(headers && { headers }) };
}

/** Sends a response. Headers are one flat list, which node:http writes without sorting. @param more extra headers */
export function send(response: ServerResponse, answer: Answer, more?: readonly string[]): void {
  const { body } = answer;
  const headers = [...CONSTANT_HEADERS];
  headers.push('Cache-Control', answer.caching ?? NOT_KEPT);
  if (body !== undefined) headers.push('Content-Type', answer.type ?? JSON_TYPE);
  if (typeof body === 'string') headers.push('Content-Length', String(Buffer.byteLength(body)));
  else if (Buffer.isBuffer(body)) headers.push('Content-Length', String(body.length));
  if (answer.encoding !== undefined) headers.push('Content-Encoding', 'gzip');
  headers.push('X-Request-Id', requestIdOf(response.req));
  if (answer.headers) headers.push(...answer.headers);
  if (more) headers.push(...more);
  response.writeHead(answer.status, headers);
  if (body === undefined) response.end();
  // node:http omits the body for HEAD.
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else if (response.req.method === 'HEAD') response.end();
  else stream(response, body, answer.encoding === 'stream');
}

/** Streams a body. A failure closes the connection, so that clients detect a partial response. */
function stream(
  response: ServerResponse,
  body: Iterable<string> | AsyncIterable<string | Uint8Array>,
  encoding: boolean,
): void {
  const source = Readable.from(body);
  const sent = encoding ? pipeline(source, createGzip(GZIP), response) : pipeline(source, response);
  sent.catch(() => response.destroy());
}

/** The headers that helmet sets are constant, so helmet runs only once, on a dummy response. */
export const CONSTANT_HEADERS: readonly string[] = helmetHeaders();

function helmetHeaders(): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", STYLE_HASH],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })(request, response, (error?: unknown) => {
    if (error instanceof Error) throw error;
  });
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
