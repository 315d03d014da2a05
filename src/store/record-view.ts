import type { StoredRecord } from '../records/record.js';
import type { DayCount } from './counts-by-day.js';
import type { CountedChanges, ChangeOutline, RecordChange } from './history.js';
import type { MergedIdsPage } from './merged-ids.js';
import type { SortedRecords, SortKey } from './record-order.js';
import type { ReviewDecision } from './review-decisions.js';

/**
 * A pair of records that matched under a scenario but fell short of the request's `duplicateScore`, or that an upsert
 * did not take for one: something contradicts it, or it rests on too little.
 */
export interface SuspectedPair {
  readonly id: string;
  readonly objectType: string;
  readonly createdId: string;
  readonly matchedId: string;
  /** Shown score: an integer percentage. */
  readonly score: number;
  readonly scenarioScores: readonly { scenarioId: string; scenarioName: string; scenarioScore: number }[];
  /** ISO 8601. */
  readonly time: string;
  /** Contradictions of the pair; absent: none. */
  readonly contradictions?: readonly { kind: string; field: string; one: string; other: string }[];
  /** The pair as it was before one of its records was merged into the one that is named now. */
  readonly moved?: SuspectedPair;
}

/** A record whose values are JSON texts still: for answers that pass them on as they are stored. */
export interface RecordJson {
  readonly id: string;
  readonly type: string;
  /** Names of the fields that the record holds; one list, the same object, for many records. */
  readonly names: readonly string[];
  /** JSON text of each one's value, `null` included. */
  readonly values: readonly string[];
  /** The same object is given again and again, as long as the record stays as it is. */
  readonly isKept?: boolean;
}

/** The remembered answer to a request that carried an idempotency key. */
export interface RememberedAnswer {
  /** Client, a colon, and the client's key. */
  readonly key: string;
  /** Hash of the parsed body. */
  readonly bodyHash: string;
  readonly answer: unknown;
  /** Milliseconds since the epoch after which it may be forgotten. */
  readonly expires: number;
}

/** Names that records have, or had. */
export interface StoredNames {
  readonly objectType: string;
  /** Names of their fields; `undefined`: each record names its own. */
  readonly fields: readonly string[] | undefined;
}

/** The committed state, in memory: every read is synchronous, and sees whole commits only. */
export interface RecordView {
  get(id: string): StoredRecord | undefined;
  /** As `get`, unparsed. */
  getJson(id: string): RecordJson | undefined;
  count(type: string): number;
  /** Under which names records are stored; some may be of records that are gone. */
  storedNames(): Iterable<StoredNames>;
  /**
   * Records of a type in Id order. Reads what was committed when each step is asked for.
   *
   * @param after only those with Ids above this one
   */
  scan(type: string, after?: string): Iterable<StoredRecord>;
  /** How many records of a type have Ids below this one, which need not be there. */
  rank(type: string, id: string): number;
  /** The Id of a type's record with so many before it in Id order; `undefined`: there are not so many. */
  idAt(type: string, rank: number): string | undefined;
  /** The records of a type sorted by a key: to be prepared before it is read. */
  sorted(type: string, key: SortKey): SortedRecords;
  /** Suspected pairs, newest first. */
  suspectedPairs(options: { objectType?: string | undefined; offset: number; limit: number }): {
    total: number;
    pairs: readonly SuspectedPair[];
  };
  suspectedPair(id: string): SuspectedPair | undefined;
  /** The suspected pairs of a record. */
  suspectedPairsOf(recordId: string): Iterable<SuspectedPair>;
  /** Where a record is now that was merged into another one; `undefined`: it was not. */
  survivorOf(id: string): string | undefined;
  /**
   * Merged Ids in the order of the merges.
   *
   * @param options.after number of an entry
   * @param options.since ISO 8601: the later one of both counts
   */
  mergedIds(options: { objectType?: string | undefined; after: number; since?: string; limit: number }): MergedIdsPage;
  /** Time of the latest merge; `''`: there was none. */
  readonly lastMerge: string;
  reviewDecision(id: string): ReviewDecision | undefined;
  /** People's decisions about a record, the newest first. */
  reviewDecisionsOf(recordId: string): Iterable<ReviewDecision>;
  /** How many these are. */
  reviewCount(recordId: string): number;
  /** How many there are by day and object type, in no order. */
  reviewCounts(): Iterable<DayCount<string>>;
  /** All of them, newest first. @param before only those older than the decision of this number */
  reviewDecisions(before?: number): Iterable<ReviewDecision>;
  remembered(key: string): RememberedAnswer | undefined;
  /** Last value given out by a counter, 0 if none. */
  counter(name: string): number;
  /** The changes of a record, newest first; also of one that is deleted. */
  history(recordId: string): Iterable<RecordChange>;
  /**
   * Ids of the deleted records of a type that have a history, in Id order: undoing their deletion would bring them
   * back.
   *
   * @param after only Ids above this one
   * @param upTo and none above this one
   */
  deletedIds(type: string, after?: string, upTo?: string): Iterable<string>;
  /** Whether a record is one of these. */
  isDeleted(id: string): boolean;
  /** One change by its number. */
  change(number: number): RecordChange | undefined;
  /** Changes of all records above a number, in the order of the numbers; may be left and resumed. */
  changesAfter(number: number): Iterable<ChangeOutline>;
  /** How many changes there are by day and kind, in no order. */
  changeCounts(): Iterable<CountedChanges>;
}
