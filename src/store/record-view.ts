import type { StoredRecord } from '../records/record.js';
import type { DayCount } from './counts-by-day.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { SortedRecords, SortKey } from './record-order.js';
import type { ReviewDecision } from './review-decisions.js';
import type { SuspectedPair } from './suspected-pairs.js';

/** A record with values as JSON texts: for answers that pass them on unparsed. */
export interface RecordJson {
  readonly id: string;
  readonly type: string;
  /** Field names of the record; many records share one list object. */
  readonly names: readonly string[];
  /** JSON text of each value, including `null`. */
  readonly values: readonly string[];
  /** The same object is returned until the record changes. */
  readonly isKept?: boolean;
}

export interface RememberedAnswer {
  /** Client, a colon, and the client's key. */
  readonly key: string;
  readonly bodyHash: string;
  readonly answer: unknown;
  /** Milliseconds since the epoch after which it may be dropped. */
  readonly expires: number;
}

export interface StoredNames {
  readonly objectType: string;
  /** Field names; `undefined`: each record contains its own. */
  readonly fields: readonly string[] | undefined;
}

/** The committed state in memory: reads are synchronous, and see whole commits only. */
export interface RecordView {
  get(id: string): StoredRecord | undefined;
  /** Like `get`, unparsed. */
  getJson(id: string): RecordJson | undefined;
  count(type: string): number;
  /** Type and field names of stored records; may include those of deleted ones. */
  storedNames(): Iterable<StoredNames>;
  /**
   * Records of a type in Id order. Each step reads the state committed at that time.
   * @param after only Ids above this one
   */
  scan(type: string, after?: string): Iterable<StoredRecord>;
  /** Number of records of a type with Ids below this one, which need not exist. */
  rank(type: string, id: string): number;
  /** The Id of a type's record at a rank in Id order; `undefined` if there are fewer. */
  idAt(type: string, rank: number): string | undefined;
  /** The records of a type sorted by a key: prepare it before reading. */
  sorted(type: string, key: SortKey): SortedRecords;
  /** Suspected pairs, newest first. */
  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  };
  suspectedPair(id: string): SuspectedPair | undefined;
  suspectedPairsOf(recordId: string): Iterable<SuspectedPair>;
  /** The record that a merged record is part of now; `undefined` if it was not merged. */
  survivorOf(id: string): string | undefined;
  /**
   * Merged Ids in order of the merges.
   * @param options.after number of an entry
   * @param options.since ISO 8601; with both, the later one applies
   */
  mergedIds(options: { objectType?: string | undefined; after: number; since?: string; limit: number }): MergedIdsPage;
  /** Time of the latest merge; `''` if there was none. */
  readonly lastMerge: string;
  reviewDecision(id: string): ReviewDecision | undefined;
  /** Decisions of people about a record, newest first. */
  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision>;
  reviewCount(recordId: string): number;
  /** Number of decisions by day and object type, unordered. */
  reviewCounts(): Iterable<DayCount<string>>;
  /** All decisions, newest first. @param before only those with a lower number */
  reviewDecisions(before?: number): Iterable<ReviewDecision>;
  remembered(key: string): RememberedAnswer | undefined;
  /** Last value of a counter, 0 if none. */
  counter(name: string): number;
  /** The changes of a record, newest first; also of a deleted one. */
  history(recordId: string): Iterable<RecordChange>;
  /**
   * Ids of the deleted records of a type that have a history, in Id order: their deletion can be undone.
   * @param after only Ids above this one
   * @param upTo only Ids up to this one
   */
  deletedIds(type: string, after?: string, upTo?: string): Iterable<string>;
  /** Whether a record is deleted and its deletion can be undone. */
  isDeleted(id: string): boolean;
  change(number: number): RecordChange | undefined;
  /** Changes of all records above a number, in order; the state may change during the iteration. */
  changesAfter(number: number): Iterable<ChangeOutline>;
  /** Number of changes by day and kind, unordered. */
  changeCounts(): Iterable<CountedChanges>;
}
