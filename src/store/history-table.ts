import { eachChangeIn, type ChangeBlock, type StoredChange } from './change-block.js';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { RecordArena, type ArenaOwner } from '../runtime/memory/record-arena.js';
import {
  decodeEntry,
  encodeEntry,
  ChangeContexts,
  isMerged,
  partsOf,
  previousOf,
  recordOf,
  setSeries,
  timeOf,
  type EntryBody,
  type ChangeContext,
} from './history-entry.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { FieldValues } from '../records/record.js';
import { CountsByDay } from './counts-by-day.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import { SortedPages } from '../runtime/memory/sorted-pages.js';
import { SeriesTable, type Series } from './series-table.js';

const LOW = 2 ** 32;

const kindOf = (context: number, wasMerged: boolean): number => 2 * context + Number(wasMerged);

/**
 * The changes to all records, in a byte arena, found by number or, newest first, by record: each entry refers to the
 * record's previous entry. The oldest changes are dropped first, so a record's history may end early, but has no gaps.
 */
export class HistoryTable implements ArenaOwner {
  readonly contexts = new ChangeContexts();
  readonly #arena: RecordArena;
  /** Arena addresses by change number. */
  readonly #changes = new SortedPages();
  readonly #newest = new SeriesTable();
  readonly #age = new HistoryAge();
  /** Counts by kind: twice the number of the context, plus 1 if the record was merged. */
  readonly #counts = new CountsByDay<number>();
  #size = 0;

