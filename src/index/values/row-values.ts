import { IntColumn } from '../../runtime/memory/buffers.js';
import { Postings, type PostingsImage } from '../postings.js';

interface RowValuesImage {
  readonly column: Int32Array;
  readonly postings: PostingsImage;
  /** Number of values that some row has. Stored because counting them would block the thread that loads the image. */
  readonly used: number;
}

/** Values by row, and rows by value. Row 0 and value 0 mean "none". */
export class RowValues {
  used: number;
  #column: IntColumn;
  #postings: Postings;

  /** @param isJoined whether each row is set only once and posting lists are never read */
  constructor(
    image?: RowValuesImage,
    readonly isJoined = false,
  ) {
    this.#column = new IntColumn(image?.column);
    this.#postings = new Postings(image?.postings);
    this.used = image?.used ?? 0;
  }

  get column(): IntColumn {
    return this.#column;
  }

  get postings(): Postings {
    return this.#postings;
  }

  place(row: number, value: number): void {
    const postings = this.#postings;
    const before = this.#column.get(row);
    // Set even for a blank, because searches read the column's data directly.
    this.#column.set(row, value);
    if (this.isJoined) {
      // Values are numbered in the order in which they are added.
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

  renumber(by: RowValues): void {
    this.#column = by.#column;
    this.#postings = by.#postings;
    this.used = by.used;
  }

  forget(): void {
    this.#column = new IntColumn();
  }

  get bytes(): number {
    return this.#column.bytes + this.#postings.bytes;
  }
}
