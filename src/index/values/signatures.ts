import type { Signature } from '../../matching/method.js';
import type { BitSet } from '../../runtime/memory/bit-set.js';
import { IntColumn } from '../../runtime/memory/buffers.js';
import { masked } from '../../runtime/memory/image.js';

const BYTES = 8;

/** Signatures by value id: two adjacent 32-bit words each. */
export class Signatures {
  private readonly column: IntColumn;

  constructor(image?: Int32Array) {
    this.column = new IntColumn(image);
  }

  set(value: number, signature: Signature<unknown>, prepared: unknown): void {
    // The second word is set first, so that the column grows only once.
    this.column.set(value * 2 + 1, signature.marks(prepared));
    this.column.set(value * 2, signature.letters(prepared));
  }

  /** The letters and marks of value v start at `2 * v`. Do not keep `data`: `set` may replace it. */
  get data(): Int32Array {
    return this.column.data;
  }

  /** @param hidden values whose signatures are omitted from copies */
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
