import type { StoredRecord } from '../records/record.js';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { RecordArena, type ArenaOwner } from '../runtime/memory/record-arena.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import { RecordOrder, RecordOrders, type SortedRecords, type SortKey } from './record-order.js';
import { RecordShapes, type Shape } from './record-shapes.js';
import type { RecordJson } from './record-view.js';
import { SeriesTable, type Series } from './series-table.js';

export interface EncodedRecord {
  readonly id: string;
  readonly shape: Shape;
  /** UTF-8 JSON. Valid until the table is read again or changes. */
  readonly payload: Buffer;
}

/** Number of cached records, a prime. With `LONGEST_KEPT` characters each, the cache has at most a few megabytes. */
const PLACES = 1_021;
const LONGEST_KEPT = 4_096;

/** All records by Id, stored as bytes and parsed when read. The index takes four bytes per record. */
export class RecordTable implements ArenaOwner {
  readonly shapes = new RecordShapes();
  readonly #arena: RecordArena;
  readonly #series = new SeriesTable();
  readonly #counts = new Map<string, number>();
  readonly #orders = new RecordOrders();
  /** Last address read, by slot of the cache. After the second read, `#kept` has the record at this address. */
  readonly #asked = new Float64Array(PLACES);
  readonly #kept: (RecordJson | undefined)[] = new Array<undefined>(PLACES).fill(undefined);
  #size = 0;

  /** @param memory limits the bytes of records in memory; default: no limit */
  constructor(memory?: ArenaMemory) {
    this.#arena = new RecordArena(memory, true);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes in memory for records: slabs, cache and index pages. */
  get bytes(): number {
    return this.#arena.heldBytes + this.#arena.cacheBytes + this.#series.bytes;
  }

  /** Bytes of records that were moved to disk because memory is limited. */
  get diskBytes(): number {
    return this.#arena.diskBytes;
  }

  count(type: string): number {
    return this.#counts.get(type) ?? 0;
  }

  get(id: string): StoredRecord | undefined {
    const address = this.#series.addressOf(id);
    return address === 0 ? undefined : this.#read(id, address);
  }

  getJson(id: string): RecordJson | undefined {
    const address = this.#series.addressOf(id);
    if (address === 0) return undefined;
    const place = address % PLACES;
    const isAskedAgain = this.#asked[place] === address;
    const kept = isAskedAgain ? this.#kept[place] : undefined;
    if (kept !== undefined) return kept;
    const { shape, text } = this.#arena.read(address);
    const record = this.shapes.decodeJson(id, this.shapes.at(shape), text);
    this.#asked[place] = address;
    this.#kept[place] = undefined;
    if (!isAskedAgain || text.length > LONGEST_KEPT) return record;
    return (this.#kept[place] = { ...record, isKept: true });
  }

  has(id: string): boolean {
    return this.#series.addressOf(id) !== 0;
  }

  /** @param id 18 characters, checked by the caller */
  put(id: string, shape: Shape, payload: string | Uint8Array): void {
    const [series, number] = [this.#series.named(seriesOf(id)), numberOf(id)];
    const old = this.#making(series, number);
    this.#made(series, number, shape, this.#arena.put(series.index, number, shape.number, payload));
    if (old) this.#arena.tidy(4 * (payload.length + 64), this);
  }

  series(name: string): Series {
    return this.#series.named(name);
  }

  /**
   * Like `put`, but without a string for the Id, and with a part of `bytes` as payload. @param series Series of this
   * table
   */
  putIn(series: Series, number: number, shape: Shape, bytes: Uint8Array, start: number, end: number): void {
    const old = this.#making(series, number);
    this.#made(series, number, shape, this.#arena.putPart(series.index, number, shape.number, bytes, start, end));
    if (old) this.#arena.tidy(4 * (end - start + 64), this);
  }

  /** @throws if the existing record cannot be read; `put` and `delete` need it */
  mustBeReadable(id: string): void {
    const address = this.#series.addressOf(id);
    if (address === 0) return;
    const { type } = this.shapes.at(this.#arena.shape(address));
    if (this.#orders.hasType(type)) this.#arena.read(address);
  }

  delete(id: string): boolean {
    const address = this.#series.addressOf(id);
    if (address === 0) return false;
    this.#release(id, address);
    this.#series.find(id)!.addresses.set(numberOf(id), 0);
    this.#arena.tidy(4096, this);
    return true;
  }

  /** @param after the last Id to skip */
  *scan(type: string, after?: string): Iterable<StoredRecord> {
    for (const { id, address } of this.#series.entries(type, after))
      if (this.#isOf(type, address)) yield this.#read(id, address);
  }

  sorted(type: string, key: SortKey): SortedRecords {
    const make = () =>
      new RecordOrder(
        type,
        key,
        this.#series,
        (name, after) => this.scan(name, after),
        () => this.count(type),
      );
    return this.#orders.get(type, key, make);
  }

  /** Returns the number of records of a type whose Ids are lower. */
  rank(type: string, id: string): number {
    return this.#series.countBelow(type, id, (address) => this.#isOf(type, address));
  }

  /** Returns the Id of a type's record at a rank, or `undefined` if there are fewer records. */
  idAt(type: string, rank: number): string | undefined {
    return this.#series.idAt(type, rank, (address) => this.#isOf(type, address));
  }

  /** Iterates over all records in Id order, in encoded form. See `SeriesTable.entries`. */
  *encoded(): Iterable<EncodedRecord> {
    for (const { id, address } of this.#series.entries()) {
      const shape = this.shapes.at(this.#arena.shape(address));
      yield { id, shape, payload: this.#arena.payload(address) };
    }
  }

  addressOf(series: number, number: number): number {
    return this.#series.at(series).addresses.get(number);
  }

  moved(series: number, number: number, to: number): void {
    const { addresses } = this.#series.at(series);
    this.#forget(addresses.get(number));
    addresses.set(number, to);
  }

  /** Frees a record that is about to be replaced. @returns whether there was one */
  #making(series: Series, number: number): boolean {
    const old = series.addresses.get(number);
    if (old !== 0) this.#release(joinId(series.name, number), old);
    return old !== 0;
  }

  #made(series: Series, number: number, { type }: Shape, address: number): void {
    series.addresses.set(number, address);
    series.types.add(type);
    this.#counts.set(type, this.count(type) + 1);
    this.#size++;
    if (this.#orders.hasType(type)) this.#orders.add(this.#read(joinId(series.name, number), address));
  }

  #read(id: string, address: number): StoredRecord {
    const { shape, text } = this.#arena.read(address);
    return this.shapes.decode(id, this.shapes.at(shape), text);
  }

  #isOf(type: string, address: number): boolean {
    return this.shapes.at(this.#arena.shape(address)).type === type;
  }

  #forget(address: number): void {
    const place = address % PLACES;
    if (this.#asked[place] !== address) return;
    this.#asked[place] = 0;
    this.#kept[place] = undefined;
  }

  /** Removes a record. First reads it, so that an unreadable record is not removed. */
  #release(id: string, address: number): void {
    const { type } = this.shapes.at(this.#arena.shape(address));
    if (this.#orders.hasType(type)) this.#orders.remove(this.#read(id, address));
    this.#counts.set(type, this.count(type) - 1);
    this.#size--;
    this.#forget(address);
    this.#arena.free(address);
  }
}
