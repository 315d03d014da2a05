import type { Retrieval } from '../../matching/method.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';

export interface BulkKeysImage {
  /** Start of each value's `places`, which end at the next value's start. */
  readonly starts: Int32Array;
  /** Positions in `members`: for each of a value's keys, the first of the candidates with that key. */
  readonly places: Int32Array;
  /** Values with the same key, ascending. The last is negated. */
  readonly members: Int32Array;
}

/** Finds a superset of the stored values that `compare` accepts. */
export interface CandidateSource {
  /** Adds a query's candidates. @param above adds only value ids above this id, without visiting the rest */
  candidates(query: unknown, into: IdCollector, above?: number): void;
  /**
   * Like `candidates`, but pauses after about `entries` entries; absent if it never takes long. The index may change
   * during pauses. Finds every candidate that existed at the start and has a row at the end, and perhaps later ones.
   * @returns false if the rows were renumbered, so that the result must be discarded
   */
  candidatesInSteps?(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean>;
  /** Like `candidates` for a stored value. Present if all values are added before the first of them is a query. */
  joined?(value: number, into: IdCollector): void;
  /** Returns the maximum number of candidates. Absent if counting is as expensive as finding. */
  count?(query: unknown): number;
  /** Returns the minimum number of entries that `candidates` visits. Absent if it visits the newest entries first. */
  rowsOf?(query: unknown): number;
  readonly bytes: number;
  readonly flexsearchBytes: number;
}

export interface CandidateGenerator extends CandidateSource {
  add(id: number, value: unknown): void;
  /** Returns a generator for the same values, probed by another method. @throws Error without keys */
  probedBy(retrieval: Retrieval<unknown>): CandidateGenerator;
  /** Returns an image for filling another generator; `undefined` if that generator must add all values itself. */
  image(): KeysImage | undefined;
}

export type KeysImage = KeyListsImage | BulkKeysImage;
