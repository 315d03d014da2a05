import type { Retrieval } from '../../matching/method.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';

export interface BulkKeysImage {
  /** Start of each value's `places`. A value's positions end where those of the next value start. */
  readonly starts: Int32Array;
  /** For each key of a value, the position in `members` of its first candidate. */
  readonly places: Int32Array;
  /** Values with the same key, ascending. The last value of each key is negated. */
  readonly members: Int32Array;
}

/** Finds all stored values that `compare` accepts, and some that it rejects. */
export interface CandidateSource {
  /** Adds a query's candidates. @param above adds only value ids greater than this id, without visiting the others */
  candidates(query: unknown, into: IdCollector, above?: number): void;
  /**
   * Like `candidates`, but pauses after about `entries` entries. Absent if a search is always short. The index may
   * change during pauses. Finds all candidates that existed at the start and still have a row at the end.
   * @returns false if the rows were renumbered; the result must then be discarded
   */
  candidatesInSteps?(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean>;
  /** Like `candidates` for a stored value. Present only if all values are added before the first search. */
  joined?(value: number, into: IdCollector): void;
  /** Returns the maximum number of candidates. Absent if counting is as expensive as finding. */
  count?(query: unknown): number;
  /** Returns the minimum number of entries that `candidates` visits. Absent if it visits the latest entries first. */
  rowsOf?(query: unknown): number;
  readonly bytes: number;
  readonly flexsearchBytes: number;
}

export interface CandidateGenerator extends CandidateSource {
  add(id: number, value: unknown): void;
  /** Returns a generator with the same values, searched by another method. @throws Error if there are no keys */
  probedBy(retrieval: Retrieval<unknown>): CandidateGenerator;
  /** Returns an image that another generator can load, or `undefined` if all values must be added to it instead. */
  image(): KeysImage | undefined;
}

export type KeysImage = KeyListsImage | BulkKeysImage;
