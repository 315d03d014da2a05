/** An item and its position, perhaps in several lists. */
export interface Arrival<T> {
  /** Sequence number. Does not depend on the clock. */
  readonly order: number;
  /** The item, or `undefined` once it has been removed, so that no list keeps it in memory. */
  item: T | undefined;
}

/** Arrivals per page. Compacting a page takes about ten microseconds. */
const PAGE = 1_024;

interface Page<T> {
  arrivals: Arrival<T>[];
  holes: number;
}

/** A paged list in order of arrival. Removed items leave holes. When half of a page is holes, it is compacted. */
export class ArrivalList<T> {
  readonly #pages: Page<T>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get oldest(): T | undefined {
    // Empty pages are dropped, so the first page contains an item.
    return this.#pages[0]?.arrivals.find(({ item }) => item !== undefined)?.item;
  }

  push(arrival: Arrival<T>): void {
    let page = this.#pages.at(-1);
    if (page === undefined || page.arrivals.length >= PAGE) this.#pages.push((page = { arrivals: [], holes: 0 }));
    page.arrivals.push(arrival);
    this.#size++;
  }

  /** Must be called once for each removed item. */
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
   * Iterates over the items, oldest first, with `undefined` for removed items. The list may change during the
   * iteration: each item that remains is visited exactly once.
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

  #pageFrom(order: number): number {
    return partition(this.#pages, ({ arrivals }) => arrivals.at(-1)!.order < order);
  }
}

/** Returns the number of items for which `is` is true. All other items must come after these. */
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
