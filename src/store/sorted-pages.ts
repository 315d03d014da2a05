const PAGE = 1024;

/** A sparse array of uint32 with numbers below 2^32 as keys, in pages, walked in order of the numbers. 0 is "nothing". */
export class SortedPages {
  readonly #pages = new Map<number, Uint32Array>();
  /** Page numbers, ascending. */
  readonly #order: number[] = [];

  get bytes(): number {
    return this.#pages.size * PAGE * 4;
  }

  get(number: number): number {
    return this.#pages.get(Math.floor(number / PAGE))?.[number % PAGE] ?? 0;
  }

  set(number: number, value: number): void {
    const pageNumber = Math.floor(number / PAGE);
    let page = this.#pages.get(pageNumber);
    if (page === undefined) {
      page = new Uint32Array(PAGE);
      this.#pages.set(pageNumber, page);
      this.#order.splice(this.#firstFrom(pageNumber), 0, pageNumber);
    }
    page[number % PAGE] = value;
  }

  /** Numbers with a value, ascending. May be left and resumed while values change. */
  *numbers(): Iterable<number> {
    let pageNumber = this.#order[0];
    while (pageNumber !== undefined) {
      const page = this.#pages.get(pageNumber)!;
      for (let i = 0; i < PAGE; i++) if (page[i] !== 0) yield pageNumber * PAGE + i;
      pageNumber = this.#order[this.#firstFrom(pageNumber + 1)];
    }
  }

  /** Gives the pages up that hold only numbers below the given one; their values are gone. */
  dropPagesBelow(number: number): void {
    for (const pageNumber of this.#order.splice(0, this.#firstFrom(Math.floor(number / PAGE))))
      this.#pages.delete(pageNumber);
  }

  /** Place of the first page number that is not below the given one. */
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
