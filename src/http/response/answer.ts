import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import helmet from 'helmet';
import { STYLE_HASH } from '../openapi/docs-style.js';
import { GZIP } from './compression.js';

/** An endpoint's answer, serialised: a text is sent in one piece, with its length; pieces are streamed. */
export interface Answer {
  readonly status: number;
  /** Absent: no body (204). */
  readonly body?: string | Buffer | AsyncIterable<string | Uint8Array>;
  readonly type?: string;
  /** Further headers: name, value, name, value ... */
  readonly headers?: readonly string[];
  /** `Cache-Control`; default: nothing on the way may keep it, because answers carry records or tokens. */
  readonly caching?: string;
  /** Carries what lets one in: never packed. */
  readonly isSecret?: boolean;
  /** Says of a request that would be audited that it changed nothing. */
  readonly isTrial?: boolean;
  /** Its pieces are sent as they come: never packed. */
  readonly isLive?: boolean;
  /** The body packed by gzip, where it is always the same. */
  readonly gzippedBody?: () => Promise<Buffer>;
  /** The body is packed by gzip, or is to be while it is streamed. */
  readonly encoding?: 'done' | 'stream';
}

/** As the platform writes it. */
export const JSON_TYPE = 'application/json;charset=UTF-8';
export const NOT_KEPT = 'no-store';
export const HTML_TYPE = 'text/html;charset=UTF-8';

export function json(value: unknown, status = 200, headers?: readonly string[]): Answer {
  return { status, body: JSON.stringify(value), type: JSON_TYPE, ...(headers && { headers }) };
}

/**
 * Sends an answer. Headers go as one flat list, which node:http writes without sorting or copying them.
 *
 * @param more headers beside those of the answer
 */
export function send(response: ServerResponse, answer: Answer, more?: readonly string[]): void {
  const { body } = answer;
  const headers = [...CONSTANT_HEADERS];
  headers.push('Cache-Control', answer.caching ?? NOT_KEPT);
  if (body !== undefined) headers.push('Content-Type', answer.type ?? JSON_TYPE);
  if (typeof body === 'string') headers.push('Content-Length', String(Buffer.byteLength(body)));
  else if (Buffer.isBuffer(body)) headers.push('Content-Length', String(body.length));
  if (answer.encoding !== undefined) headers.push('Content-Encoding', 'gzip');
  if (answer.headers) headers.push(...answer.headers);
  if (more) headers.push(...more);
  response.writeHead(answer.status, headers);
  if (body === undefined) response.end();
  // node:http leaves the body out of the answer to a HEAD.
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else if (response.req.method === 'HEAD') response.end();
  else stream(response, body, answer.encoding === 'stream');
}

/** A failure on the way cuts the connection, so that a client cannot take half an answer for the whole. */
function stream(response: ServerResponse, body: AsyncIterable<string | Uint8Array>, encoding: boolean): void {
  const source = Readable.from(body);
  const sent = encoding ? pipeline(source, createGzip(GZIP), response) : pipeline(source, response);
  sent.catch(() => response.destroy());
}

/**
 * helmet's headers do not depend on the request: it is run once, over a response that is thrown away, instead of
 * setting a dozen headers one by one at every request.
 */
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
