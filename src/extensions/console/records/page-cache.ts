import { call } from '../api/call.js';
import type { RecordData, RecordPage, AskedRecords } from '../api/types.js';

const PAGE_ROWS = 100;
/** Maximum number of cached pages. The least recently used pages are dropped, and loaded again if needed. */
const KEPT = 30;

export interface ListedRecords {
  readonly objectType: string;
  readonly where: string;
  /** Value of ORDER BY. `''` means Id order. */
  readonly sort: string;
  /** Id of the first record of a filtered list. `''` means the start. */
  readonly from: string;
}

/**
 * Loads the rows of a list page by page. A page that follows a known page starts after the last row of the known page
 * (keyset pagination). In a list of all records, any page can be reached by its number. A filtered list contains the
 * rows found so far. For a million rows, the browser keeps only a few pages and the start positions of the other pages.
 */
export class PageCache {
  /** The `after` parameter of each page, from the preceding page. */
  readonly #starts = new Map<number, string | undefined>();
  /** Pages by number, least recently used first. */
  readonly #pages = new Map<number, readonly RecordData[]>();
  readonly #loading = new Set<number>();
  readonly #aborting = new AbortController();
  /** Number of rows found so far. Without a condition, the number of all rows. */
  rows = 0;
  /** Fraction of the records sorted so far, or `undefined` when sorting is complete. */
  prepared: number | undefined;
  isComplete = false;
  error: Error | undefined;

  /** @param changed called after each page, and after a failure */
  constructor(
    private readonly listed: ListedRecords,
    private readonly changed: () => void,
  ) {
    this.#starts.set(0, undefined);
  }

  get isWhole(): boolean {
    return this.listed.where === '';
  }

  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  row(index: number): RecordData | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  }

  want(first: number, end: number): void {
    const last = Math.floor(Math.max(first, end - 1) / PAGE_ROWS);
    for (let number = Math.floor(first / PAGE_ROWS); number <= last; number++)
      if (!this.#pages.has(number)) this.#load(number);
    if (!this.isWhole && !this.isComplete && end >= this.rows) this.#load(Math.floor(this.rows / PAGE_ROWS));
  }

  /** @returns the number of a record's row; `undefined` if it cannot be determined */
  async find(id: string): Promise<number | undefined> {
    if (!this.isWhole) return undefined;
    const { objectType, sort: orderBy } = this.listed;
    const page = await this.#ask({ objectType, orderBy, from: id, pageSize: 1, fields: 'Id' });
    return page.records[0]?.['Id'] === id ? page.position : undefined;
  }

  retry(): void {
    this.error = undefined;
    this.changed();
    this.want(0, 1);
  }

  close(): void {
    this.#aborting.abort();
  }

  #load(number: number): void {
    if (this.#loading.has(number) || this.error !== undefined) return;
    if (!this.isWhole && !this.#starts.has(number)) return;
    this.#loading.add(number);
    this.#read(number)
      .catch((error: unknown) => {
        // Reload the page, because it may be incomplete.
        this.#pages.delete(number);
        if (!this.#aborting.signal.aborted) this.error = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#loading.delete(number);
        if (!this.#aborting.signal.aborted) this.changed();
      });
  }

  async #read(number: number): Promise<void> {
    const { objectType, where, sort: orderBy, from } = this.listed;
    const rows: RecordData[] = [];
    let after = this.#starts.get(number);
    const begin = this.#beginningOf(number, from);
    for (let isEnd = false; !isEnd && rows.length < PAGE_ROWS;) {
      const place = after === undefined ? begin : { after };
      const page = await this.#ask({ objectType, where, orderBy, ...place, pageSize: PAGE_ROWS - rows.length });
      rows.push(...page.records);
      isEnd = page.next === null;
      after = page.next ?? undefined;
      this.isComplete ||= this.isWhole || isEnd;
      if (this.isWhole) continue;
      // A filter with few matches takes long, so show the results found so far.
      this.rows = Math.max(this.rows, number * PAGE_ROWS + rows.length);
      this.#keep(number, [...rows]);
      this.changed();
    }
    this.#keep(number, rows);
    if (after === undefined) return;
    // Drop the next page if it started at another row, because it would repeat or skip rows.
    if (this.#starts.get(number + 1) !== after) this.#pages.delete(number + 1);
    this.#starts.set(number + 1, after);
  }

  #beginningOf(number: number, from: string): { readonly offset?: number; readonly from?: string } {
    if (this.isWhole) return number === 0 ? {} : { offset: number * PAGE_ROWS };
    return from === '' ? {} : { from };
  }

  /** Repeats the request until the records are sorted. */
  async #ask(asked: AskedRecords): Promise<RecordPage> {
    for (;;) {
      const page = await call('query', { query: asked, signal: this.#aborting.signal });
      const was = this.prepared;
      this.prepared = page.prepared;
      if (page.totalSize !== undefined) this.rows = page.totalSize;
      if (was !== page.prepared) this.changed();
      if (page.prepared === undefined) return page;
    }
  }

  #keep(number: number, rows: readonly RecordData[]): void {
    this.#pages.delete(number);
    this.#pages.set(number, rows);
    for (const [first] of this.#pages) {
      if (this.#pages.size <= KEPT) return;
      this.#pages.delete(first);
    }
  }
}
