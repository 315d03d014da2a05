import { OrderedList, type OrderKey } from '../memory/ordered-list.js';
import type { StoredRecord } from '../records/record.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import type { Series, SeriesTable } from './series-table.js';

/** By what the records of a type are sorted. Equal keys follow in Id order. */
export interface SortKey {
  /** The same name, the same keys. */
  readonly name: string;
  of(record: StoredRecord): OrderKey;
}

/** Where in a sorted list a record stands, or stood. */
export interface SortPlace {
  readonly key: OrderKey;
  readonly id: string;
}

/** A sorted list of all records of a type, that follows every change. */
export interface SortedRecords {
  /** Share of the records that are in it, 0..1; below 1 it cannot be read yet. */
  readonly prepared: number;
  readonly size: number;
  /** Takes more records in, at most so many. */
  prepare(atMost: number): void;
  /** Records before a place, at which none need be. */
  rank(place: SortPlace): number;
  /** Places from a rank on, upwards, or downwards with a negative number of them. */
  slice(rank: number, count: number): SortPlace[];
}

const SERIES = 2 ** 32;

/**
 * Made of all records when it is first asked for, some at a time, and kept up from then on: what changes meanwhile is
 * put where it belongs at once, and what is then reached again stays where it is.
 */
export class RecordOrder implements SortedRecords {
  readonly #list: OrderedList;
  /** Id of the last record that was reached; `undefined`: the first ones are still to come. */
  #reached: string | undefined;
  #isComplete = false;
  /** Changes taken in since it was last read. */
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

  /** To be called before a record changes or goes. */
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

  /** The lowest place above an Id whose series was never made: asking makes none. */
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

  /** Id order. */
  #compare(a: number, b: number): number {
    const [one, other] = [this.#series(a), this.#series(b)];
    if (one === other) return a - b;
    return one.name < other.name ? -1 : 1;
  }
}

/** Entries of all orders together, above which those asked for longest ago are dropped: some 60 bytes each. */
const MOST_ENTRIES = 4_000_000;

/** The orders that are in use. */
export class RecordOrders {
  /** Asked for longest ago first. */
  #orders: RecordOrder[] = [];

  /** The order of a type by a key; made where there is none yet. */
  get(type: string, key: SortKey, make: () => RecordOrder): RecordOrder {
    const order = this.#orders.find((one) => one.type === type && one.key.name === key.name) ?? make();
    order.changes = 0;
    this.#orders = [...this.#orders.filter((one) => one !== order), order];
    while (this.#orders.length > 1 && this.#orders.reduce((sum, { size }) => sum + size, 0) > MOST_ENTRIES)
      this.#orders.shift();
    return order;
  }

  /** Whether records of a type are in one, so that their changes are to be told. */
  hasType(type: string): boolean {
    return this.#orders.some((order) => order.type === type);
  }

  remove(record: StoredRecord): void {
    for (const order of this.#orders) if (order.type === record.type) order.remove(record);
    // Nobody reads it any more: keeping it up has cost as much as making it anew would.
    this.#orders = this.#orders.filter(({ changes, size }) => changes <= Math.max(size, 10_000));
  }

  add(record: StoredRecord): void {
    for (const order of this.#orders) if (order.type === record.type) order.add(record);
  }
}
