import type { SuspectedPair } from './record-store.js';
import { SplitMap } from './split-map.js';

interface Entry {
  /** Rises with every pair stored: later is newer, whatever the clock said. */
  readonly order: number;
  /** `undefined` once removed. */
  pair: SuspectedPair | undefined;
}

/** Pairs of a page: closing one up takes some ten microseconds. */
const PAGE = 1_024;

interface Page {
  entries: Entry[];
  holes: number;
}

/** One list in order of arrival, in pages, with holes where pairs were removed; a page is closed up when half of it is holes. */
class ArrivalList {
  readonly #pages: Page[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(order: number, pair: SuspectedPair): void {
    let page = this.#pages.at(-1);
    if (page === undefined || page.entries.length >= PAGE) this.#pages.push((page = { entries: [], holes: 0 }));
    page.entries.push({ order, pair });
    this.#size++;
  }

  remove(order: number): void {
    const at = this.#pageFrom(order);
    const page = this.#pages[at];
    const entry = page?.entries[firstFrom(page.entries, order)];
    if (page === undefined || entry?.order !== order || entry.pair === undefined) return;
    entry.pair = undefined;
    this.#size--;
    page.holes++;
    if (page.holes === page.entries.length) this.#pages.splice(at, 1);
    else if (page.holes * 2 > page.entries.length) {
      page.entries = page.entries.filter((kept) => kept.pair !== undefined);
      page.holes = 0;
    }
  }

  newest(offset: number, limit: number): SuspectedPair[] {
    const pairs: SuspectedPair[] = [];
    let skip = offset;
    for (let at = this.#pages.length - 1; at >= 0 && pairs.length < limit; at--) {
      const { entries, holes } = this.#pages[at]!;
      if (skip >= entries.length - holes) {
        skip -= entries.length - holes;
        continue;
      }
      for (let i = entries.length - 1; i >= 0 && pairs.length < limit; i--) {
        const { pair } = entries[i]!;
        if (pair !== undefined && skip-- <= 0) pairs.push(pair);
      }
    }
    return pairs;
  }

  /** Oldest first, `undefined` for one that is removed. May be left and resumed while the list changes: a pair that stays is met exactly once. */
  *all(): Iterable<SuspectedPair | undefined> {
    let next = 0;
    for (;;) {
      const page = this.#pages[this.#pageFrom(next)];
      const entry = page?.entries[firstFrom(page.entries, next)];
      if (entry === undefined) return;
      next = entry.order + 1;
      yield entry.pair;
    }
  }

  /** The first page that reaches to this order. */
  #pageFrom(order: number): number {
    return partition(this.#pages, ({ entries }) => entries.at(-1)!.order < order);
  }
}

function firstFrom(entries: readonly Entry[], order: number): number {
  return partition(entries, (entry) => entry.order < order);
}

/** How many items at the beginning are so, where none behind one that is not is. */
function partition<T>(items: readonly T[], is: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (is(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Suspected pairs, newest first, in all and by object type; gone with either of their records. */
export class PairList {
  readonly #all = new ArrivalList();
  readonly #byType = new Map<string, ArrivalList>();
  /** Pair Id to order of arrival and pair. */
  readonly #byId = new SplitMap<Entry>();
  /** Record Id to the Ids of its pairs. */
  readonly #byRecord = new SplitMap<Set<string>>();
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

  countOf(record: string): number {
    return this.#byRecord.get(record)?.size ?? 0;
  }

  /** Removes the pairs of a record, or some of them: a hundred thousand take most of a second. */
  removeOf(record: string, atMost = Infinity): void {
    let removed = 0;
    for (const id of this.#byRecord.get(record) ?? []) {
      if (removed++ === atMost) return;
      this.#remove(id);
    }
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
