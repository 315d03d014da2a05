import { willChange } from './frozen-arrays.js';

/** A set of small integers that cannot be cleared: the code that adds members must remove them. */
export class BitSet {
  private words: Uint32Array;

  constructor(words?: Uint32Array) {
    this.words = words ?? new Uint32Array(64);
  }

  image(): Uint32Array {
    return this.words;
  }

  copy(): BitSet {
    return new BitSet(this.words.slice());
  }

  /** Returns the members from `from` up to, but not including, `to`, in ascending order. */
  *members(from: number, to: number): Iterable<number> {
    for (let at = from >>> 5; at < this.words.length && at * 32 < to; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1) {
        const member = at * 32 + 31 - Math.clz32(word & -word);
        if (member >= from && member < to) yield member;
      }
  }

  has(member: number): boolean {
    const word = member >>> 5;
    return word < this.words.length && (this.words[word]! & (1 << (member & 31))) !== 0;
  }

  /** @returns false if it is already a member */
  add(member: number): boolean {
    const word = member >>> 5;
    if (word >= this.words.length) this.grow(word + 1);
    const bit = 1 << (member & 31);
    if ((this.words[word]! & bit) !== 0) return false;
    willChange(this.words, word, word + 1);
    this.words[word]! |= bit;
    return true;
  }

  delete(member: number): void {
    const word = member >>> 5;
    if (word >= this.words.length) return;
    willChange(this.words, word, word + 1);
    this.words[word]! &= ~(1 << (member & 31));
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  private grow(words: number): void {
    const grown = new Uint32Array(Math.max(words, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
  }
}
