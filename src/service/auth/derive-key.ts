import { createHmac, type KeyObject } from 'node:crypto';

/** Derives a key for another purpose; it reveals nothing about the original key. */
export function deriveKey(key: KeyObject, purpose: string): Buffer {
  return createHmac('sha256', key).update(purpose).digest();
}
