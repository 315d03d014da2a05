const PAGE = 1024;

interface Page {
  readonly values: Uint32Array;
  used: number;
}

export interface SortedPagesImage {
  readonly pages: readonly { readonly number: number; readonly values: Uint32Array }[];
}

/** A sparse array of uint32 values in pages. Indexes are below 2^32, and iterated in order. 0 means absent. */
export class SortedPages {
  readonly #pages = new Map<number, Page>();
  readonly #order: number[] = [];
  /** The last page used, because it is often used again. */
  #recentNumber = -1;
  #recentPage: Page | undefined;

  /** @param image its arrays are used without copying */
  constructor(image?: SortedPagesImage) {
    for (const { number, values } of image?.pages ?? []) {
      let used = 0;
      for (const value of values) if (value !== 0) used++;
      this.#pages.set(number, { values, used });
      this.#order.push(number);
    }
  }

  image(): SortedPagesImage {
    return { pages: this.#order.map((number) => ({ number, values: this.#pages.get(number)!.values })) };
  }

  get bytes(): number {
    return this.#pages.size * PAGE * 4;
  }

  get(number: number): number {
    return this.#page(Math.floor(number / PAGE))?.values[number % PAGE] ?? 0;
  }

  set(number: number, value: number): void {
    const pageNumber = Math.floor(number / PAGE);
    let page = this.#page(pageNumber);
    if (page === undefined) {
      if (value === 0) return;
      page = { values: new Uint32Array(PAGE), used: 0 };
      this.#pages.set(pageNumber, page);
      this.#order.splice(this.#firstFrom(pageNumber), 0, pageNumber);
    }
    const place = number % PAGE;
    page.used += Number(value !== 0) - Number(page.values[place] !== 0);
    page.values[place] = value;
    // Empty pages are freed, so that short-lived records leave no pages behind.
    if (page.used > 0) return;
    this.#recentNumber = -1;
    this.#pages.delete(pageNumber);
    this.#order.splice(this.#firstFrom(pageNumber), 1);
  }

  /** Returns the numbers that have a value, ascending, starting at `from`. Values may change during the iteration. */
  *numbers(from = 0): Iterable<number> {
    let pageNumber = this.#order[this.#firstFrom(Math.floor(from / PAGE))];
    while (pageNumber !== undefined) {
      const { values } = this.#pages.get(pageNumber)!;
      for (let i = Math.max(0, from - pageNumber * PAGE); i < PAGE; i++)
        if (values[i] !== 0) yield pageNumber * PAGE + i;
      pageNumber = this.#order[this.#firstFrom(pageNumber + 1)];
    }
  }

  /** Counts the numbers below `number` that have a value. */
  countBelow(number: number): number {
    const pageNumber = Math.floor(number / PAGE);
    let count = 0;
    for (const each of this.#order) {
      if (each > pageNumber) break;
      const { used, values } = this.#pages.get(each)!;
      if (each < pageNumber) count += used;
      else for (let i = 0; i < number - each * PAGE; i++) if (values[i] !== 0) count++;
    }
    return count;
  }

  numberAt(rank: number): number | undefined {
    let rest = rank;
    for (const each of this.#order) {
      const { used, values } = this.#pages.get(each)!;
      if (rest >= used) rest -= used;
      else for (let i = 0; i < PAGE; i++) if (values[i] !== 0 && rest-- === 0) return each * PAGE + i;
    }
    return undefined;
  }

  /** Frees pages that have only numbers below the given number. The values in these pages are lost. */
  dropPagesBelow(number: number): void {
    this.#recentNumber = -1;
    for (const pageNumber of this.#order.splice(0, this.#firstFrom(Math.floor(number / PAGE))))
      this.#pages.delete(pageNumber);
  }

  #page(number: number): Page | undefined {
    if (this.#recentNumber === number) return this.#recentPage;
    const page = this.#pages.get(number);
    if (page !== undefined) [this.#recentNumber, this.#recentPage] = [number, page];
    return page;
  }

  #firstFrom(pageNumber: number): number {
    let low = 0;
    let high = this.#order.length;
    if (high === 0 || this.#order[high - 1]! < pageNumber) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order[middle]! < pageNumber) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
