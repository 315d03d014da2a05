import { hashText } from '../../runtime/memory/hash.js';
import type { SimilarValues } from './similar-values.js';

/** Maximum number of lists that may have grown since the cache last counted their bytes. */
const MOST_LENT = 64;
const FEWEST = 16;
/**
 * Number of slots for the hashes of strings that were offered once. A string is forgotten when another string gets its
 * slot.
 */
const OFFERED = 1 << 12;

/**
 * Similar values by query string, limited by bytes, in two generations. When the younger generation is full, the older
 * generation is dropped. A used entry moves to the younger generation. Most strings are looked up once, so a string is
 * cached only when it is offered again (like TinyLFU's doorkeeper; Einziger, Friedman and Manes 2017).
 */
export class SimilarValueCache {
  private young = new Generation(FEWEST);
  private old = new Generation(FEWEST);
  /** Lists that were used since their bytes were last counted. All are in the younger generation. */
  private readonly lent: SimilarValues[] = [];
  private offered: Int32Array | undefined;

  /** @param capacity bytes of both generations together; 0 disables the cache */
  constructor(private readonly capacity: number) {}

  get(text: string, hash = hashText(text)): SimilarValues | undefined {
    const known = this.young.get(text, hash);
    if (known) {
      this.lend(known);
      return known;
    }
    const older = this.old.get(text, hash);
    if (older) {
      this.old.bytes -= older.counted;
      this.set(older, hash);
    }
    return older;
  }

  /**
   * Offers a list for the cache after `get` found none. The second time that a string is offered, its list is cached.
   */
  offer(similarValues: SimilarValues, hash: number): void {
    const offered = (this.offered ??= new Int32Array(OFFERED));
    const place = hash & (OFFERED - 1);
    if (offered[place] === hash) this.set(similarValues, hash);
    else offered[place] = hash;
  }

  /** @param similarValues must not be in the younger generation */
  set(similarValues: SimilarValues, hash = hashText(similarValues.text)): void {
    if (this.capacity === 0) return;
    similarValues.isCached = true;
    similarValues.counted = 0;
    this.young.add(similarValues, hash);
    this.lend(similarValues);
  }

  get bytes(): number {
    this.count();
    return this.young.bytes + this.old.bytes;
  }

  private lend(similarValues: SimilarValues): void {
    this.lent.push(similarValues);
    if (this.lent.length < MOST_LENT) return;
    this.count();
    if (this.young.bytes > this.capacity / 2) this.age();
  }

  private count(): void {
    for (const each of this.lent) {
      const { bytes } = each;
      this.young.bytes += bytes - each.counted;
      each.counted = bytes;
    }
    this.lent.length = 0;
  }

  private age(): void {
    this.old = this.young;
    // The new table gets the same size, because it will get about as many entries.
    this.young = new Generation(this.old.room);
  }
}

/**
 * Hash table with open addressing. At most half of it is full, so that most lookups of missing strings need one read.
 */
class Generation {
  bytes = 0;
  private size = 0;
  private hashes: Int32Array;
  private places: (SimilarValues | undefined)[];

  constructor(room: number) {
    this.hashes = new Int32Array(room);
    this.places = new Array<SimilarValues | undefined>(room).fill(undefined);
  }

  get room(): number {
    return this.places.length;
  }

  get(text: string, hash: number): SimilarValues | undefined {
    const { hashes, places } = this;
    const mask = hashes.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const known = places[at];
      if (known === undefined) return undefined;
      if (hashes[at] === hash && known.text === text) return known;
    }
  }

  add(similarValues: SimilarValues, hash: number): void {
    if (this.size * 2 >= this.hashes.length) this.grow();
    const mask = this.hashes.length - 1;
    let at = hash & mask;
    while (this.places[at] !== undefined) at = (at + 1) & mask;
    this.hashes[at] = hash;
    this.places[at] = similarValues;
    this.size++;
  }

  private grow(): void {
    const { hashes, places } = this;
    this.hashes = new Int32Array(hashes.length * 2);
    this.places = new Array<SimilarValues | undefined>(hashes.length * 2).fill(undefined);
    this.size = 0;
    places.forEach((each, at) => {
      if (each) this.add(each, hashes[at]!);
    });
  }
}
