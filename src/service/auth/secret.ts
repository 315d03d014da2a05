import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A client Id: 128 random bits as 32 hexadecimal digits (never begins with `-`, so it is safe on a command line). */
export function newClientId(): string {
  return randomBytes(16).toString('hex');
}

/** A client secret: 256 random bits as 64 hexadecimal digits. Shown once, never stored. */
export function newClientSecret(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The stored form of a secret: `sha256:` and 64 hexadecimal digits. A slow hash would add nothing: secrets have 256
 * random bits and are never chosen by people.
 */
export function digestSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

/** Whether a text equals the expected one, in time that depends only on its length. */
export function isSameText(sent: unknown, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares in constant time, whatever the length, because digests are compared. */
export function secretMatches(secret: string, digest: string): boolean {
  return isSameText(digestSecret(secret), digest);
}
