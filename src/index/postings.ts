import { IntColumn } from './buffers.js';
import { ListPool } from './list-pool.js';

/** Value id -> the rows that hold the value, ascending. */
export class Postings {
  readonly pool = new ListPool();
  readonly heads = new IntColumn();

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
