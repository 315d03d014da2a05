import type { Signature } from '../../matching/method.js';
import { IntColumn } from '../../memory/buffers.js';

/** The signatures of values, by their numbers: two ints each, side by side. */
export class Signatures {
  private readonly column: IntColumn;

  constructor(image?: Int32Array) {
    this.column = new IntColumn(image);
  }

  set(value: number, signature: Signature<unknown>, prepared: unknown): void {
    // The second one first: the column then grows at once for both.
    this.column.set(value * 2 + 1, signature.marks(prepared));
    this.column.set(value * 2, signature.letters(prepared));
  }

  /** Letters and marks of a value at twice its number; read anew after every `set`. */
  get data(): Int32Array {
    return this.column.data;
  }

  /** @param without values whose signatures are not to be in it */
  image(without: Iterable<number>): Int32Array {
    let { data } = this.column;
    for (const value of without) {
      if (data === this.column.data) data = data.slice();
      data.fill(0, value * 2, value * 2 + 2);
    }
    return data;
  }

  get bytes(): number {
    return this.column.bytes;
  }
}
