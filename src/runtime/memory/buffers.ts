import { willChange } from './frozen-arrays.js';

/**
 * Allocates the large arrays of the index outside the JavaScript heap, so that a million records cost the garbage
 * collector nothing.
 */
export function int32(length: number): Int32Array {
  return new Int32Array(length);
}

export function bytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** A long column begins to grow when only one in this many entries is unused. */
const LEFT = 16;
/** Number of entries that each `set` copies to the larger buffer. Must exceed `LEFT`, so that copying ends in time. */
const SLICE = 1_024;
/** Minimum length of a long column. Shorter columns are doubled in one step. */
const SHORT = 1 << 14;

/**
 * A growing array of int32. Numbers that were not set read as 0. A long array is copied in slices, one per `set`,
 * because all columns of an index fill at the same time. Copying them in one step would block the event loop for 20 ms.
 */
export class IntColumn {
  /** The entries, for hot loops. Do not keep `data`: `set` may replace it. */
  data: Int32Array;
  /** The larger buffer that will replace `data`. The first `copied` entries have been copied. */
  private larger: Int32Array | undefined;
  private copied = 0;

  constructor(data?: Int32Array) {
    this.data = data ?? int32(64);
  }

  get(index: number): number {
    return index < this.data.length ? this.data[index]! : 0;
  }

  set(index: number, value: number): void {
    const { length } = this.data;
    if (index >= length) this.growTo(Math.max(index + 1, grown(length)));
    else if (index >= length - length / LEFT || this.larger !== undefined) this.growFurther();
    willChange(this.data, index, index + 1);
    this.data[index] = value;
    if (this.larger !== undefined) this.larger[index] = value;
  }

  get bytes(): number {
    return this.data.byteLength + (this.larger?.byteLength ?? 0);
  }

  private growTo(length: number): void {
    const larger = int32(length);
    larger.set(this.data);
    this.data = larger;
    this.larger = undefined;
  }

  private growFurther(): void {
    const { data } = this;
    if (data.length < SHORT) return;
    if (this.larger === undefined) {
      this.larger = int32(grown(data.length));
      this.copied = 0;
    }
    const end = Math.min(this.copied + SLICE, data.length);
    this.larger.set(data.subarray(this.copied, end), this.copied);
    this.copied = end;
    if (end < data.length) return;
    this.data = this.larger;
    this.larger = undefined;
  }
}

function grown(length: number): number {
  return length < SHORT ? length * 2 : length + (length >>> 2);
}
