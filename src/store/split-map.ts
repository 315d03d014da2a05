import { hashText } from '../matching/hash.js';

/** Entries of the largest part: splitting it takes a fraction of a millisecond. */
const MOST = 4_096;
/** Parts are told apart by so many bits of the hash at the most. */
const MOST_BITS = 20;

interface Part<V> {
  readonly entries: Map<string, V>;
  /** How many low bits of the hash its keys share. */
  readonly bits: number;
}

/**
 * Text -> anything, by extendible hashing as in `index/key-table.ts`: parts that split alone. A `Map` is rehashed as a whole when it grows, which holds up everything else for a tenth of
 * a second at a million entries, and throws at sixteen million. The order of the entries is nobody's.
 */
export class SplitMap<V> {
  #directory: Part<V>[] = [{ entries: new Map(), bits: 0 }];
  #bits = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.partOf(key).get(key);
  }

  set(key: string, value: V): void {
    const hash = hashText(key);
    let part = this.#at(hash);
    if (!part.entries.has(key)) {
      this.#size++;
      while (part.entries.size >= MOST && part.bits < MOST_BITS) {
        this.#split(hash, part);
        part = this.#at(hash);
      }
    }
    part.entries.set(key, value);
  }

  delete(key: string): boolean {
    const isGone = this.partOf(key).delete(key);
    if (isGone) this.#size--;
    return isGone;
  }

  /** The part in which a key stands, or would: to be read only, and until the next `set`. A part that splits goes, and two others come. */
  partOf(key: string): Map<string, V> {
    return this.#directory.length === 1 ? this.#directory[0]!.entries : this.#at(hashText(key)).entries;
  }

  /** All parts. */
  *parts(): Iterable<ReadonlyMap<string, V>> {
    // Of the places that name a part the first is the one whose further bits are all 0.
    for (let at = 0; at < this.#directory.length; at++) {
      const { entries, bits } = this.#directory[at]!;
      if (at >>> bits === 0) yield entries;
    }
  }

  #at(hash: number): Part<V> {
    return this.#directory[hash & (this.#directory.length - 1)]!;
  }

  #split(hash: number, { entries, bits }: Part<V>): void {
    if (bits === this.#bits) {
      this.#directory = [...this.#directory, ...this.#directory];
      this.#bits++;
    }
    const halves = [0, 1].map((): Part<V> => ({ entries: new Map(), bits: bits + 1 }));
    for (const [key, value] of entries) halves[(hashText(key) >>> bits) & 1]!.entries.set(key, value);
    const step = 2 ** bits;
    for (let at = hash & (step - 1); at < this.#directory.length; at += step)
      this.#directory[at] = halves[(at >>> bits) & 1]!;
  }
}
