import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A client Id: 128 random bits as 32 hexadecimal digits (never begins with `-`, so it can stand on a command line). */
export function newClientId(): string {
  return randomBytes(16).toString('hex');
}

/** A client secret: 256 random bits as 64 hexadecimal digits. Shown once, never stored. */
export function newClientSecret(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The stored form of a secret: `sha256:` and 64 hexadecimal digits. A slow hash would add nothing: secrets are made
 * here with 256 random bits, never chosen by people, so there is no dictionary to try.
 */
export function digestSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

/** Whether a text that was sent is the expected one, in time that tells nothing of it but its length. */
export function isSameText(sent: unknown, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares in constant time; the length of the given secret does not matter because digests are compared. */
export function secretMatches(secret: string, digest: string): boolean {
  return isSameText(digestSecret(secret), digest);
}
