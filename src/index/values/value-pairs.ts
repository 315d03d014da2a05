import { hashPair } from '../../runtime/memory/hash.js';
import { IntColumn } from '../../runtime/memory/buffers.js';
import { KeyLists, type KeyListsImage } from '../../runtime/memory/key-lists.js';
import { ListPool } from '../../runtime/memory/list-pool.js';

export interface ValuePairsImage {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly size: number;
  readonly byHash: KeyListsImage;
}

/** Distinct pairs of value ids (0 for a blank), numbered from 1. Only a `Compaction` removes unused pairs. */
export class ValuePairs {
  readonly first: IntColumn;
  readonly second: IntColumn;
  size: number;
  private readonly byHash: KeyLists;

  constructor(image?: ValuePairsImage) {
    this.first = new IntColumn(image?.first);
    this.second = new IntColumn(image?.second);
    this.size = image?.size ?? 0;
    this.byHash = new KeyLists(image?.byHash);
  }

  image(): ValuePairsImage {
    return { first: this.first.data, second: this.second.data, size: this.size, byHash: this.byHash.image() };
  }

  /** Returns a pair's number: 0 if the pair is unknown, the newest number if it was added several times. */
  find(first: number, second: number): number {
    const head = this.byHash.head(hashPair(first, second));
    if (head >= 0) return head !== 0 && this.is(head, first, second) ? head : 0;
    const page = this.byHash.pool.pages[ListPool.page(head)]!;
    const start = ListPool.start(head);
    for (let i = start + this.byHash.pool.length(head) - 1; i >= start; i--)
      if (this.is(page[i]!, first, second)) return page[i]!;
    return 0;
  }

  /** @returns a new number, even if the pair is known */
  add(first: number, second: number): number {
    const id = ++this.size;
    this.first.set(id, first);
    this.second.set(id, second);
    this.byHash.add(hashPair(first, second), id);
    return id;
  }

  get bytes(): number {
    return this.first.bytes + this.second.bytes + this.byHash.bytes;
  }

  private is(id: number, first: number, second: number): boolean {
    return this.first.get(id) === first && this.second.get(id) === second;
  }
}
