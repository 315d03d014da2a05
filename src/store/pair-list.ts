import type { SuspectedPair } from './record-store.js';

interface Entry {
  /** Rises with every pair stored: later is newer, whatever the clock said. */
  readonly order: number;
  /** `undefined` once removed. */
  pair: SuspectedPair | undefined;
}

/** One list in order of arrival, with holes where pairs were removed; closed up when half of it is holes. */
class ArrivalList {
  #entries: Entry[] = [];
  #holes = 0;

  get size(): number {
    return this.#entries.length - this.#holes;
  }

  push(order: number, pair: SuspectedPair): void {
    this.#entries.push({ order, pair });
  }

  remove(order: number): void {
    const entry = this.#entries[this.#firstFrom(order)];
    if (entry?.order !== order || entry.pair === undefined) return;
    entry.pair = undefined;
    this.#holes++;
    if (this.#holes * 2 > this.#entries.length) {
      this.#entries = this.#entries.filter((kept) => kept.pair !== undefined);
      this.#holes = 0;
    }
  }

  newest(offset: number, limit: number): SuspectedPair[] {
    const pairs: SuspectedPair[] = [];
    let at = this.#entries.length - 1;
    if (this.#holes === 0) at -= offset;
    else for (let skip = offset; at >= 0 && skip > 0; at--) if (this.#entries[at]!.pair !== undefined) skip--;
    for (; at >= 0 && pairs.length < limit; at--) {
      const { pair } = this.#entries[at]!;
      if (pair !== undefined) pairs.push(pair);
    }
    return pairs;
  }

  /** Oldest first, `undefined` for one that is removed. May be left and resumed while the list changes: a pair that stays is met exactly once. */
  *all(): Iterable<SuspectedPair | undefined> {
    let last = -1;
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[this.#firstFrom(last + 1)]) {
      last = entry.order;
      yield entry.pair;
    }
  }

  #firstFrom(order: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entries[middle]!.order < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Suspected pairs, newest first, in all and by object type; gone with either of their records. */
export class PairList {
  readonly #all = new ArrivalList();
  readonly #byType = new Map<string, ArrivalList>();
  /** Pair Id to order of arrival and pair. */
  readonly #byId = new Map<string, Entry>();
  /** Record Id to the Ids of its pairs. */
  readonly #byRecord = new Map<string, Set<string>>();
  #nextOrder = 0;

  /** Stores a pair as the newest; one with the same Id is replaced. */
  put(pair: SuspectedPair): void {
    this.#remove(pair.id);
    const order = this.#nextOrder++;
    this.#byId.set(pair.id, { order, pair });
    this.#all.push(order, pair);
    this.#list(pair.objectType).push(order, pair);
    for (const record of [pair.createdId, pair.matchedId]) {
      const pairs = this.#byRecord.get(record);
      if (pairs === undefined) this.#byRecord.set(record, new Set([pair.id]));
      else pairs.add(pair.id);
    }
  }

  removeOf(record: string): void {
    for (const id of this.#byRecord.get(record) ?? []) this.#remove(id);
  }

  page(objectType: string | undefined, offset: number, limit: number): { total: number; pairs: SuspectedPair[] } {
    const list = objectType === undefined ? this.#all : this.#byType.get(objectType);
    return list === undefined ? { total: 0, pairs: [] } : { total: list.size, pairs: list.newest(offset, limit) };
  }

  /** See `ArrivalList`: `undefined` stands for a removed pair, so that whoever walks can rest. */
  all(): Iterable<SuspectedPair | undefined> {
    return this.#all.all();
  }

  #remove(id: string): void {
    const entry = this.#byId.get(id);
    if (entry?.pair === undefined) return;
    const { order, pair } = entry;
    this.#byId.delete(id);
    this.#all.remove(order);
    this.#list(pair.objectType).remove(order);
    for (const record of [pair.createdId, pair.matchedId]) {
      const pairs = this.#byRecord.get(record);
      pairs?.delete(id);
      if (pairs?.size === 0) this.#byRecord.delete(record);
    }
  }

  #list(objectType: string): ArrivalList {
    let list = this.#byType.get(objectType);
    if (list === undefined) this.#byType.set(objectType, (list = new ArrivalList()));
    return list;
  }
}
