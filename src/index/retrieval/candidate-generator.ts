import type { Retrieval } from '../../matching/method.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';

export interface BulkKeysImage {
  /** Bucket -> start of its entries; the next bucket's start is its end. See `bucketOf`. */
  readonly starts: Int32Array;
  /** Pairs of key and value; those of a bucket ascend by value. */
  readonly entries: Int32Array;
}

/** Finds the stored values that may be similar to a query value: a superset of those that `compare` accepts. */
export interface CandidateSource {
  /**
   * Adds value ids.
   *
   * @param above only ids above this one; values added after an earlier call are found without visiting the rest
   */
  candidates(query: unknown, into: IdCollector, above?: number): void;
  /**
   * `candidates` with a pause after about this many entries; absent if it never takes long. The index may change in the
   * pauses. Finds every candidate among the values that existed at the start and that some row has at the end; may find
   * some later ones.
   *
   * @param entries at least 1
   * @returns false if the rows were renumbered meanwhile: discard the result
   */
  candidatesInSteps?(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean>;
  /** Maximum number of candidates; absent if counting costs as much as finding them. */
  count?(query: unknown): number;
  /** Minimum number of entries that `candidates` visits for any `above`; absent if it visits the newest first. */
  rowsOf?(query: unknown): number;
  readonly bytes: number;
  readonly flexsearchBytes: number;
}

export interface CandidateGenerator extends CandidateSource {
  add(id: number, value: unknown): void;
  /** A generator for the same values, probed by another method. @throws Error without keys */
  probedBy(retrieval: Retrieval<unknown>): CandidateGenerator;
  /** Keys from which another generator can be filled; `undefined` if it must add all values itself. */
  image(): KeysImage | undefined;
}

export type KeysImage = KeyListsImage | BulkKeysImage;
