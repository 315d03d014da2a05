import { createHmac, type KeyObject } from 'node:crypto';

/** A key for another purpose, derived so that knowing it says nothing about the key it comes from. */
export function deriveKey(key: KeyObject, purpose: string): Buffer {
  return createHmac('sha256', key).update(purpose).digest();
}
