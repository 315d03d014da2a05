import type { BlockChange, StoredChange } from './change-block.js';
import { RecordArena, type ArenaOwner } from './record-arena.js';
import {
  decodeEntry,
  encodeEntry,
  Headings,
  previousOf,
  recordOf,
  setSeries,
  timeOf,
  type DecodedEntry,
  type EntryBody,
  type Heading,
} from './history-entry.js';
import type { KeptChange } from './history.js';
import type { FieldValues } from '../records/record.js';
import { HistoryAge } from './history-age.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import { SortedPages } from './sorted-pages.js';

const LOW = 2 ** 32;

interface Series {
  readonly index: number;
  readonly name: string;
  /** By record number: arena address of the record's newest entry. */
  readonly newest: SortedPages;
}

/** One entry as the snapshot writes it. */
export interface EncodedChange extends EntryBody {
  readonly number: number;
  readonly recordId: string;
  readonly heading: Heading;
}

/**
 * The changes of all records: an arena of bytes like the records', found by number and, newest first, by record (each entry names the one before it).
 * Changes are forgotten oldest first, so a record's history may end early but never has a gap.
 */
export class HistoryTable implements ArenaOwner {
  readonly headings = new Headings();
  readonly #arena = new RecordArena();
  /** By change number: arena addresses. */
  readonly #changes = new SortedPages();
  readonly #series: Series[] = [];
  readonly #byName = new Map<string, Series>();
  readonly #age = new HistoryAge();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#series.reduce((sum, { newest }) => sum + newest.bytes, this.#arena.heldBytes + this.#changes.bytes);
  }

  /** Whether a change is kept that is older than so many milliseconds. */
  hasOlder(age: number, now: number): boolean {
    const below = this.#age.olderThan(age, now);
    if (below === 0) return false;
    for (const number of this.#changes.numbers()) return number < below;
    return false;
  }

  /** The highest change number kept; 0: none. */
  get last(): number {
    let last = 0;
    for (const number of this.#changes.numbers()) last = number;
    return last;
  }

  /**
   * Adds a change. A record's changes come in the order of their numbers: one that is not after the newest is known already (a journal replayed over a
   * snapshot), or was known and is forgotten.
   */
  put(number: number, recordId: string, heading: Heading, body: EntryBody): void {
    const series = this.#seriesFor(recordId);
    const record = numberOf(recordId);
    const newest = series.newest.get(record);
    const previous = newest === 0 ? 0 : this.#arena.number(newest);
    if (previous >= number) return;
    this.#add(number, series, record, heading, encodeEntry(body, series.index, record, previous));
  }

  /** Takes a change in as `stored` gave it. The changes before it are in already, or are forgotten. */
  restore({ number, heading, series: name, bytes }: BlockChange): void {
    const series = this.#seriesNamed(name);
    const { record } = recordOf(bytes);
    const newest = series.newest.get(record);
    if (newest !== 0 && this.#arena.number(newest) >= number) return;
    setSeries(bytes, series.index);
    this.#add(number, series, record, this.headings.intern(heading), bytes);
  }

  #add(number: number, series: Series, record: number, heading: Heading, bytes: Buffer): void {
    const address = this.#arena.put(Math.floor(number / LOW), number % LOW, heading.number, bytes);
    this.#changes.set(number, address);
    series.newest.set(record, address);
    this.#age.add(number, timeOf(bytes));
    this.#size++;
  }

  get(number: number): KeptChange | undefined {
    const address = this.#changes.get(number);
    return address === 0 ? undefined : this.#read(number, address);
  }

  has(recordId: string): boolean {
    return this.#newestOf(recordId) !== 0;
  }

  /** Ids of the records of a type that have a history, in Id order. */
  *records(type: string): Iterable<string> {
    for (const { name, newest } of [...this.#series].sort((a, b) => (a.name < b.name ? -1 : 1)))
      for (const record of newest.numbers()) {
        const { objectType } = this.headings.at(this.#arena.shape(newest.get(record)));
        if (objectType === type) yield joinId(name, record);
      }
  }

  /** Newest first. May be left and resumed while the table changes. */
  *of(recordId: string): Iterable<KeptChange> {
    for (const number of this.#numbersOf(recordId)) {
      const change = this.get(number);
      if (change === undefined) return;
      yield change;
    }
  }

  /** Every change of a record is gone, overwritten in memory. */
  erase(recordId: string): void {
    for (const number of [...this.#numbersOf(recordId)]) this.#drop(number);
    this.#arena.tidy(1 << 16, this);
  }

  /**
   * Forgets changes that are older than so many milliseconds, oldest first, a number of them at a time. See
   * `HistoryAge` for what counts as older.
   *
   * @returns whether there may be more of them
   */
  forget(age: number, now: number, atMost: number): boolean {
    const below = this.#age.olderThan(age, now);
    let dropped = 0;
    for (const number of this.#changes.numbers()) {
      if (dropped === atMost) {
        this.#changes.dropPagesBelow(number);
        return true;
      }
      if (number >= below) {
        this.#changes.dropPagesBelow(number);
        this.#age.forget(below);
        return false;
      }
      this.#drop(number);
      this.#arena.tidy(256, this);
      dropped++;
    }
    this.#changes.dropPagesBelow(Infinity);
    this.#age.forget(below);
    return false;
  }

  /** Every change in the order of the numbers. May be left and resumed while the table changes. */
  *encoded(): Iterable<EncodedChange> {
    for (const number of this.#changes.numbers()) {
      const address = this.#changes.get(number);
      const entry = decodeEntry(this.#arena.payload(address));
      yield { number, recordId: this.#idOf(entry), heading: this.headings.at(this.#arena.shape(address)), ...entry };
    }
  }

  /** The same, nothing decoded: valid until the table changes. */
  *stored(): Iterable<StoredChange> {
    for (const number of this.#changes.numbers()) {
      const address = this.#changes.get(number);
      const bytes = this.#arena.payload(address);
      const series = this.#series[recordOf(bytes).series]!.name;
      yield { number, heading: this.headings.at(this.#arena.shape(address)), series, bytes };
    }
  }

  addressOf(high: number, low: number): number {
    return this.#changes.get(high * LOW + low);
  }

  moved(high: number, low: number, to: number): void {
    const number = high * LOW + low;
    const from = this.#changes.get(number);
    this.#changes.set(number, to);
    const { series, record } = recordOf(this.#arena.payload(to));
    const { newest } = this.#series[series]!;
    if (newest.get(record) === from) newest.set(record, to);
  }

  *#numbersOf(recordId: string): Iterable<number> {
    const newest = this.#newestOf(recordId);
    let number = newest === 0 ? 0 : this.#arena.number(newest);
    while (number !== 0) {
      const address = this.#changes.get(number);
      if (address === 0) return;
      const previous = previousOf(this.#arena.payload(address));
      yield number;
      number = previous;
    }
  }

  #newestOf(recordId: string): number {
    const record = numberOf(recordId);
    return record < 0 ? 0 : (this.#byName.get(seriesOf(recordId))?.newest.get(record) ?? 0);
  }

  #drop(number: number): void {
    const address = this.#changes.get(number);
    const { series, record } = recordOf(this.#arena.payload(address));
    const { newest } = this.#series[series]!;
    if (newest.get(record) === address) newest.set(record, 0);
    this.#arena.free(address);
    this.#changes.set(number, 0);
    this.#size--;
  }

  #read(number: number, address: number): KeptChange {
    const entry = decodeEntry(this.#arena.payload(address));
    const { action, client, objectType, reason, scenarioId } = this.headings.at(this.#arena.shape(address));
    return {
      number,
      recordId: this.#idOf(entry),
      objectType,
      action,
      ...(reason !== null && {
        decision: {
          reason,
          ...(scenarioId !== null && { scenarioId }),
          ...(entry.score !== undefined && { score: entry.score }),
        },
      }),
      ...(entry.undoes !== undefined && { undoes: entry.undoes }),
      ...(entry.before !== undefined && { before: JSON.parse(entry.before) as FieldValues }),
      client,
      time: new Date(entry.time).toISOString(),
      ...(entry.request !== undefined && { request: entry.request }),
    };
  }

  #idOf({ series, record }: DecodedEntry): string {
    return joinId(this.#series[series]!.name, record);
  }

  #seriesFor(recordId: string): Series {
    return this.#seriesNamed(seriesOf(recordId));
  }

  #seriesNamed(name: string): Series {
    let series = this.#byName.get(name);
    if (series === undefined) {
      series = { index: this.#series.length, name, newest: new SortedPages() };
      this.#series.push(series);
      this.#byName.set(name, series);
    }
    return series;
  }
}
