import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.js';

const LONGEST = 255;

/** @throws HttpError 400 unless it is 1 to 255 visible ASCII characters or spaces, sent once */
export function idempotencyKey(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  // node:http joins the values of a repeated header.
  if (request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'idempotency-key').length > 1)
    throw new HttpError(400, 'INVALID_IDEMPOTENCY_KEY', ['Idempotency-Key: the header was sent more than once']);
  const key = typeof header === 'string' ? header : header.join(', ');
  if (key.length > 0 && key.length <= LONGEST && /^[\x20-\x7e]*$/.test(key)) return key;
  throw new HttpError(400, 'INVALID_IDEMPOTENCY_KEY', [
    `Idempotency-Key: expected 1 to ${LONGEST} visible ASCII characters, got ${key.length} characters`,
  ]);
}
