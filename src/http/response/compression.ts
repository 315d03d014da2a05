import type { Request } from 'express';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import type { Answer } from './answer.js';

/** Characters from which an answer is worth encoding: below it fits into a few packets either way. */
export const PACKED_FROM = 4_096;
/**
 * The quickest level: JSON shrinks to a fifth by it, and the other levels take several times as long for little more.
 */
export const GZIP: ZlibOptions = { level: 1 };
/** A longer `Accept-Encoding` is not read: no client sends one. */
const LONGEST_HEADER = 1_000;
/** Header for caches of answers that may come packed. */
const VARIES = ['Vary', 'Accept-Encoding'];
const pack = promisify(gzip);

/**
 * Packs a large answer where the client asks for it, on a thread of its own. Answers with tokens are never packed: the
 * length of a packed text tells of its content (BREACH).
 *
 * @returns the answer as it is to be sent
 */
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

/** Packs a text once, when it is first asked for. */
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
