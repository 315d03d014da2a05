/** Where the first record begins: 0 stands for none. */
const FIRST = 1;
/** Integers kept of a column's values at the most: 64 MiB, of which only what is written to takes memory. */
const MOST = 1 << 24;
const MOST_OF_EACH = 256;

/** Arrays on memory that threads share. */
export interface KeptImage {
  readonly data: Int32Array;
  /** Value -> where in `data` its record begins; 0 for none. */
  readonly places: Int32Array;
  /** In its only place: where the next record may begin. */
  readonly next: Int32Array;
}

/**
 * Records of integers by value number, each made by the first thread that needs it and read by all. What there is no room for is not kept: common values come first, and
 * whatever is not there can be made again.
 */
export class KeptRecords {
  readonly data: Int32Array;
  private readonly places: Int32Array;
  private readonly next: Int32Array;

  /** @param image its arrays become this one's */
  constructor(image: KeptImage) {
    this.data = image.data;
    this.places = image.places;
    this.next = image.next;
  }

  /** @param values the greatest number */
  static room(values: number): KeptImage {
    const image = { data: shared(FIRST + Math.min(MOST, values * MOST_OF_EACH)), places: shared(values + 1) };
    return { ...image, next: shared(1).fill(FIRST) };
  }

  /** Where the value's record begins in `data`; 0 where none is kept. */
  find(value: number): number {
    return Atomics.load(this.places, value);
  }

  /** @returns where in `data` there is room for a record, which is then written and made known by `keep`; 0 where there is none */
  reserve(length: number): number {
    // Looked at first, so that it does not grow past what it can hold.
    if (Atomics.load(this.next, 0) + length > this.data.length) return 0;
    const at = Atomics.add(this.next, 0, length);
    return at + length > this.data.length ? 0 : at;
  }

  keep(value: number, at: number): void {
    Atomics.store(this.places, value, at);
  }
}

function shared(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * 4));
}
