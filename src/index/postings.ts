import { IntColumn } from '../runtime/memory/buffers.js';
import { ListPool, type ListPoolImage } from '../runtime/memory/list-pool.js';

export interface PostingsImage {
  readonly pool: ListPoolImage;
  readonly heads: Int32Array;
}

/** Posting lists: for each value id, the rows that have the value, ascending. */
export class Postings {
  readonly pool: ListPool;
  readonly heads: IntColumn;

  constructor(image?: PostingsImage) {
    this.pool = new ListPool(image?.pool);
    this.heads = new IntColumn(image?.heads);
  }

  image(): PostingsImage {
    return { pool: this.pool.image(), heads: this.heads.data };
  }

  add(value: number, row: number): void {
    this.heads.set(value, this.pool.insert(this.heads.get(value), row));
  }

  remove(value: number, row: number): void {
    this.heads.set(value, this.pool.remove(this.heads.get(value), row));
  }

  count(value: number): number {
    return this.pool.length(this.heads.get(value));
  }

  rows(value: number): number[] {
    return this.pool.toArray(this.heads.get(value));
  }

  /** Reads up to `most` of a value's rows that are greater than `row`. @returns the number of rows read */
  rowsAbove(row: number, value: number, into: Int32Array, most: number): number {
    return this.pool.readAbove(this.heads.get(value), row, into, most);
  }

  get bytes(): number {
    return this.heads.bytes + this.pool.bytes;
  }
}
