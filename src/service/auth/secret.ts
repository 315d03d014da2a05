import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 128 random bits as 32 hexadecimal digits. Never starts with `-`, so an Id is safe on a command line. */
export function newClientId(): string {
  return randomBytes(16).toString('hex');
}

/** Returns 256 random bits as 64 hexadecimal digits. */
export function newClientSecret(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Returns the stored form of a secret: `sha256:` and 64 hexadecimal digits. A slow hash would add nothing, because
 * secrets have 256 random bits and no person chooses them.
 */
export function digestSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

/** Compares two strings in a time that depends only on their length. */
export function isSameText(sent: unknown, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Takes the same time even if the lengths differ, because it compares digests. */
export function secretMatches(secret: string, digest: string): boolean {
  return isSameText(digestSecret(secret), digest);
}
