import { idNumber, keyPrefixOf } from '../records/ids.js';
import type { StoredRecord } from '../records/record.js';
import type { Commit } from './commit-log.js';
import type { RecordStore } from './record-store.js';
import { RecordTable } from './record-table.js';
import type { RecordJson } from './record-view.js';

/** The reads that an overlay makes of the store below it. */
export type StoreBelow = Pick<
  RecordStore,
  'get' | 'getJson' | 'isDeleted' | 'reviewCount' | 'reviewDecisionsOf' | 'survivorOf'
>;

/**
 * Records and counters over those of a store, which is read and never written: for changes that are thrown away. Keeps
 * no history and no pairs, and knows of no deletions: nothing that is tried deletes. Records that are created in the
 * store below after the first look at their counter are not seen, for the overlay gives their Ids to its own.
 */
export class OverlayStore {
  readonly writable = true;
  readonly #records = new RecordTable();
  readonly #counters = new Map<string, number>();
  /** Counters of the store below, as they were when they were asked for first. */
  readonly #below = new Map<string, number>();
  #commits = 0;

  /** @param lastBelow the last number given out below, committed or not */
  constructor(
    private readonly below: StoreBelow,
    private readonly lastBelow: (name: string) => number,
  ) {}

  /** Bytes held for records. */
  get bytes(): number {
    return this.#records.bytes;
  }

  /** Whether an Id is the overlay's to give: nothing below has it. */
  isOwn(id: string): boolean {
    return (idNumber(id) ?? 0) > this.#counterBelow(`id:${keyPrefixOf(id)}`);
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

  /** Takes the records and counters of a commit; the rest of it is forgotten. */
  append({ changes }: Commit): Promise<number> {
    for (const change of changes) {
      if (change.kind === 'put') {
        const { shape, text } = this.#records.shapes.encode(change.record);
        this.#records.put(change.record.id, shape, text);
      } else if (change.kind === 'counter')
        this.#counters.set(change.name, Math.max(change.value, this.counter(change.name)));
      else if (change.kind === 'delete' || change.kind === 'erase')
        return Promise.reject(new Error('likeness: an overlay of the store knows no deletions'));
    }
    return Promise.resolve(++this.#commits);
  }

  #counterBelow(name: string): number {
    let value = this.#below.get(name);
    if (value === undefined) this.#below.set(name, (value = this.lastBelow(name)));
    return value;
  }
}
