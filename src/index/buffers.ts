/**
 * All bulk memory of the index comes from here: typed arrays off the JavaScript heap, so that a million records cost the garbage collector nothing,
 * and one place to change when they shall live on shared memory or be restored from a file.
 */
export function int32(length: number): Int32Array {
  return new Int32Array(length);
}

export function bytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** Column sizes grow by half, and columns created one after the other grow at different lengths: one `put` copies one column, not all of them. */
let stagger = 0;

/** A growing array of int32; what was never set reads as 0. */
export class IntColumn {
  /** Read it in hot loops; fetch it anew after every `set`, which may replace it. */
  data: Int32Array;

  constructor(data?: Int32Array) {
    if (!data) stagger = (stagger + 1) % 16;
    this.data = data ?? int32(64 + stagger * 4);
  }

  get(index: number): number {
    return index < this.data.length ? this.data[index]! : 0;
  }

  set(index: number, value: number): void {
    if (index >= this.data.length) this.reserve(Math.max(index + 1, this.data.length + (this.data.length >>> 1)));
    this.data[index] = value;
  }

  /** Makes room for so many, so that they can be set without the column growing. */
  reserve(length: number): void {
    if (length <= this.data.length) return;
    const reserved = int32(length);
    reserved.set(this.data);
    this.data = reserved;
  }

  get bytes(): number {
    return this.data.byteLength;
  }
}
