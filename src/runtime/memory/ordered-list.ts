/** A sort key. `null` comes first, then numbers, then strings by code units. */
export type OrderKey = string | number | null;

export interface OrderedEntry {
  readonly key: OrderKey;
  /** A number that identifies the entry, and orders entries with equal keys. */
  readonly place: number;
}

interface Page {
  readonly keys: OrderKey[];
  readonly places: number[];
}

const PAGE = 512;

/**
 * Pairs of key and place, ordered by key, then by place. Pages of at most 512 entries, like the leaves of a B-tree, let
 * adding, removing and counting take microseconds in a list of a million entries.
 */
export class OrderedList {
  readonly #pages: Page[] = [];
  #size = 0;

  constructor(private readonly comparePlaces: (a: number, b: number) => number) {}

  get size(): number {
    return this.#size;
  }

  /** Does nothing if the entry exists. */
  add(key: OrderKey, place: number): void {
    const at = this.#pageOf(key, place);
    const page = this.#pages[at];
    if (page === undefined) {
      this.#pages.push({ keys: [key], places: [place] });
      this.#size++;
      return;
    }
    const index = this.#firstFrom(page, key, place);
    if (this.#isAt(page, index, key, place)) return;
    page.keys.splice(index, 0, key);
    page.places.splice(index, 0, place);
    this.#size++;
    if (page.keys.length <= PAGE) return;
    // Records often arrive in the list's order, so a full last page is not split.
    const half = at === this.#pages.length - 1 && index === PAGE ? PAGE : PAGE / 2;
    this.#pages.splice(at + 1, 0, { keys: page.keys.splice(half), places: page.places.splice(half) });
  }

  /** Does nothing if the entry does not exist. */
  remove(key: OrderKey, place: number): void {
    const at = this.#pageOf(key, place);
    const page = this.#pages[at];
    if (page === undefined) return;
    const index = this.#firstFrom(page, key, place);
    if (!this.#isAt(page, index, key, place)) return;
    page.keys.splice(index, 1);
    page.places.splice(index, 1);
    this.#size--;
    if (page.keys.length === 0) this.#pages.splice(at, 1);
  }

  /** Returns the number of entries before an entry. The entry itself need not exist. */
  rank(key: OrderKey, place: number): number {
    const at = this.#pageOf(key, place);
    if (this.#pages[at] === undefined) return 0;
    let before = this.#firstFrom(this.#pages[at], key, place);
    for (let i = 0; i < at; i++) before += this.#pages[i]!.keys.length;
    return before;
  }

  /** Returns entries in ascending order starting at a rank, or in descending order if `count` is negative. */
  slice(rank: number, count: number): OrderedEntry[] {
    const entries: OrderedEntry[] = [];
    const step = Math.sign(count);
    let at = 0;
    let index = rank;
    while (at < this.#pages.length && index >= this.#pages[at]!.keys.length) index -= this.#pages[at++]!.keys.length;
    while (entries.length < Math.abs(count) && index >= 0) {
      const page = this.#pages[at];
      if (page === undefined) break;
      entries.push({ key: page.keys[index]!, place: page.places[index]! });
      index += step;
      if (index === page.keys.length) {
        at++;
        index = 0;
      } else if (index < 0 && at > 0) index = this.#pages[--at]!.keys.length - 1;
    }
    return entries;
  }

  /** Returns the last page that begins at or before the entry, or the first page if there is none. */
  #pageOf(key: OrderKey, place: number): number {
    let low = 0;
    let high = this.#pages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { keys, places } = this.#pages[middle]!;
      if (this.#compare(keys[0]!, places[0]!, key, place) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #firstFrom({ keys, places }: Page, key: OrderKey, place: number): number {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(keys[middle]!, places[middle]!, key, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isAt({ keys, places }: Page, index: number, key: OrderKey, place: number): boolean {
    return index < keys.length && keys[index] === key && places[index] === place;
  }

  #compare(key: OrderKey, place: number, otherKey: OrderKey, otherPlace: number): number {
    return compareKeys(key, otherKey) || this.comparePlaces(place, otherPlace);
  }
}

function compareKeys(a: OrderKey, b: OrderKey): number {
  if (a === b) return 0;
  if (typeof a === typeof b) return a! < b! ? -1 : 1;
  return kindOf(a) - kindOf(b);
}

const kindOf = (key: OrderKey): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);
