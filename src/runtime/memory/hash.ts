/**
 * FNV-1a over UTF-16 code units, 32 bits (Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/). The finaliser
 * of MurmurHash3 spreads short and similar strings in open-addressing tables. Signed, because V8 stores such numbers
 * without allocating objects. A collision costs a needless comparison, but no value is missed.
 */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** @param seed separates key spaces @returns int32 */
export function hashText(text: string, seed = 0): number {
  return hashEnd(hashPart(hashStart(seed), text, 0, text.length));
}

/**
 * `hashText` in pieces, for hot loops: hashes several strings as one. Pass the state of `hashStart` through `hashPart`
 * and `hashUnit` to `hashEnd`.
 */
export function hashStart(seed = 0): number {
  return Math.imul(OFFSET ^ seed, PRIME);
}

/** The character at `to` is not included. */
export function hashPart(state: number, text: string, from: number, to: number): number {
  let h = state;
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), PRIME);
  return h;
}

export function hashUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, PRIME);
}

/** @returns int32 */
export function hashEnd(state: number): number {
  return finish(state);
}

/** Hashes two hashes in this order. @returns int32 */
export function hashPair(a: number, b: number): number {
  return finish(Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ 0x7f4a7c15, 0xc2b2ae35));
}

/** Combines two hashes, whose order does not matter. @returns int32 */
export function hashUnordered(a: number, b: number): number {
  return a <= b ? hashPair(a, b) : hashPair(b, a);
}

function finish(hash: number): number {
  let h = hash;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h | 0;
}
