import { hashEnd, hashPart, hashStart, hashUnit } from '../../runtime/memory/hash.js';

/**
 * Partition scheme (Wu & Manber 1992; Li, Deng, Feng 2011, "Pass-Join"). If a string is divided into k + 1 segments, at
 * least one is unchanged after k edits, at most k positions away. Stored values have keys for their segments, with
 * length and position; queries look up more keys. A transposition across a boundary changes two segments. `halves` also
 * cover this case. `thirds` are lossless only for a Levenshtein distance of 2, in which a transposition counts as 2.
 */

export function halves(text: string): string[] {
  const cut = text.length >> 1;
  return [`<${text.length}${text.slice(0, cut)}`, `>${text.length}${text.slice(cut)}`];
}

export function halvesAsked(text: string): string[] {
  const asked: string[] = [];
  for (let length = Math.max(1, text.length - 1); length <= text.length + 1; length++) {
    const cut = length >> 1;
    asked.push(`<${length}${text.slice(0, cut)}`, `>${length}${text.slice(text.length - (length - cut))}`);
  }
  const cut = text.length >> 1;
  if (cut > 0) {
    asked.push(`<${text.length}${text.slice(0, cut - 1)}${text.charAt(cut)}`);
  }
  return asked;
}

export function halfHashes(text: string, seed: number, into: number[] = []): number[] {
  const { length } = text;
  into.push(hashOf(FIRST, length, text, 0, length >> 1, seed), hashOf(SECOND, length, text, length >> 1, length, seed));
  return into;
}

export function halfHashesAsked(text: string, seed: number, into: number[] = []): number[] {
  const end = text.length;
  for (let length = Math.max(1, end - 1); length <= end + 1; length++) {
    const cut = length >> 1;
    into.push(
      hashOf(FIRST, length, text, 0, Math.min(cut, end), seed),
      hashOf(SECOND, length, text, Math.max(0, end - (length - cut)), end, seed),
    );
  }
  const cut = end >> 1;
  if (cut > 0) {
    const before = hashPart(hashDigits(hashUnit(hashStart(seed), FIRST), end), text, 0, cut - 1);
    into.push(hashEnd(hashUnit(before, text.charCodeAt(cut))));
  }
  return into;
}

const FIRST = '<'.charCodeAt(0);
const SECOND = '>'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

function hashOf(mark: number, length: number, text: string, from: number, to: number, seed: number): number {
  return hashEnd(hashPart(hashDigits(hashUnit(hashStart(seed), mark), length), text, from, to));
}

function hashDigits(state: number, value: number): number {
  const before = value < 10 ? state : hashDigits(state, Math.floor(value / 10));
  return hashUnit(before, ZERO + (value % 10));
}

/** Returns keys that are lossless for Levenshtein distance 2. */
export function thirds(text: string): string[] {
  const [from, to] = cuts(text.length);
  return [
    `1${text.length}${text.slice(0, from)}`,
    `2${text.length}${text.slice(from, to)}`,
    `3${text.length}${text.slice(to)}`,
  ];
}

export function thirdsAsked(text: string): string[] {
  const asked: string[] = [];
  for (let length = Math.max(3, text.length - 2); length <= text.length + 2; length++) {
    const [from, to] = cuts(length);
    asked.push(`1${length}${text.slice(0, from)}`, `3${length}${text.slice(text.length - (length - to))}`);
    // The middle segment moves by at most 1 position if each outer segment has one edit.
    for (let shift = -1; shift <= 1; shift++) {
      if (from + shift < 0 || to + shift > text.length) continue;
      if (Math.abs(text.length - length - shift) > 1) continue;
      asked.push(`2${length}${text.slice(from + shift, to + shift)}`);
    }
  }
  return asked;
}

function cuts(length: number): [number, number] {
  return [Math.floor(length / 3), Math.floor((2 * length) / 3)];
}
