import type { StoredRecord } from '../records/record.js';
import type { DayCount } from './counts-by-day.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { DrawInstallation } from './installation.js';
import { isOtherCommit, type CommitIdentity, type LogPosition } from './log-position.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { SortedRecords, SortKey } from './record-order.js';
import type { RecordJson, RecordView, RememberedAnswer, StoredNames } from './record-view.js';
import type { SuspectedPair } from './suspected-pairs.js';
import type { ReviewDecision } from './review-decisions.js';
import type { StoreStatistics } from './record-store.js';
import type { StoreState } from './store-state.js';

export abstract class CommittedView implements RecordView {
  /**
   * @param now milliseconds since the epoch; decides when remembered responses expire
   * @param drawInstallation see `RecordStore`
   */
  constructor(
    protected readonly now: () => number,
    readonly drawInstallation: DrawInstallation,
  ) {}

  protected abstract readonly state: StoreState;
  readonly #waiters = new PositionWaiters();

  get position(): number {
    return this.state.sequence;
  }

  get end(): LogPosition {
    return this.state.end;
  }

  commitAt(position: number): CommitIdentity | undefined {
    return this.state.commits.at(position);
  }

  /** Implements `SnapshotPlace.continues`. Resolves to false if the commit's identity is unknown. */
  continues({ position, last }: LogPosition): Promise<boolean> {
    const known = this.commitAt(position);
    return Promise.resolve(known !== undefined && last !== undefined && !isOtherCommit(known, last));
  }

  waitFor(position: number, signal?: AbortSignal): Promise<void> {
    return this.position >= position ? Promise.resolve() : this.#waiters.wait(position, signal);
  }

  /** Wakes the callers of `waitFor`. Must be called whenever the view shows more commits. */
  protected shown(): void {
    this.#waiters.reached(this.position);
  }

  get(id: string): StoredRecord | undefined {
    return this.state.records.get(id);
  }

  getJson(id: string): RecordJson | undefined {
    return this.state.records.getJson(id);
  }

  count(type: string): number {
    return this.state.records.count(type);
  }

  storedNames(): Iterable<StoredNames> {
    return this.state.records.shapes.storedNames();
  }

  scan(type: string, after?: string): Iterable<StoredRecord> {
    return this.state.records.scan(type, after);
  }

  rank(type: string, id: string): number {
    return this.state.records.rank(type, id);
  }

  idAt(type: string, rank: number): string | undefined {
    return this.state.records.idAt(type, rank);
  }

  sorted(type: string, key: SortKey): SortedRecords {
    return this.state.records.sorted(type, key);
  }

  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  } {
    return this.state.pairs.page(options.objectType, options.offset, options.limit);
  }

  suspectedPair(id: string): SuspectedPair | undefined {
    return this.state.pairs.get(id);
  }

  suspectedPairsOf(recordId: string): Iterable<SuspectedPair> {
    return this.state.pairs.of(recordId);
  }

  survivorOf(id: string): string | undefined {
    return this.state.merged.survivorOf(id);
  }

  mergedIds(options: Parameters<RecordView['mergedIds']>[0]): MergedIdsPage {
    const { merged } = this.state;
    const from = options.since === undefined ? 0 : merged.before(options.since);
    return merged.page(options.objectType, Math.max(options.after, from), options.limit);
  }

  get lastMerge(): string {
    return this.state.merged.latest;
  }

  reviewDecision(id: string): ReviewDecision | undefined {
    return this.state.reviews.get(id);
  }

  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision> {
    return this.state.reviews.of(recordId);
  }

  reviewCount(recordId: string): number {
    return this.state.reviews.countOf(recordId);
  }

  reviewCounts(): Iterable<DayCount<string>> {
    return this.state.reviews.counts();
  }

  reviewDecisions(before?: number): Iterable<ReviewDecision> {
    return this.state.reviews.newest(before);
  }

  remembered(key: string): RememberedAnswer | undefined {
    return this.state.answers.get(key, this.now());
  }

  counter(name: string): number {
    return this.state.counters.get(name) ?? 0;
  }

  history(recordId: string): Iterable<RecordChange> {
    return this.state.history.of(recordId);
  }

  *deletedIds(type: string, after?: string, upTo?: string): Iterable<string> {
    const { history, records } = this.state;
    for (const id of history.records(type, after)) {
      if (upTo !== undefined && id > upTo) return;
      if (!records.has(id)) yield id;
    }
  }

  isDeleted(id: string): boolean {
    const { history, records } = this.state;
    return history.has(id) && !records.has(id);
  }

  change(number: number): RecordChange | undefined {
    return this.state.history.get(number);
  }

  changesAfter(number: number): Iterable<ChangeOutline> {
    return this.state.history.after(number);
  }

  changeCounts(): Iterable<CountedChanges> {
    return this.state.history.counts();
  }

  protected memoryStatistics(): Omit<StoreStatistics, 'journalBytes' | 'journalEntries' | 'snapshotBytes'> {
    const { records, history, answers, reviews, merged, memory } = this.state;
    return {
      records: records.size,
      recordBytes: records.bytes,
      recordDiskBytes: records.diskBytes,
      changes: history.size,
      historyBytes: history.bytes,
      historyDiskBytes: history.diskBytes,
      pageReads: { hits: memory?.hits ?? 0, misses: memory?.misses ?? 0 },
      pageFault: memory?.fault,
      reviewDecisions: reviews.size,
      mergedIds: merged.size,
      answers: answers.count,
      answerBytes: answers.bytes,
    };
  }
}

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** Lets callers wait until a view shows a commit. Costs nothing while nobody waits. */
class PositionWaiters {
  readonly #waiting = new Set<Waiter>();

  /** @param signal ends the wait, which then rejects with the signal's reason */
  wait(position: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(waiter);
        reject(signal!.reason as Error);
      };
      const waiter = {
        position,
        resolve: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** Must be called when the view shows everything up to this position. */
  reached(position: number): void {
    if (this.#waiting.size === 0) return;
    for (const waiter of this.#waiting) {
      if (waiter.position > position) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}
