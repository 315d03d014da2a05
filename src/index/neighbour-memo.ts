import { hashText } from '../matching/hash.js';
import type { Neighbourhood } from './neighbourhood.js';

/** Neighbourhoods grow while they are remembered: their bytes are counted anew after so many look-ups, or as many as a quarter of them. */
const COUNT_EVERY = 1_024;
const FEWEST = 16;

/**
 * Neighbourhoods by query text, bounded by bytes: two generations, of which the older is dropped when the younger is full. What is used again in
 * time moves to the younger one.
 */
export class NeighbourMemo {
  private young = new Generation();
  private old = new Generation();
  private filled = 0;
  private sinceCount = 0;

  /** @param capacity bytes that both generations hold together; 0 remembers nothing */
  constructor(private readonly capacity: number) {}

  /** @param hash the text's, by `hashText` */
  get(text: string, hash = hashText(text)): Neighbourhood | undefined {
    if (++this.sinceCount >= Math.max(COUNT_EVERY, this.young.size >>> 2)) this.recount();
    const known = this.young.get(text, hash);
    if (known) return known;
    const older = this.old.get(text, hash);
    if (older) this.set(older, hash);
    return older;
  }

  /** @param neighbourhood of a text that the younger generation does not hold */
  set(neighbourhood: Neighbourhood, hash = hashText(neighbourhood.text)): void {
    if (this.capacity === 0) return;
    // Most come empty and are filled at once: counted twice until the next count.
    this.filled += neighbourhood.bytes * 2;
    if (this.filled > this.capacity / 2) this.age();
    this.young.add(neighbourhood, hash);
  }

  /** Bytes held, for the statistics. */
  get bytes(): number {
    return this.young.bytes + this.old.bytes;
  }

  private recount(): void {
    this.sinceCount = 0;
    this.filled = this.young.bytes;
    if (this.filled > this.capacity / 2) this.age();
  }

  private age(): void {
    this.old = this.young;
    this.young = new Generation();
    this.filled = 0;
  }
}

/** By open addressing, at most half full: nearly all look-ups are of texts that are not there, and end in one read of the hashes. */
class Generation {
  size = 0;
  private hashes = new Int32Array(FEWEST);
  private places = new Array<Neighbourhood | undefined>(FEWEST).fill(undefined);

  get(text: string, hash: number): Neighbourhood | undefined {
    const { hashes, places } = this;
    const mask = hashes.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const known = places[at];
      if (known === undefined) return undefined;
      if (hashes[at] === hash && known.text === text) return known;
    }
  }

  add(neighbourhood: Neighbourhood, hash: number): void {
    if (this.size * 2 >= this.hashes.length) this.grow();
    const mask = this.hashes.length - 1;
    let at = hash & mask;
    while (this.places[at] !== undefined) at = (at + 1) & mask;
    this.hashes[at] = hash;
    this.places[at] = neighbourhood;
    this.size++;
  }

  get bytes(): number {
    let sum = 0;
    for (const each of this.places) if (each) sum += each.bytes;
    return sum;
  }

  private grow(): void {
    const { hashes, places } = this;
    this.hashes = new Int32Array(hashes.length * 2);
    this.places = new Array<Neighbourhood | undefined>(hashes.length * 2).fill(undefined);
    this.size = 0;
    places.forEach((each, at) => {
      if (each) this.add(each, hashes[at]!);
    });
  }
}
