import { Refusal } from './refusal.js';

const LONGEST = 255;

/**
 * The `Idempotency-Key` of a request.
 *
 * @throws Refusal 400 unless it is 1 to 255 visible ASCII characters or spaces
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? header : header.join(', ');
  if (key.length > 0 && key.length <= LONGEST && /^[\x20-\x7e]*$/.test(key)) return key;
  throw new Refusal(400, 'INVALID_IDEMPOTENCY_KEY', [
    `Idempotency-Key: expected 1 to ${LONGEST} visible ASCII characters, got ${key.length} characters`,
  ]);
}