  /** @param memory limits the bytes of changes in memory; default: no limit */
  constructor(memory?: ArenaMemory) {
    this.#arena = new RecordArena(memory);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of changes that were moved to disk because memory is limited. */
  get diskBytes(): number {
    return this.#arena.diskBytes;
  }

  get bytes(): number {
    return this.#newest.bytes + this.#arena.heldBytes + this.#changes.bytes;
  }

  /** Returns whether a change is older than `age` milliseconds. */
  hasOlder(age: number, now: number): boolean {
    const below = this.#age.olderThan(age, now);
    if (below === 0) return false;
    for (const number of this.#changes.numbers()) return number < below;
    return false;
  }

  /** The highest number of a change, or 0 if there is none. */
  get last(): number {
    let last = 0;
    for (const number of this.#changes.numbers()) last = number;
    return last;
  }

  /**
   * Adds a change. A record's changes must arrive in order of their numbers. A change that is not newer than the last
   * one is ignored: it was dropped earlier, or a journal repeats what the snapshot already has.
   */
  put(number: number, recordId: string, context: ChangeContext, body: EntryBody): void {
    const series = this.#newest.named(seriesOf(recordId));
    const record = numberOf(recordId);
    const newest = series.addresses.get(record);
    const previous = newest === 0 ? 0 : this.#arena.number(newest);
    if (previous >= number) return;
    this.#add(number, series, record, context, encodeEntry(body, series.index, record, previous));
  }

  /**
   * Adds changes from `stored`. Earlier changes are already in the table or were dropped.
   * @throws Error describing the fault; the changes before it remain
   */
  restore(block: ChangeBlock): void {
    const [, names, tuples] = block;
    // Contexts are created only after the block has proved valid.
    let contexts: ChangeContext[] | undefined;
    let all: Series[] | undefined;
    eachChangeIn(block, (number, context, place, bytes, start, end) => {
      contexts ??= tuples.map((tuple) => this.contexts.intern(partsOf(tuple)));
      all ??= names.map((name) => this.#newest.named(name));
      const series = all[place]!;
      const { record } = recordOf(bytes, start);
      const newest = series.addresses.get(record);
      if (newest !== 0 && this.#arena.number(newest) >= number) return;
      setSeries(bytes, series.index, start);
      this.#add(number, series, record, contexts[context]!, bytes, start, end);
    });
  }

  #add(
    number: number,
    series: Series,
    record: number,
    context: ChangeContext,
    bytes: Buffer,
    start = 0,
    end = bytes.length,
  ): void {
    const high = Math.floor(number / LOW);
    const address = this.#arena.putPart(high, number - high * LOW, context.number, bytes, start, end);
    this.#changes.set(number, address);
    series.addresses.set(record, address);
    series.types.add(context.objectType);
    const time = timeOf(bytes, start);
    this.#age.add(number, time);
    this.#counts.add(time, kindOf(context.number, isMerged(bytes, start)));
    this.#size++;
  }

  get(number: number): RecordChange | undefined {
    const address = this.#changes.get(number);
    return address === 0 ? undefined : this.#read(number, address);
  }

  outline(number: number): ChangeOutline | undefined {
    const address = this.#changes.get(number);
    return address === 0 ? undefined : this.#read(number, address, false);
  }

  /** Iterates over the changes above a number, in order. The table may change during the iteration. */
  *after(number: number): Iterable<ChangeOutline> {
    for (const next of this.#changes.numbers(number + 1)) yield this.#read(next, this.#changes.get(next), false);
  }

  /** Returns the counts by day and kind, in any order. */
  *counts(): Iterable<CountedChanges> {
    for (const { day, kind, count } of this.#counts.all()) {
      const { action, objectType, reason } = this.contexts.at(kind >>> 1);
      yield { day, action, objectType, reason, isMerged: (kind & 1) === 1, count };
    }
  }

  has(recordId: string): boolean {
    return this.#newest.addressOf(recordId) !== 0;
  }

  /** Iterates, in Id order, over the Ids of a type's records with a history. @param after the last Id to skip */
  *records(type: string, after?: string): Iterable<string> {
    for (const { id, address } of this.#newest.entries(type, after))
      if (this.contexts.at(this.#arena.shape(address)).objectType === type) yield id;
  }

  /** Iterates over a record's changes, newest first. The table may change during the iteration. */
  *of(recordId: string): Iterable<RecordChange> {
    for (const number of this.#numbersOf(recordId)) {
      const change = this.get(number);
      if (change === undefined) return;
      yield change;
    }
  }

  /**
   * @param isWhole whether to check all data that `erase` reads, not only what `put` reads
   * @throws if it cannot be read
   */
  mustBeReadable(recordId: string, isWhole: boolean): void {
    const newest = this.#newest.addressOf(recordId);
    if (newest === 0) return;
    this.#arena.number(newest);
    if (isWhole) for (const number of this.#numbersOf(recordId)) this.#arena.payload(this.#changes.get(number));
  }

  /** Removes all changes to a record, and overwrites their bytes. */
  erase(recordId: string): void {
    for (const number of [...this.#numbersOf(recordId)]) this.#drop(number);
    this.#arena.tidy(1 << 16, this);
  }

  /**
   * Drops at most `atMost` changes that are older than `age` milliseconds, oldest first. See `HistoryAge`.
   * @returns whether there may be more
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

  /** Iterates over all changes in order, with bytes that are valid until the table changes. */
  *stored(): Iterable<StoredChange> {
    for (const number of this.#changes.numbers()) {
      const address = this.#changes.get(number);
      const bytes = this.#arena.payload(address);
      const series = this.#newest.at(recordOf(bytes).series).name;
      yield { number, context: this.contexts.at(this.#arena.shape(address)), series, bytes };
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
    const { addresses } = this.#newest.at(series);
    if (addresses.get(record) === from) addresses.set(record, to);
  }

  *#numbersOf(recordId: string): Iterable<number> {
    const newest = this.#newest.addressOf(recordId);
    let number = newest === 0 ? 0 : this.#arena.number(newest);
    while (number !== 0) {
      const address = this.#changes.get(number);
      if (address === 0) return;
      const previous = previousOf(this.#arena.payload(address));
      yield number;
      number = previous;
    }
  }

  #drop(number: number): void {
    const address = this.#changes.get(number);
    const bytes = this.#arena.payload(address);
    const { series, record } = recordOf(bytes);
    const [time, wasMerged] = [timeOf(bytes), isMerged(bytes)];
    this.#counts.remove(time, kindOf(this.#arena.shape(address), wasMerged));
    const { addresses } = this.#newest.at(series);
    if (addresses.get(record) === address) addresses.set(record, 0);
    this.#arena.free(address);
    this.#changes.set(number, 0);
    this.#size--;
  }

  #read(number: number, address: number, withBefore = true): RecordChange {
    const entry = decodeEntry(this.#arena.payload(address), withBefore);
    const { action, client, objectType, reason, scenarioId } = this.contexts.at(this.#arena.shape(address));
    return {
      number,
      recordId: joinId(this.#newest.at(entry.series).name, entry.record),
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
      ...(entry.group !== undefined && { group: entry.group }),
      ...(entry.mergedInto !== undefined && { mergedInto: entry.mergedInto }),
      ...(entry.before !== undefined && { before: JSON.parse(entry.before) as FieldValues }),
      client,
      time: new Date(entry.time).toISOString(),
      ...(entry.request !== undefined && { request: entry.request }),
    };
  }
}

const HOUR = 60 * 60 * 1000;
/** If there is no change for longer than this, in milliseconds, the rest of the pause is not counted. */
export const LONGEST_SILENCE = 7 * 24 * HOUR;

/** The number of a change, and its counted time. */
interface Mark {
  readonly number: number;
  readonly at: number;
}

/**
 * The age of changes, in counted time, which a wrong clock cannot distort. Between two changes, at least zero and at
 * most a week is counted. If the clock is 91 days ahead for a while, the history therefore ages by only a week and does
 * not expire. Changes before long pauses are kept longer.
 */
export class HistoryAge {
  /** One mark for each hour of counted time, oldest first. */
  readonly #marks: Mark[] = [];
  #at = 0;
  #newest = 0;
  #time = 0;

  /** Changes must be added in order of their numbers. @param time milliseconds since the epoch */
  add(number: number, time: number): void {
    if (this.#newest !== 0) this.#at += counted(this.#time, time);
    this.#newest = number;
    this.#time = time;
    const last = this.#marks.at(-1);
    if (last === undefined || this.#at >= last.at + HOUR) this.#marks.push({ number, at: this.#at });
  }

  /** @param age milliseconds @returns the number below which all changes are older, to the hour; 0: none is older */
  olderThan(age: number, now: number): number {
    if (this.#newest === 0) return 0;
    const bound = this.#at + counted(this.#time, now) - age;
    if (this.#at < bound) return this.#newest + 1;
    // The changes between two marks were made within one hour.
    let older = 0;
    while (older + 1 < this.#marks.length && this.#marks[older]!.at + HOUR <= bound) older++;
    return older === 0 ? 0 : this.#marks[older]!.number;
  }

  forget(number: number): void {
    let gone = 0;
    while (gone < this.#marks.length - 1 && this.#marks[gone + 1]!.number <= number) gone++;
    this.#marks.splice(0, gone);
  }
}

function counted(from: number, to: number): number {
  return Math.min(Math.max(to - from, 0), LONGEST_SILENCE);
}
