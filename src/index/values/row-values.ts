import { IntColumn } from '../../memory/buffers.js';
import { Postings, type PostingsImage } from '../postings.js';

export interface RowValuesImage {
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  /** Values that some row has: counting them would stall whoever takes the image over. */
  readonly used: number;
}

/** Which row has which value, both ways round. Row 0 and value 0 stand for "none". */
export class RowValues {
  /** Values that some row has. */
  used: number;
  #column: IntColumn;
  #postings: Postings;

  /** @param isJoined whether each row is placed once and no value's rows are asked for */
  constructor(
    image?: RowValuesImage,
    readonly isJoined = false,
  ) {
    this.#column = new IntColumn(image?.column);
    this.#postings = new Postings(image?.postings);
    this.used = image?.used ?? 0;
  }

  /** Row -> value id; 0 is blank. */
  get column(): IntColumn {
    return this.#column;
  }

  /** Value id -> rows. */
  get postings(): Postings {
    return this.#postings;
  }

  /** Gives a row a value, 0 for none. */
  place(row: number, value: number): void {
    const postings = this.#postings;
    const before = this.#column.get(row);
    // Even a blank takes its place: searches read the column's data directly.
    this.#column.set(row, value);
    if (this.isJoined) {
      // Values are numbered as they come.
      this.used = Math.max(this.used, value);
      return;
    }
    if (value === before) return;
    if (before !== 0) {
      postings.remove(before, row);
      if (postings.heads.get(before) === 0) this.used--;
    }
    if (value !== 0) {
      if (postings.heads.get(value) === 0) this.used++;
      postings.add(value, row);
    }
  }

  /** The same values under other numbers of their rows. */
  renumber(by: RowValues): void {
    this.#column = by.#column;
    this.#postings = by.#postings;
    this.used = by.used;
  }

  /** Gives up which row has which value. */
  forget(): void {
    this.#column = new IntColumn();
  }

  get bytes(): number {
    return this.#column.bytes + this.#postings.bytes;
  }
}
