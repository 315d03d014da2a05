import * as crypto from 'node:crypto';
import type { FieldModelDefinition } from './model-definition.js';

/**
 * Frequent values of a field as a model keeps those that may be one person's: by digest, under a salt of the model. A
 * value is looked up and never shown. Whoever has the model can try guesses: it hides no value that is easily guessed.
 */
export interface SealedValues {
  readonly salt: string;
  /** Adjustments by digest, as `digestOfValue` makes them. */
  readonly listed: ReadonlyMap<string, number>;
  /** A bit for each checksum that a digest begins with: most values need no SHA-256. */
  readonly checksums: Uint8Array;
}

/** Hexadecimal digits of the checksum, and how many checksums there are. */
const DIGITS = 4;
const CHECKSUMS = 1 << (4 * DIGITS);
/** Bytes of SHA-256 that are kept. */
const BYTES = 12;

export function sealedValues(salt: string, listed: Iterable<readonly [string, number]>): SealedValues {
  const all = new Map(listed);
  const checksums = new Uint8Array(CHECKSUMS);
  for (const digest of all.keys()) checksums[Number.parseInt(digest.slice(0, DIGITS), 16)] = 1;
  return { salt, listed: all, checksums };
}

/** @returns the adjustment of a value; `undefined` where it is not listed */
export function sealedAdjustment({ salt, listed, checksums }: SealedValues, value: string): number | undefined {
  const checksum = checksumOf(salt, value);
  return checksums[checksum] === 0 ? undefined : listed.get(digestWith(checksum, salt, value));
}

/** A checksum of 16 bits, and 96 bits of SHA-256 as base64url. */
export function digestOfValue(salt: string, value: string): string {
  return digestWith(checksumOf(salt, value), salt, value);
}

/** The same for the same values, so that training is repeatable; another one for others. */
export function saltOf(values: unknown): string {
  return sha256(JSON.stringify(values)).subarray(0, BYTES).toString('base64url');
}

function digestWith(checksum: number, salt: string, value: string): string {
  const digest = sha256(`${salt}\n${value}`).subarray(0, BYTES).toString('base64url');
  return checksum.toString(16).padStart(DIGITS, '0') + digest;
}

/** FNV-1a over code units, folded. */
function checksumOf(salt: string, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [salt, value])
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 16) ^ hash) & (CHECKSUMS - 1);
}

/** Node has it from 20.12 on; it is four times as fast as a hash object. */
const { hash } = crypto as { hash?: (algorithm: string, data: string, encoding: 'buffer') => Buffer };

function sha256(text: string): Buffer {
  return hash?.('sha256', text, 'buffer') ?? crypto.createHash('sha256').update(text).digest();
}

type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/** Replaces listed values by their digests. What is a digest already stays. */
export function sealWhere(
  frequencies: FrequenciesDefinition,
  isSealed: (text: string) => boolean,
): FrequenciesDefinition {
  const { others, listed, sealed } = frequencies;
  const hidden = listed.filter(([text]) => isSealed(text));
  if (hidden.length === 0) return frequencies;
  const salt = sealed?.salt ?? saltOf(listed);
  const digests = hidden.map(([text, adjustment]): [string, number] => [digestOfValue(salt, text), adjustment]);
  // In the order of the digests: that of the values would tell of them.
  const all = [...(sealed?.listed ?? []), ...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  return { others, listed: listed.filter(([text]) => !isSealed(text)), sealed: { salt, listed: all } };
}
