import * as crypto from 'node:crypto';
import { createHmac, type KeyObject } from 'node:crypto';

const { createHash } = crypto;

/** Returns a SHA-256 digest in Base64, for secrets that are stored only for lookup. */
export const digestOf: (text: string) => string =
  // `crypto.hash` requires Node.js 20.12 and takes half the time.
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'base64')
    : (text) => createHash('sha256').update(text).digest('base64');

/** Derives a key for another purpose, which reveals nothing about the original key. */
export function deriveKey(key: KeyObject, purpose: string): Buffer {
  return createHmac('sha256', key).update(purpose).digest();
}
