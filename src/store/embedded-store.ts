import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Low } from 'lowdb';
import type { StoredRecord } from '../records/record.js';
import { journalText, prepareChanges } from './prepared-change.js';
import { StoreUnavailableError } from './store-errors.js';
import type { RecordJson, RememberedAnswer, SuspectedPair } from './record-view.js';
import type { RecordStore, StoreStatistics } from './record-store.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { ReviewDecision } from './review-decisions.js';
import type { Commit, LoggedCommit } from './commit-log.js';
import type { RecordChange } from './history.js';
import type { StoreAdapter, StoreData } from './store-data.js';

/** The record store over lowdb: reads go to the committed state, commits queue up and are written together. */
export class EmbeddedStore<A extends StoreAdapter = StoreAdapter> implements RecordStore {
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(
    protected readonly low: Low<StoreData>,
    protected readonly adapter: A,
    protected readonly now: () => number,
  ) {}

  get writable(): boolean {
    return !this.#closed && this.adapter.fault === undefined;
  }

  get(id: string): StoredRecord | undefined {
    return this.low.data.committed.records.get(id);
  }

  getJson(id: string): RecordJson | undefined {
    return this.low.data.committed.records.getJson(id);
  }

  count(type: string): number {
    return this.low.data.committed.records.count(type);
  }

  scan(type: string, after?: string): Iterable<StoredRecord> {
    return this.low.data.committed.records.scan(type, after);
  }

  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  } {
    return this.low.data.committed.pairs.page(options.objectType, options.offset, options.limit);
  }

  suspectedPair(id: string): SuspectedPair | undefined {
    return this.low.data.committed.pairs.get(id);
  }

  suspectedPairsOf(recordId: string): Iterable<SuspectedPair> {
    return this.low.data.committed.pairs.of(recordId);
  }

  survivorOf(id: string): string | undefined {
    return this.low.data.committed.merged.survivorOf(id);
  }

  mergedIds(options: Parameters<RecordStore['mergedIds']>[0]): MergedIdsPage {
    const { merged } = this.low.data.committed;
    const from = options.since === undefined ? 0 : merged.before(options.since);
    return merged.page(options.objectType, Math.max(options.after, from), options.limit);
  }

  get lastMerge(): string {
    return this.low.data.committed.merged.latest;
  }

  reviewDecision(id: string): ReviewDecision | undefined {
    return this.low.data.committed.reviews.get(id);
  }

  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision> {
    return this.low.data.committed.reviews.of(recordId);
  }

  reviewCount(recordId: string): number {
    return this.low.data.committed.reviews.countOf(recordId);
  }

  reviewDecisions(before?: number): Iterable<ReviewDecision> {
    return this.low.data.committed.reviews.newest(before);
  }

  remembered(key: string): RememberedAnswer | undefined {
    return this.low.data.committed.answers.get(key, this.now());
  }

  counter(name: string): number {
    return this.low.data.committed.counters.get(name) ?? 0;
  }

  history(recordId: string): Iterable<RecordChange> {
    return this.low.data.committed.history.of(recordId);
  }

  *deletedIds(type: string, after?: string, upTo?: string): Iterable<string> {
    const { history, records } = this.low.data.committed;
    for (const id of history.records(type, after)) {
      if (upTo !== undefined && id > upTo) return;
      if (!records.has(id)) yield id;
    }
  }

  isDeleted(id: string): boolean {
    const { history, records } = this.low.data.committed;
    return history.has(id) && !records.has(id);
  }

  change(number: number): RecordChange | undefined {
    return this.low.data.committed.history.get(number);
  }

  append({ changes: sent, by }: Commit): Promise<number> {
    // What is thrown here rejects the promise.
    return new Promise<number>((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailableError('the store is closed');
      const { fault } = this.adapter;
      if (fault !== undefined) throw new StoreUnavailableError(`the store is read-only: ${fault.message}`);
      const changes = prepareChanges(sent, by, this.low.data.committed);
      const texts = sent.map((change, i) => journalText(change, changes[i]!)).join(',');
      const body = `"t":[${texts}]${by === undefined ? '' : `,"by":${JSON.stringify(by)}`}}`;
      this.low.data.pending.push({ changes, body, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void> {
    return this.adapter.since(position, visit);
  }

  statistics(): StoreStatistics {
    const { records, history, answers, reviews } = this.low.data.committed;
    return {
      records: records.size,
      recordBytes: records.bytes,
      changes: history.size,
      historyBytes: history.bytes,
      reviewDecisions: reviews.size,
      mergedIds: this.low.data.committed.merged.size,
      answers: answers.count,
      answerBytes: answers.bytes,
      ...this.adapter.fileStatistics(),
    };
  }

  compact(): Promise<void> {
    return this.adapter.compact();
  }

  inspect(): Promise<void> {
    return this.adapter.inspect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.adapter.close();
  }

  /**
   * One write at a time; whatever has come in meanwhile goes with the next: at once when somebody waited already, for
   * under load an append that is begun a turn of the event loop later comes back a turn later. Otherwise the turn
   * between lets everyone who was just answered come again.
   */
  async #writeAll(): Promise<void> {
    while (this.low.data.pending.length > 0) {
      if (this.adapter.backlog === 0) await nextTurn();
      await this.low.write();
    }
    this.#writing = undefined;
  }
}
