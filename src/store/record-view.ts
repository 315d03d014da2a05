import type { StoredRecord } from '../records/record.js';
import type { DayCount } from './counts-by-day.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { SortedRecords, SortKey } from './record-order.js';
import type { ReviewDecision } from './review-decisions.js';
import type { SuspectedPair } from './suspected-pairs.js';

/** A record whose values are JSON strings, for responses that contain them unparsed. */
export interface RecordJson {
  readonly id: string;
  readonly type: string;
  /** Field names of the record. Many records share the same list object. */
  readonly names: readonly string[];
  /** JSON of each value, including `null`. */
  readonly values: readonly string[];
  /** Whether the same object is returned until the record changes. */
  readonly isKept?: boolean;
}

export interface RememberedAnswer {
  /** Client, a colon, and the client's key. */
  readonly key: string;
  readonly bodyHash: string;
  readonly answer: unknown;
  /** Time, in milliseconds since the epoch, after which the response may be dropped. */
  readonly expires: number;
}

export interface StoredNames {
  readonly objectType: string;
  /** Field names. `undefined` if each record contains its own. */
  readonly fields: readonly string[] | undefined;
}

/** The committed state in memory. Reads are synchronous and see only whole commits. */
export interface RecordView {
  get(id: string): StoredRecord | undefined;
  /** Like `get`, but returns the values as unparsed JSON. */
  getJson(id: string): RecordJson | undefined;
  count(type: string): number;
  /** Returns type and field names of stored records, possibly including those of deleted records. */
  storedNames(): Iterable<StoredNames>;
  /**
   * Iterates over the records of a type in Id order. Each step reads the state committed at that time.
   * @param after exclusive lower bound of the Ids
   */
  scan(type: string, after?: string): Iterable<StoredRecord>;
  /** Returns the number of records of a type with Ids below this Id, which need not exist. */
  rank(type: string, id: string): number;
  /** Returns the Id of a type's record at a rank in Id order. `undefined` if there are fewer records. */
  idAt(type: string, rank: number): string | undefined;
  /** Returns the records of a type sorted by a key. The caller must call `prepare` on the result before reading it. */
  sorted(type: string, key: SortKey): SortedRecords;
  /** Returns suspected pairs, newest first. */
  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  };
  suspectedPair(id: string): SuspectedPair | undefined;
  suspectedPairsOf(recordId: string): Iterable<SuspectedPair>;
  /** Returns the record that a merged record is now part of. `undefined` if it was not merged. */
  survivorOf(id: string): string | undefined;
  /**
   * Returns merged Ids in order of the merges.
   * @param options.after number of an entry
   * @param options.since ISO 8601; if both are set, the later position applies
   */
  mergedIds(options: { objectType?: string | undefined; after: number; since?: string; limit: number }): MergedIdsPage;
  /** Time of the latest merge. Empty if there was no merge. */
  readonly lastMerge: string;
  reviewDecision(id: string): ReviewDecision | undefined;
  /** Iterates over people's decisions about a record, newest first. */
  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision>;
  reviewCount(recordId: string): number;
  /** Returns the numbers of decisions by day and object type, in no particular order. */
  reviewCounts(): Iterable<DayCount<string>>;
  /** Iterates over all decisions, newest first. @param before exclusive upper bound of their numbers */
  reviewDecisions(before?: number): Iterable<ReviewDecision>;
  remembered(key: string): RememberedAnswer | undefined;
  /** Returns the last value of a counter, or 0. */
  counter(name: string): number;
  /** Iterates over the changes of a record, newest first. The record may be deleted. */
  history(recordId: string): Iterable<RecordChange>;
  /**
   * Iterates, in Id order, over the deleted records of a type that have a history, so that the deletion can be undone.
   * @param after exclusive lower bound
   * @param upTo inclusive upper bound
   */
  deletedIds(type: string, after?: string, upTo?: string): Iterable<string>;
  /** Returns whether a record is deleted and its deletion can be undone. */
  isDeleted(id: string): boolean;
  change(number: number): RecordChange | undefined;
  /** Iterates over the changes above a number, in order. The state may change during the iteration. */
  changesAfter(number: number): Iterable<ChangeOutline>;
  /** Returns the numbers of changes by day and kind, in no particular order. */
  changeCounts(): Iterable<CountedChanges>;
}
