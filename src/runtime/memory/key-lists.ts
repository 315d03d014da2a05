import { KeyTable, type KeyTableImage } from './key-table.js';
import { ListPool, type ListPoolImage } from './list-pool.js';

export interface KeyListsImage {
  readonly pool: ListPoolImage;
  readonly table: KeyTableImage;
}

/** Lists of value ids (above 0) by uint32 key. The ids are ascending. */
export class KeyLists {
  readonly pool: ListPool;
  private readonly table: KeyTable;

  constructor(image?: KeyListsImage) {
    this.pool = new ListPool(image?.pool);
    this.table = new KeyTable(image?.table);
  }

  image(): KeyListsImage {
    return { pool: this.pool.image(), table: this.table.image() };
  }

  add(key: number, id: number): void {
    const head = this.table.get(key);
    const next = this.pool.insert(head, id);
    if (next !== head) this.table.set(key, next);
  }

  /** Returns the head of the key's list in `pool`, or 0 if there is none. */
  head(key: number): number {
    return this.table.get(key);
  }

  fetch(keys: readonly number[]): void {
    this.table.fetch(keys);
  }

  get keys(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.table.bytes + this.pool.bytes;
  }
}
