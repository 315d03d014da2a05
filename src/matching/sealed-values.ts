import * as crypto from 'node:crypto';

/** Common values that may be personal, as salted digests. A value that can be guessed can still be identified. */
export interface SealedValues {
  readonly salt: string;
  readonly listed: ReadonlyMap<string, number>;
  /** One byte per checksum, 1 if a listed digest begins with the checksum. Avoids most SHA-256 computations. */
  readonly checksums: Uint8Array;
}

const DIGITS = 4;
const CHECKSUMS = 1 << (4 * DIGITS);
const BYTES = 12;

export function sealedValues(salt: string, listed: Iterable<readonly [string, number]>): SealedValues {
  const all = new Map(listed);
  const checksums = new Uint8Array(CHECKSUMS);
  for (const digest of all.keys()) checksums[Number.parseInt(digest.slice(0, DIGITS), 16)] = 1;
  return { salt, listed: all, checksums };
}

/** Returns a value's frequency adjustment, or `undefined` if the value is not listed. */
export function sealedAdjustment({ salt, listed, checksums }: SealedValues, value: string): number | undefined {
  const checksum = checksumOf(salt, value);
  return checksums[checksum] === 0 ? undefined : listed.get(digestWith(checksum, salt, value));
}

/** Returns a 16-bit checksum, then 96 bits of SHA-256 in base64url. */
export function digestOfValue(salt: string, value: string): string {
  return digestWith(checksumOf(salt, value), salt, value);
}

/** Computes the salt from the values alone, so that repeated training produces the same digests. */
export function saltOf(values: unknown): string {
  return sha256(JSON.stringify(values)).subarray(0, BYTES).toString('base64url');
}

function digestWith(checksum: number, salt: string, value: string): string {
  const digest = sha256(`${salt}\n${value}`).subarray(0, BYTES).toString('base64url');
  return checksum.toString(16).padStart(DIGITS, '0') + digest;
}

/** Returns an FNV-1a hash over code units, folded to 16 bits. */
function checksumOf(salt: string, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [salt, value])
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 16) ^ hash) & (CHECKSUMS - 1);
}

/** `crypto.hash` requires Node.js 20.12 and is four times as fast as a hash object. */
const { hash } = crypto as { hash?: (algorithm: string, data: string, encoding: 'buffer') => Buffer };

function sha256(text: string): Buffer {
  return hash?.('sha256', text, 'buffer') ?? crypto.createHash('sha256').update(text).digest();
}
