import type { StoredRecord } from '../records/record.js';
import type { DayCount } from './counts-by-day.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { SortedRecords, SortKey } from './record-order.js';
import type { ReviewDecision } from './review-decisions.js';
import type { SuspectedPair } from './suspected-pairs.js';

/** A record whose values are JSON, for responses that contain them without parsing. */
export interface RecordJson {
  readonly id: string;
  readonly type: string;
  /** Field names. Many records share one list. */
  readonly names: readonly string[];
  /** JSON of each value, including `null`. */
  readonly values: readonly string[];
  /** Whether the same object is returned until the record changes. */
  readonly isKept?: boolean;
}

export interface RememberedAnswer {
  /** Client, colon, and the client's key. */
  readonly key: string;
  readonly bodyHash: string;
  readonly answer: unknown;
  /** Milliseconds since the epoch after which the response may be dropped. */
  readonly expires: number;
}

export interface StoredNames {
  readonly objectType: string;
  /** Field names, or `undefined` if each record has its own. */
  readonly fields: readonly string[] | undefined;
}

/** The committed state in memory. Reads are synchronous, and see only whole commits. */
export interface RecordView {
  get(id: string): StoredRecord | undefined;
  /** Like `get`, but the values are JSON. */
  getJson(id: string): RecordJson | undefined;
  count(type: string): number;
  /** Returns the types and field names of stored records, perhaps including deleted records. */
  storedNames(): Iterable<StoredNames>;
  /**
   * Iterates over the records of a type in Id order. Each step reads the state at that time.
   * @param after the last Id to skip
   */
  scan(type: string, after?: string): Iterable<StoredRecord>;
  /** Returns the number of records of a type whose Ids are lower than this Id, which need not exist. */
  rank(type: string, id: string): number;
  /** Returns the Id of a type's record at a rank in Id order, or `undefined` if there are fewer records. */
  idAt(type: string, rank: number): string | undefined;
  /** Returns the records of a type, sorted by a key. Before reading the result, the caller must call its `prepare`. */
  sorted(type: string, key: SortKey): SortedRecords;
  /** Returns suspected pairs, newest first. */
  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  };
  suspectedPair(id: string): SuspectedPair | undefined;
  suspectedPairsOf(recordId: string): Iterable<SuspectedPair>;
  /** Returns the record that a merged record is now part of, or `undefined` if it was not merged. */
  survivorOf(id: string): string | undefined;
  /**
   * Returns merged Ids in order of the merges.
   * @param options.after number of an entry
   * @param options.since ISO 8601; if both are set, the later position applies
   */
  mergedIds(options: { objectType?: string | undefined; after: number; since?: string; limit: number }): MergedIdsPage;
  /** Time of the last merge, or `''` if there was none. */
  readonly lastMerge: string;
  reviewDecision(id: string): ReviewDecision | undefined;
  /** Iterates over people's decisions about a record, newest first. */
  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision>;
  reviewCount(recordId: string): number;
  /** Returns the number of decisions by day and object type, in any order. */
  reviewCounts(): Iterable<DayCount<string>>;
  /** Iterates over all decisions, newest first. @param before return only decisions with lower numbers */
  reviewDecisions(before?: number): Iterable<ReviewDecision>;
  remembered(key: string): RememberedAnswer | undefined;
  /** Returns 0 if there is no such counter. */
  counter(name: string): number;
  /** Iterates over the changes to a record, newest first. The record may be deleted. */
  history(recordId: string): Iterable<RecordChange>;
  /**
   * Iterates, in Id order, over a type's deleted records that have a history, so that the deletion can be undone.
   * @param after the last Id to skip
   * @param upTo greatest Id
   */
  deletedIds(type: string, after?: string, upTo?: string): Iterable<string>;
  /** Returns whether a record was deleted and can be restored. */
  isDeleted(id: string): boolean;
  change(number: number): RecordChange | undefined;
  /** Iterates over the changes with higher numbers, in order. The state may change during the iteration. */
  changesAfter(number: number): Iterable<ChangeOutline>;
  /** Returns the number of changes by day and kind, in any order. */
  changeCounts(): Iterable<CountedChanges>;
}
