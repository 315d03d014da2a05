import { query } from '../api/service.js';
import type { RecordData } from '../api/types.js';

export const PAGE_ROWS = 100;
/** Pages whose rows are kept; those further away are asked for again when they are scrolled to. */
const KEPT = 30;

/**
 * The rows of an object that have been reached so far, page by page. Of a million rows the page holds the Ids at which
 * pages begin, and the rows of a few pages.
 */
export class PageCache {
  /** Where each known page begins. */
  readonly #starts: (string | undefined)[] = [undefined];
  /** By number, least recently used first. */
  readonly #pages = new Map<number, readonly RecordData[]>();
  readonly #loading = new Set<number>();
  readonly #aborting = new AbortController();
  /** Records of the object, where no condition is given. */
  total: number | undefined;
  /** Rows that are known of. */
  rows = 0;
  isComplete = false;
  error: Error | undefined;

  /** @param changed is told after each page, and after a failure */
  constructor(
    private readonly objectType: string,
    private readonly where: string,
    private readonly changed: () => void,
  ) {}

  /** A row, if its page is here; otherwise the page is asked for. */
  row(index: number): RecordData | undefined {
    const number = Math.floor(index / PAGE_ROWS);
    const page = this.#pages.get(number);
    if (page === undefined) this.load(number);
    return page?.[index % PAGE_ROWS];
  }

  /** The next page that is not known yet. */
  loadNext(): void {
    if (!this.isComplete) this.load(this.#starts.length - 1);
  }

  retry(): void {
    this.error = undefined;
    this.changed();
    if (this.rows === 0) this.loadNext();
  }

  close(): void {
    this.#aborting.abort();
  }

  get isLoading(): boolean {
    return this.#loading.size > 0;
  }

  load(number: number): void {
    if (this.#loading.has(number) || this.error !== undefined || number >= this.#starts.length) return;
    this.#loading.add(number);
    this.#read(number)
      .catch((error: unknown) => {
        if (!this.#aborting.signal.aborted) this.error = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#loading.delete(number);
        if (!this.#aborting.signal.aborted) this.changed();
      });
  }

  async #read(number: number): Promise<void> {
    const rows: RecordData[] = [];
    let after = this.#starts[number];
    for (let isEnd = false; !isEnd && rows.length < PAGE_ROWS;) {
      const { objectType, where } = this;
      const page = await query({ objectType, where, after, pageSize: PAGE_ROWS - rows.length }, this.#aborting.signal);
      rows.push(...page.records);
      this.total = page.totalSize;
      isEnd = page.next === null;
      after = page.next ?? undefined;
    }
    this.#keep(number, rows);
    if (number !== this.#starts.length - 1) return;
    this.rows = number * PAGE_ROWS + rows.length;
    this.isComplete = after === undefined;
    if (!this.isComplete) this.#starts.push(after);
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
