/** An item in its place; it may stand in several lists. */
export interface Arrival<T> {
  /** Rises with every arrival: later is newer, whatever the clock said. */
  readonly order: number;
  /** `undefined` once removed, so that no list keeps it from being collected. */
  item: T | undefined;
}

/** Arrivals of a page: closing one up takes some ten microseconds. */
const PAGE = 1_024;

interface Page<T> {
  arrivals: Arrival<T>[];
  holes: number;
}

/**
 * One list in order of arrival, in pages, with holes where items were removed; a page is closed up when half of it is
 * holes.
 */
export class ArrivalList<T> {
  readonly #pages: Page<T>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The first item; `undefined`: there is none. */
  get oldest(): T | undefined {
    // A page of nothing but holes is dropped.
    return this.#pages[0]?.arrivals.find(({ item }) => item !== undefined)?.item;
  }

  push(arrival: Arrival<T>): void {
    let page = this.#pages.at(-1);
    if (page === undefined || page.arrivals.length >= PAGE) this.#pages.push((page = { arrivals: [], holes: 0 }));
    page.arrivals.push(arrival);
    this.#size++;
  }

  /** To be told once of each arrival whose item was removed. */
  remove({ order }: Arrival<T>): void {
    const at = this.#pageFrom(order);
    const page = this.#pages[at]!;
    this.#size--;
    page.holes++;
    if (page.holes === page.arrivals.length) this.#pages.splice(at, 1);
    else if (page.holes * 2 > page.arrivals.length) {
      page.arrivals = page.arrivals.filter(({ item }) => item !== undefined);
      page.holes = 0;
    }
  }

  newest(offset: number, limit: number): T[] {
    const items: T[] = [];
    let skip = offset;
    for (let at = this.#pages.length - 1; at >= 0 && items.length < limit; at--) {
      const { arrivals, holes } = this.#pages[at]!;
      if (skip >= arrivals.length - holes) {
        skip -= arrivals.length - holes;
        continue;
      }
      for (let i = arrivals.length - 1; i >= 0 && items.length < limit; i--) {
        const { item } = arrivals[i]!;
        if (item !== undefined && skip-- <= 0) items.push(item);
      }
    }
    return items;
  }

  /**
   * Oldest first, `undefined` for one that is removed. May be left and resumed while the list changes: an item that
   * stays is met exactly once.
   */
  *all(): Iterable<T | undefined> {
    let next = 0;
    for (;;) {
      const page = this.#pages[this.#pageFrom(next)];
      const arrival = page?.arrivals[partition(page.arrivals, ({ order }) => order < next)];
      if (arrival === undefined) return;
      next = arrival.order + 1;
      yield arrival.item;
    }
  }

  /** The first page that reaches to this order. */
  #pageFrom(order: number): number {
    return partition(this.#pages, ({ arrivals }) => arrivals.at(-1)!.order < order);
  }
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
