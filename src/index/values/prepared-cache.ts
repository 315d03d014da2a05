import { heapSize } from '../../memory/heap-size.js';

/** One value of so many is measured. */
const MEASURED = 64;
/** Fewest and most values kept. */
const FEWEST = 1 << 8;
const MOST = 1 << 17;
/** Places for each value that a scan compares: scans of different queries meet the same common values. */
const PLACES_FOR_EACH = 64;
/**
 * With this many values to a place, hardly one is asked for again before another takes its place: keeping them would
 * only make work for the garbage collector.
 */
const VALUES_FOR_EACH = 16;

/**
 * Results of `prepare` for some stored values: one to a place, by id. As large as the scans of the indexed
 * field make worth while, and no larger: many thousands for cities, none where a query has a handful of candidates of
 * hundreds of thousands.
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

  /** Estimated by the average of the values that were measured. */
  get bytes(): number {
    const average = this.taken === 0 ? 0 : this.measuredBytes / Math.ceil(this.taken / MEASURED);
    return this.ids.byteLength + this.values.length * 8 + Math.round(this.filled * average);
  }

  /** Grows where scans of this many candidates, of so many values in all, would gain by it. */
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
