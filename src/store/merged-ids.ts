import { SortedPages } from '../runtime/memory/sorted-pages.js';
import { SplitMap } from '../runtime/memory/split-map.js';

export interface MergedId {
  /** Number of the entry, below 2^32. Entries are numbered from 1 in their order. */
  readonly number: number;
  readonly objectType: string;
  readonly id: string;
  /** Id of the record that this record was merged into. The record's own Id if the merge was undone. */
  readonly into: string;
  /** ISO 8601. Never before the previous entry's time. */
  readonly time: string;
}

export const MERGED_COUNTER = 'merged';

/** Maximum number of merges followed from one Id, in one or two milliseconds. */
const MOST_LINKS = 10_000;
/** Maximum number of entries checked for one page, in a few milliseconds. */
const LOOK_AT_ONCE = 5_000;

export interface MergedIdsPage {
  readonly entries: readonly MergedId[];
  /** `after` of the next page. Absent on the last page. */
  readonly next?: number;
}

/** Merged Ids, and the records that they were merged into. Has the last entry of each Id, in order of the merges. */
export class MergedIds {
  readonly #byId = new SplitMap<MergedId>();
  readonly #byNumber = new SplitMap<MergedId>();
  readonly #order = new SortedPages();
  readonly #from = new SplitMap<string[]>();
  #latest = '';

  get size(): number {
    return this.#byId.size;
  }

  get latest(): string {
    return this.#latest;
  }

  put(entry: MergedId): void {
    this.#remove(entry.id);
    if (entry.time > this.#latest) this.#latest = entry.time;
    this.#byId.set(entry.id, entry);
    this.#byNumber.set(String(entry.number), entry);
    this.#order.set(entry.number, 1);
    if (entry.into === entry.id) return;
    const from = this.#from.get(entry.into);
    if (from === undefined) this.#from.set(entry.into, [entry.id]);
    else from.push(entry.id);
  }

  /** Removes a record from all entries. Records merged into it then lead to the record that it was merged into. */
  erase(id: string): void {
    const into = this.#byId.get(id)?.into;
    const from = this.#from.get(id) ?? [];
    this.#remove(id);
    for (const other of [...from]) {
      const entry = this.#byId.get(other)!;
      if (into === undefined || into === id) this.#remove(other);
      else this.put({ ...entry, into });
    }
  }

  /** Follows merges to the record that this record is now part of. Returns `undefined` if it was not merged. */
  survivorOf(id: string): string | undefined {
    let at = id;
    for (let links = 0; links < MOST_LINKS; links++) {
      const into = this.#byId.get(at)?.into ?? at;
      if (into === at) break;
      at = into;
    }
    return at === id ? undefined : at;
  }

  /** @param after number of an entry; 0 for the first page */
  page(objectType: string | undefined, after: number, limit: number): MergedIdsPage {
    const entries: MergedId[] = [];
    let looked = 0;
    let last = after;
    for (const number of this.#order.numbers(after + 1)) {
      if (entries.length === limit || looked++ === LOOK_AT_ONCE) return { entries, next: last };
      last = number;
      const entry = this.#byNumber.get(String(number))!;
      if (objectType === undefined || entry.objectType === objectType) entries.push(entry);
    }
    return { entries };
  }

  /** Returns the number before the first entry at or after this time. */
  before(time: string): number {
    let low = 0;
    let high = 2 ** 32 - 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const entry = this.#firstFrom(middle + 1);
      if (entry !== undefined && entry.time < time) low = entry.number;
      else high = middle;
    }
    return low;
  }

  /** Entries may be added during the iteration. */
  *all(): Iterable<MergedId> {
    for (const number of this.#order.numbers()) yield this.#byNumber.get(String(number))!;
  }

  #firstFrom(number: number): MergedId | undefined {
    for (const first of this.#order.numbers(number)) return this.#byNumber.get(String(first));
    return undefined;
  }

  #remove(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    this.#byNumber.delete(String(entry.number));
    this.#order.set(entry.number, 0);
    const left = (this.#from.get(entry.into) ?? []).filter((other) => other !== id);
    if (left.length === 0) this.#from.delete(entry.into);
    else this.#from.set(entry.into, left);
  }
}
