import * as crypto from 'node:crypto';
import { createHmac, type KeyObject } from 'node:crypto';

const { createHash } = crypto;

/** SHA-256 in Base64, to store secrets that are looked up again. */
export const digestOf: (text: string) => string =
  // Node 20.12 and later hash in one step, in half the time.
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'base64')
    : (text) => createHash('sha256').update(text).digest('base64');

/** Derives a key for another purpose; it reveals nothing about the original key. */
export function deriveKey(key: KeyObject, purpose: string): Buffer {
  return createHmac('sha256', key).update(purpose).digest();
}
