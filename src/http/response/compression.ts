import type { Request } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GZIP, type Answer } from './answer.js';

/** Minimum length, in characters, of a response to compress. Shorter responses fit into a few packets. */
const PACKED_FROM = 4_096;
const LONGEST_HEADER = 1_000;
const VARIES = ['Vary', 'Accept-Encoding'];
const pack = promisify(gzip);

/** Compresses in a thread, except responses with tokens, whose length would reveal content (BREACH). */
export function compress(request: Request, answer: Answer): Answer | Promise<Answer> {
  const { body } = answer;
  if (body === undefined || Buffer.isBuffer(body) || answer.isSecret === true || answer.isLive === true) return answer;
  if (typeof body !== 'string')
    return takesGzip(request) ? { ...varying(answer), encoding: 'stream' } : varying(answer);
  if (body.length < PACKED_FROM) return answer;
  if (!takesGzip(request)) return varying(answer);
  const bytes = answer.gzippedBody?.() ?? pack(body, GZIP);
  return bytes.then((text) => ({ ...varying(answer), body: text, encoding: 'done' }));
}

export function gzipOnce(body: string): () => Promise<Buffer> {
  let bytes: Promise<Buffer> | undefined;
  return () => (bytes ??= pack(body));
}

function varying(answer: Answer): Answer {
  return { ...answer, headers: [...(answer.headers ?? []), ...VARIES] };
}

function takesGzip(request: Request): boolean {
  const header = request.headers['accept-encoding'];
  return (
    header !== undefined && header.length <= LONGEST_HEADER && request.acceptsEncodings('gzip', 'identity') === 'gzip'
  );
}
