import { heapSize } from '../../runtime/memory/heap-size.js';

/** One in this many values is measured. */
const MEASURED = 64;
const FEWEST = 1 << 8;
const MOST = 1 << 17;
/** Number of slots per candidate of a search. Even different searches compare many of the same common values. */
const PLACES_FOR_EACH = 64;
/** Maximum number of values per slot. Beyond this, a cached value is rarely used again before it is replaced. */
const VALUES_FOR_EACH = 16;

/** Direct-mapped cache of `prepare` results, by value id. Grows only if searches compare many candidates. */
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

  get bytes(): number {
    const average = this.taken === 0 ? 0 : this.measuredBytes / Math.ceil(this.taken / MEASURED);
    return this.ids.byteLength + this.values.length * 8 + Math.round(this.filled * average);
  }

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
