import { IntColumn, shared } from './buffers.js';
import { ListPool } from './list-pool.js';

export interface PostingsImage {
  readonly pages: readonly Int32Array[];
  readonly heads: Int32Array;
}

/** Value id -> the rows that hold the value, ascending. */
export class Postings {
  readonly pool: ListPool;
  readonly heads: IntColumn;

  constructor(image?: PostingsImage) {
    this.pool = new ListPool(image?.pages);
    this.heads = new IntColumn(image?.heads);
  }

  /** In memory that threads share. */
  image(): PostingsImage {
    return { pages: this.pool.image(), heads: shared(this.heads.data) };
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

  get bytes(): number {
    return this.heads.bytes + this.pool.bytes;
  }
}
