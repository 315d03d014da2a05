/** A set of small integers that is cheap to empty: whoever added the members takes them out again. */
export class BitSet {
  private words: Uint32Array;

  constructor(words?: Uint32Array) {
    this.words = words ?? new Uint32Array(64);
  }

  image(): Uint32Array {
    return this.words;
  }

  /** Numbers from 1 to this one that are not in the set, ascending. */
  *missing(upTo: number): Iterable<number> {
    for (let at = 0; at * 32 <= upTo; at++) {
      if (this.words[at] === 0xffffffff) continue;
      for (let member = Math.max(1, at * 32); member < at * 32 + 32 && member <= upTo; member++)
        if (!this.has(member)) yield member;
    }
  }

  /** Ascending. */
  *members(): Iterable<number> {
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1) yield at * 32 + 31 - Math.clz32(word & -word);
  }

  has(member: number): boolean {
    const word = member >>> 5;
    return word < this.words.length && (this.words[word]! & (1 << (member & 31))) !== 0;
  }

  /** @returns false when it was in already */
  add(member: number): boolean {
    const word = member >>> 5;
    if (word >= this.words.length) this.grow(word + 1);
    const bit = 1 << (member & 31);
    if ((this.words[word]! & bit) !== 0) return false;
    this.words[word]! |= bit;
    return true;
  }

  delete(member: number): void {
    const word = member >>> 5;
    if (word < this.words.length) this.words[word]! &= ~(1 << (member & 31));
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
