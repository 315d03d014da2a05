import type { StoredRecord } from '../records/record.js';
import { RecordArena, type ArenaOwner } from './record-arena.js';
import { joinId, numberOf, seriesOf } from './record-key.js';
import { RecordShapes, type Shape } from './record-shapes.js';
import type { RecordJson } from './record-store.js';
import { SortedPages } from './sorted-pages.js';

interface Series {
  readonly index: number;
  readonly name: string;
  /** Arena addresses by number; 0 is "no record". */
  readonly slots: SortedPages;
  /** Every type that ever stood here: in practice one. */
  readonly types: Set<string>;
}

/** One record as the snapshot writes it: nothing parsed. */
export interface EncodedRecord {
  readonly id: string;
  readonly shape: Shape;
  /** UTF-8 JSON; valid until the table changes. */
  readonly payload: Buffer;
}

/** All records by Id: four bytes of index a record, the record itself as bytes, parsed when asked for. */
export class RecordTable implements ArenaOwner {
  readonly shapes = new RecordShapes();
  readonly #arena = new RecordArena();
  readonly #series: Series[] = [];
  readonly #byName = new Map<string, Series>();
  readonly #counts = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Bytes held for records: slabs and index pages. */
  get bytes(): number {
    return this.#series.reduce((sum, series) => sum + series.slots.bytes, this.#arena.heldBytes);
  }

  count(type: string): number {
    return this.#counts.get(type) ?? 0;
  }

  get(id: string): StoredRecord | undefined {
    const address = this.#addressOf(id);
    return address === 0 ? undefined : this.#read(id, address);
  }

  /** The record without parsing its values. */
  getJson(id: string): RecordJson | undefined {
    const address = this.#addressOf(id);
    if (address === 0) return undefined;
    return this.shapes.decodeJson(id, this.shapes.at(this.#arena.shape(address)), this.#arena.text(address));
  }

  has(id: string): boolean {
    return this.#addressOf(id) !== 0;
  }

  /** @param id 18 characters; the caller has checked it */
  put(id: string, shape: Shape, payload: string | Uint8Array): void {
    const series = this.#seriesFor(id);
    const number = numberOf(id);
    const old = series.slots.get(number);
    if (old !== 0) this.#release(old);
    const address = this.#arena.put(series.index, number, shape.number, payload);
    series.slots.set(number, address);
    series.types.add(shape.type);
    this.#counts.set(shape.type, this.count(shape.type) + 1);
    this.#size++;
    if (old !== 0) this.#arena.tidy(4 * (payload.length + 64), this);
  }

  delete(id: string): boolean {
    const number = numberOf(id);
    const series = number < 0 ? undefined : this.#byName.get(seriesOf(id));
    const address = series?.slots.get(number) ?? 0;
    if (series === undefined || address === 0) return false;
    this.#release(address);
    series.slots.set(number, 0);
    this.#arena.tidy(4096, this);
    return true;
  }

  *scan(type: string): Iterable<StoredRecord> {
    for (const series of this.#inOrder()) {
      if (!series.types.has(type)) continue;
      for (const number of series.slots.numbers()) {
        const address = series.slots.get(number);
        if (this.shapes.at(this.#arena.shape(address)).type === type)
          yield this.#read(joinId(series.name, number), address);
      }
    }
  }

  /**
   * Every record in Id order, as stored. May be left and resumed while the table changes: a record that stays is met exactly once.
   */
  *encoded(): Iterable<EncodedRecord> {
    for (const series of this.#inOrder())
      for (const number of series.slots.numbers()) {
        const address = series.slots.get(number);
        const shape = this.shapes.at(this.#arena.shape(address));
        yield { id: joinId(series.name, number), shape, payload: this.#arena.payload(address) };
      }
  }

  addressOf(series: number, number: number): number {
    return this.#series[series]!.slots.get(number);
  }

  moved(series: number, number: number, to: number): void {
    this.#series[series]!.slots.set(number, to);
  }

  /** 0 where there is no such record. */
  #addressOf(id: string): number {
    const number = numberOf(id);
    return number < 0 ? 0 : (this.#byName.get(seriesOf(id))?.slots.get(number) ?? 0);
  }

  #read(id: string, address: number): StoredRecord {
    return this.shapes.decode(id, this.shapes.at(this.#arena.shape(address)), this.#arena.text(address));
  }

  #release(address: number): void {
    const { type } = this.shapes.at(this.#arena.shape(address));
    this.#counts.set(type, this.count(type) - 1);
    this.#size--;
    this.#arena.free(address);
  }

  #seriesFor(id: string): Series {
    const name = seriesOf(id);
    let series = this.#byName.get(name);
    if (series === undefined) {
      series = { index: this.#series.length, name, slots: new SortedPages(), types: new Set() };
      this.#series.push(series);
      this.#byName.set(name, series);
    }
    return series;
  }

  #inOrder(): Series[] {
    return [...this.#series].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
