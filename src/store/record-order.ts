import { OrderedList, type OrderKey } from '../runtime/memory/ordered-list.js';
import type { StoredRecord } from '../records/record.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import type { Series, SeriesTable } from './series-table.js';

/** A sort order of a type's records. Records with equal keys are in Id order. */
export interface SortKey {
  /** Equal names have equal keys. */
  readonly name: string;
  of(record: StoredRecord): OrderKey;
}

export interface SortPlace {
  readonly key: OrderKey;
  readonly id: string;
}

/** A sorted list of all records of a type. Every change updates it. */
export interface SortedRecords {
  /** Share of the records that the list already has. Before the share is 1, the list cannot be read. */
  readonly prepared: number;
  readonly size: number;
  prepare(atMost: number): void;
  /** Returns the number of records before a position. There need not be a record at the position. */
  rank(place: SortPlace): number;
  /** Returns positions in ascending order starting at a rank, or in descending order if `count` is negative. */
  slice(rank: number, count: number): SortPlace[];
}

const SERIES = 2 ** 32;

/**
 * When an order is first used, it is built from all records, in steps. Then changes update it. If a record changes
 * while the order is built, it is inserted immediately, and skipped later.
 */
export class RecordOrder implements SortedRecords {
  readonly #list: OrderedList;
  /** Id of the last record added, or `undefined` at the start. */
  #reached: string | undefined;
  #isComplete = false;
  /** Number of changes since the list was last read. */
  changes = 0;

  constructor(
    readonly type: string,
    readonly key: SortKey,
    private readonly series: SeriesTable,
    private readonly scan: (type: string, after?: string) => Iterable<StoredRecord>,
    private readonly count: () => number,
  ) {
    this.#list = new OrderedList((a, b) => this.#compare(a, b));
  }

  get size(): number {
    return this.#list.size;
  }

  get prepared(): number {
    return this.#isComplete ? 1 : Math.min(0.999, this.#list.size / Math.max(1, this.count()));
  }

  prepare(atMost: number): void {
    if (this.#isComplete) return;
    let taken = 0;
    for (const record of this.scan(this.type, this.#reached)) {
      if (taken++ === atMost) return;
      this.#list.add(this.key.of(record), this.#placeOf(record.id));
      this.#reached = record.id;
    }
    this.#isComplete = true;
  }

  rank({ key, id }: SortPlace): number {
    const isKnown = this.series.find(id) !== undefined;
    return this.#list.rank(key, isKnown ? this.#placeOf(id) : this.#placeAbove(id));
  }

  slice(rank: number, count: number): SortPlace[] {
    return this.#list.slice(rank, count).map(({ key, place }) => ({
      key,
      id: joinId(this.#series(place).name, place % SERIES),
    }));
  }

  /** Must be called before a record changes or is removed. */
  remove(record: StoredRecord): void {
    this.changes++;
    this.#list.remove(this.key.of(record), this.#placeOf(record.id));
  }

  add(record: StoredRecord): void {
    this.#list.add(this.key.of(record), this.#placeOf(record.id));
  }

  #placeOf(id: string): number {
    return this.series.named(seriesOf(id)).index * SERIES + numberOf(id);
  }

  /** Returns the lowest position above an Id without creating a series for it. */
  #placeAbove(id: string): number {
    const names = this.series.names();
    const next = names.find((name) => name > seriesOf(id));
    const name = next ?? names.at(-1);
    if (name === undefined) return 0;
    return this.series.named(name).index * SERIES + (next === undefined ? SERIES - 1 : 0);
  }

  #series(place: number): Series {
    return this.series.at(Math.floor(place / SERIES));
  }

  #compare(a: number, b: number): number {
    const [one, other] = [this.#series(a), this.#series(b)];
    if (one === other) return a - b;
    return one.name < other.name ? -1 : 1;
  }
}

/** Maximum entries of all orders together, at about 60 bytes each. Least recently used orders are dropped. */
const MOST_ENTRIES = 4_000_000;

export class RecordOrders {
  /** Least recently used first. */
  #orders: RecordOrder[] = [];

  /** Returns the order of a type's records by a key. Creates it if needed. */
  get(type: string, key: SortKey, make: () => RecordOrder): RecordOrder {
    const order = this.#orders.find((one) => one.type === type && one.key.name === key.name) ?? make();
    order.changes = 0;
    this.#orders = [...this.#orders.filter((one) => one !== order), order];
    while (this.#orders.length > 1 && this.#orders.reduce((sum, { size }) => sum + size, 0) > MOST_ENTRIES)
      this.#orders.shift();
    return order;
  }

  hasType(type: string): boolean {
    return this.#orders.some((order) => order.type === type);
  }

  remove(record: StoredRecord): void {
    for (const order of this.#orders) if (order.type === record.type) order.remove(record);
    // Drops orders that are no longer read when updating them has cost as much as building them again.
    this.#orders = this.#orders.filter(({ changes, size }) => changes <= Math.max(size, 10_000));
  }

  add(record: StoredRecord): void {
    for (const order of this.#orders) if (order.type === record.type) order.add(record);
  }
}
