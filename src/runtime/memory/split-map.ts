import { ExtendibleHash } from './extendible-hash.js';
import { hashText } from './hash.js';

/** Maximum number of entries in a part. Splitting a full part takes a fraction of a millisecond. */
const MOST = 4_096;
const MOST_BITS = 20;

interface Part<V> {
  readonly entries: Map<string, V>;
  readonly depth: number;
}

/**
 * A map with string keys. A single `Map` rehashes as a whole when it grows, which takes 100 ms for a million entries,
 * and it throws at sixteen million. Entries have no order.
 */
export class SplitMap<V> extends ExtendibleHash<Part<V>> {
  #size = 0;

  constructor() {
    super({ entries: new Map(), depth: 0 });
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.partOf(key).get(key);
  }

  set(key: string, value: V): void {
    let entries = this.partOf(key);
    if (!entries.has(key)) {
      this.#size++;
      const hash = hashText(key);
      while (entries.size >= MOST && this.directory[this.placeOf(hash)]!.depth < MOST_BITS) {
        this.#divide(this.placeOf(hash));
        entries = this.partOf(key);
      }
    }
    entries.set(key, value);
  }

  delete(key: string): boolean {
    const isGone = this.partOf(key).delete(key);
    if (isGone) this.#size--;
    return isGone;
  }

  /** Returns the part for a key. Read-only, and valid until the next `set`, which may split the part. */
  partOf(key: string): Map<string, V> {
    return this.directory[this.depth === 0 ? 0 : this.placeOf(hashText(key))]!.entries;
  }

  *parts(): Generator<ReadonlyMap<string, V>> {
    for (const { entries } of this.segments()) yield entries;
  }

  #divide(place: number): void {
    const { entries, depth } = this.directory[place]!;
    const half = (): Part<V> => ({ entries: new Map(), depth: depth + 1 });
    const halves = [half(), half()] as const;
    for (const [key, value] of entries) halves[(hashText(key) >>> (31 - depth)) & 1]!.entries.set(key, value);
    this.split(place, halves);
  }
}
