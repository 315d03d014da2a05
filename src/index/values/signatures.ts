import type { Signature } from '../../matching/method.js';
import type { BitSet } from '../../memory/bit-set.js';
import { IntColumn } from '../../memory/buffers.js';
import { masked } from '../../memory/image.js';

/** The two ints of a value, in bytes. */
const BYTES = 8;

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

  /**
   * Those of values that there are do not change.
   *
   * @param hidden values whose signatures are not to be in copies of it
   */
  image(hidden: BitSet): Int32Array {
    return masked(this.column.data, (bytes, at) => {
      for (const value of hidden.members(Math.floor(at / BYTES), Math.ceil((at + bytes.length) / BYTES)))
        bytes.fill(0, Math.max(0, value * BYTES - at), (value + 1) * BYTES - at);
    });
  }

  get bytes(): number {
    return this.column.bytes;
  }
}
