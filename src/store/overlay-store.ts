import { idNumber, keyPrefixOf } from '../records/ids.js';
import type { StoredRecord } from '../records/record.js';
import { idCounter } from './installation.js';
import type { Commit } from './commit-log.js';
import type { RecordStore } from './record-store.js';
import { RecordTable } from './record-table.js';
import type { RecordJson } from './record-view.js';

export type StoreBelow = Pick<
  RecordStore,
  'get' | 'getJson' | 'drawInstallation' | 'isDeleted' | 'sorted' | 'reviewCount' | 'reviewDecisionsOf' | 'survivorOf'
>;

/**
 * Records and counters on top of a store that is only read, for changes that are then discarded. Has no history, pairs
 * or deletions, because dry runs need none. Records created in the underlying store after its counter was first read
 * are hidden, because the overlay uses the same Ids.
 */
export class OverlayStore {
  readonly writable = true;
  readonly #records = new RecordTable();
  readonly #counters = new Map<string, number>();
  /** Values of the underlying store's counters when first read. */
  readonly #below = new Map<string, number>();
  #commits = 0;

  /** @param lastBelow returns the last number that the underlying store has issued, even if not committed */
  constructor(
    private readonly below: StoreBelow,
    private readonly lastBelow: (name: string) => number,
  ) {}

  get bytes(): number {
    return this.#records.bytes;
  }

  /** Returns whether a record exists only in the overlay. */
  isOwn(id: string): boolean {
    return (idNumber(id) ?? 0) > this.#counterBelow(idCounter(keyPrefixOf(id)));
  }

  get(id: string): StoredRecord | undefined {
    return this.#records.get(id) ?? (this.isOwn(id) ? undefined : this.below.get(id));
  }

  getJson(id: string): RecordJson | undefined {
    return this.#records.getJson(id) ?? (this.isOwn(id) ? undefined : this.below.getJson(id));
  }

  counter(name: string): number {
    return this.#counters.get(name) ?? this.#counterBelow(name);
  }

  drawInstallation(above: number): number {
    return this.below.drawInstallation(above);
  }

  isDeleted(id: string): boolean {
    return !this.isOwn(id) && this.below.isDeleted(id);
  }

  reviewCount(id: string): number {
    return this.below.reviewCount(id);
  }

  reviewDecisionsOf(id: string): ReturnType<StoreBelow['reviewDecisionsOf']> {
    return this.below.reviewDecisionsOf(id);
  }

  survivorOf(id: string): string | undefined {
    return this.below.survivorOf(id);
  }

  /** Returns the sorted list of the underlying store, without the overlay's records. */
  sorted(...asked: Parameters<StoreBelow['sorted']>): ReturnType<StoreBelow['sorted']> {
    return this.below.sorted(...asked);
  }

  /** Applies the records and counters of a commit, and ignores its other changes. */
  append({ changes }: Commit): Promise<number> {
    for (const change of changes) {
      if (change.kind === 'put') {
        const { shape, text } = this.#records.shapes.encode(change.record);
        this.#records.put(change.record.id, shape, text);
      } else if (change.kind === 'counter')
        this.#counters.set(change.name, Math.max(change.value, this.counter(change.name)));
      else if (change.kind === 'delete' || change.kind === 'erase')
        return Promise.reject(new Error('likeness: an overlay of the store cannot delete records'));
    }
    return Promise.resolve(++this.#commits);
  }

  #counterBelow(name: string): number {
    let value = this.#below.get(name);
    if (value === undefined) this.#below.set(name, (value = this.lastBelow(name)));
    return value;
  }
}
