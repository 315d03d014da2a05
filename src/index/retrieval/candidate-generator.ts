import type { Retrieval } from '../../matching/method.js';
import type { IdCollector } from '../../runtime/memory/id-collector.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';

export interface BulkKeysImage {
  /** Bucket (`bucketOf`) -> start of its entries; the next bucket's start is its end. */
  readonly starts: Int32Array;
  /** Pairs of key and value; ascending by value in a bucket. */
  readonly entries: Int32Array;
}

/** Finds a superset of the stored values that `compare` accepts. */
export interface CandidateSource {
  /** @param above only value ids above this one are added, without visiting the others */
  candidates(query: unknown, into: IdCollector, above?: number): void;
  /**
   * `candidates` with a pause after about this many entries; absent if it never takes long. The index may change in the
   * pauses. Finds every candidate that existed at the start and that some row has at the end; may find later ones.
   * @returns false if the rows were renumbered meanwhile: discard the result
   */
  candidatesInSteps?(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean>;
  /** Maximum number of candidates; absent if counting costs as much as finding. */
  count?(query: unknown): number;
  /** Minimum number of entries that `candidates` visits; absent if it visits the newest first. */
  rowsOf?(query: unknown): number;
  readonly bytes: number;
  readonly flexsearchBytes: number;
}

export interface CandidateGenerator extends CandidateSource {
  add(id: number, value: unknown): void;
  /** The same values, probed by another method. @throws Error without keys */
  probedBy(retrieval: Retrieval<unknown>): CandidateGenerator;
  /** For filling another generator; `undefined` if that must add all values itself. */
  image(): KeysImage | undefined;
}

export type KeysImage = KeyListsImage | BulkKeysImage;
