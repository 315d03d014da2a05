import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { RememberedAnswers, type AnswerBounds } from './remembered-answers.js';
import { CHANGE_COUNTER } from './history.js';
import { MergedIds } from './merged-ids.js';
import { HistoryTable } from './history-table.js';
import { SuspectedPairs } from './suspected-pairs.js';
import { CommitRanges, type CommitRange } from './commit-ranges.js';
import type { CommitIdentity, LogPosition } from './log-position.js';
import type { PreparedChange } from './prepared-change.js';
import { RecordTable } from './record-table.js';
import { ReviewDecisions } from './review-decisions.js';

/** Number of suspected pairs removed per turn of the event loop, in a few milliseconds. */
const PAIRS_AT_ONCE = 500;

/** The committed state in memory. Only whole transactions change it. */
export class StoreState {
  readonly records: RecordTable;
  readonly history: HistoryTable;
  readonly pairs = new SuspectedPairs();
  readonly merged = new MergedIds();
  readonly reviews = new ReviewDecisions();
  readonly answers: RememberedAnswers;
  readonly counters = new Map<string, number>();
  sequence = 0;
  last: CommitIdentity | undefined;
  readonly commits = new CommitRanges();

  /** @param memory limits the bytes of records and history in memory; default: no limit */
  constructor(
    answerBounds?: AnswerBounds,
    readonly memory?: ArenaMemory,
  ) {
    // The history is created first and therefore moved to disk first, because searches do not read it.
    this.history = new HistoryTable(memory);
    this.records = new RecordTable(memory);
    this.answers = new RememberedAnswers(answerBounds);
  }

  /**
   * Removes the pairs of deleted records, in steps. Must be awaited after the changes are on disk and before `apply`.
   * Until it is done, readers may see a record with fewer pairs, but no pair without its record.
   * @returns `undefined` (no cost) if there are few pairs
   */
  removeManyPairs(changes: readonly PreparedChange[]): Promise<void> | undefined {
    for (const change of changes)
      if ((change.kind === 'delete' || change.kind === 'erase') && this.pairs.countOf(change.id) > PAIRS_AT_ONCE)
        return this.#removePairs(changes);
    return undefined;
  }

  async #removePairs(changes: readonly PreparedChange[]): Promise<void> {
    for (const change of changes) {
      if (change.kind !== 'delete' && change.kind !== 'erase') continue;
      while (this.pairs.countOf(change.id) > PAIRS_AT_ONCE) {
        this.pairs.putAsideOf(change.id, PAIRS_AT_ONCE);
        await nextTurn();
      }
    }
  }

  /**
   * Applies changes. Each change has the new value, so applying it again produces the same state, because a snapshot is
   * written while the store is in use.
   * @param now milliseconds since the epoch, to expire responses
   * @param last identity of the transaction
   * @throws if data that a change replaces cannot be read; no change is then applied
   */
  apply(changes: readonly PreparedChange[], sequence: number, now: number, last?: CommitIdentity): void {
    if (this.memory === undefined) this.#applyAll(changes, now);
    else
      this.memory.keepingReads(() => {
        for (const change of changes) this.#mustBeReadable(change);
        this.#applyAll(changes, now);
      });
    this.sequence = sequence;
    this.last = last;
    this.commits.add(sequence, last);
  }

  #applyAll(changes: readonly PreparedChange[], now: number): void {
    for (const change of changes) this.#applyOne(change, changes, now);
  }

  /** Sets the log position of contents that `apply` did not add. */
  standsAt(sequence: number, commits: readonly CommitRange[]): void {
    this.commits.extend(commits, sequence);
    this.sequence = sequence;
    this.last = this.commits.at(sequence);
  }

  /** Hides the pairs of a deleted record. If there is no history to undo the deletion, removes them. */
  #deletePairs(id: string, changes: readonly PreparedChange[]): void {
    const isUndoable = this.history.has(id) || changes.some((change) => change.kind === 'history' && change.id === id);
    if (isUndoable) this.pairs.putAsideOf(id);
    else this.pairs.removeOf(id);
  }

  #mustBeReadable(change: PreparedChange): void {
    switch (change.kind) {
      case 'put':
      case 'delete':
        this.records.mustBeReadable(change.id);
        return;
      case 'history':
        this.history.mustBeReadable(change.id, false);
        return;
      case 'erase':
        this.records.mustBeReadable(change.id);
        this.history.mustBeReadable(change.id, true);
    }
  }

  #applyOne(change: PreparedChange, changes: readonly PreparedChange[], now: number): void {
    switch (change.kind) {
      case 'put': {
        const isBack = this.pairs.hasAside(change.id) && !this.records.has(change.id);
        this.records.put(change.id, change.shape, change.text);
        if (isBack) this.pairs.bringBackOf(change.id, (id) => this.records.has(id));
        return;
      }
      case 'delete':
        this.records.delete(change.id);
        this.#deletePairs(change.id, changes);
        return;
      case 'suspect':
        this.pairs.put(change.pair);
        return;
      case 'review':
        for (const { id } of change.decision.pairs) this.pairs.remove(id);
        this.reviews.put(change.decision, change.text);
        return;
      case 'merged':
        this.merged.put(change.entry);
        return;
      case 'revoke':
        this.reviews.remove(change.id);
        return;
      case 'remember':
        this.answers.put(change.key, change.bodyHash, change.expires, change.text, now);
        return;
      case 'counter':
        this.raiseCounter(change.name, change.value);
        return;
      case 'history':
        this.raiseCounter(CHANGE_COUNTER, change.number);
        this.history.put(change.number, change.id, change.context, change);
        return;
      case 'erase':
        this.records.delete(change.id);
        this.pairs.removeOf(change.id);
        this.reviews.removeOf(change.id);
        this.pairs.forgetMoved(this.merged.survivorOf(change.id), change.id);
        this.merged.erase(change.id);
        this.history.erase(change.id);
        this.answers.erase(change.id);
    }
  }

  close(): void {
    this.memory?.close();
  }

  get end(): LogPosition {
    return { position: this.sequence, last: this.last };
  }

  /** Returns whether a record is stored, or may be restored by undoing its deletion. */
  isKnown(id: string): boolean {
    return this.records.has(id) || this.history.has(id);
  }

  raiseCounter(name: string, value: number): void {
    this.counters.set(name, Math.max(value, this.counters.get(name) ?? 0));
  }
}
