import { createHash } from 'node:crypto';

/** SHA-256 in Base64: what is kept of a secret that is looked up again. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
