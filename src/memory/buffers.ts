import { willChange } from './frozen-arrays.js';

/**
 * All bulk memory of the index comes from here: typed arrays off the JavaScript heap, so that a million records cost
 * the garbage collector nothing, and one place to change when they shall live on shared memory or be restored from a
 * file.
 */
export function int32(length: number): Int32Array {
  return new Int32Array(length);
}

export function bytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** A long column grows by a quarter, and begins to when this part of it is left. */
const LEFT = 16;
/** Numbers that each `set` copies into the larger one: more than `LEFT`, so that all are there in time. */
const SLICE = 1_024;
/** A column shorter than this is doubled at once. */
const SHORT = 1 << 14;

/**
 * A growing array of int32; what was never set reads as 0. A long one grows in slices, with every `set` when little
 * room is left: the columns of an index fill together, and copying millions of numbers of each in one go would hold the
 * event loop for some twenty milliseconds.
 */
export class IntColumn {
  /** Read it in hot loops; fetch it anew after every `set`, which may replace it. */
  data: Int32Array;
  /** The larger buffer that takes its place. `copied` entries have been copied. */
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
