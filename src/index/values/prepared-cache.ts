import { heapSize } from '../../runtime/memory/heap-size.js';

/** One of this many values is measured. */
const MEASURED = 64;
/** Minimum and maximum cache size. */
const FEWEST = 1 << 8;
const MOST = 1 << 17;
/** Slots for each value that a scan compares: scans of different queries compare the same common values. */
const PLACES_FOR_EACH = 64;
/**
 * With this many values per slot, hardly one is reused before it is replaced: caching them would only cost garbage
 * collection.
 */
const VALUES_FOR_EACH = 16;

/**
 * Direct-mapped cache of `prepare` results by value id. Grows only as far as the field's scans justify: many thousands
 * for cities, none if a query has a few candidates among hundreds of thousands.
 */
export class PreparedCache {
  private ids = new Int32Array(FEWEST);
  private values: unknown[] = new Array<unknown>(FEWEST).fill(undefined);
  private isWorthWhile = true;
  private filled = 0;
  private taken = 0;
  private measuredBytes = 0;

  get(id: number): unknown {
    const place = id & (this.ids.length - 1);
    return this.ids[place] === id ? this.values[place] : undefined;
  }

  set(id: number, value: unknown): unknown {
    if (!this.isWorthWhile) return value;
    if (this.taken++ % MEASURED === 0) this.measuredBytes += heapSize(value);
    this.place(id, value);
    return value;
  }

  /** Estimated from the measured values. */
  get bytes(): number {
    const average = this.taken === 0 ? 0 : this.measuredBytes / Math.ceil(this.taken / MEASURED);
    return this.ids.byteLength + this.values.length * 8 + Math.round(this.filled * average);
  }

  /** Grows if scans of this many candidates among this many values would benefit. */
  reserve(candidates: number, values: number): void {
    const wanted = Math.min(Math.max(candidates * PLACES_FOR_EACH, FEWEST), values, MOST);
    this.isWorthWhile = wanted * VALUES_FOR_EACH >= values;
    if (wanted <= this.ids.length || !this.isWorthWhile) return;
    const { ids, values: kept } = this;
    const places = 2 ** Math.ceil(Math.log2(wanted));
    this.ids = new Int32Array(places);
    this.values = new Array<unknown>(places).fill(undefined);
    this.filled = 0;
    ids.forEach((id, place) => {
      if (id !== 0) this.place(id, kept[place]);
    });
  }

  private place(id: number, value: unknown): void {
    const place = id & (this.ids.length - 1);
    if (this.ids[place] === 0) this.filled++;
    this.ids[place] = id;
    this.values[place] = value;
  }
}
