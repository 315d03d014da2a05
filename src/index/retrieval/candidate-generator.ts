import type { Retrieval } from '../../matching/method.js';
import type { IdCollector } from '../../memory/id-collector.js';
import { BulkKeys, type BulkKeysImage } from './bulk-keys.js';
import { KeyGenerator } from './key-generator.js';
import type { KeyListsImage } from '../../memory/key-lists.js';
import { TermGenerator } from './term-generator.js';

/** Finds the stored values that may be similar to a query value: a superset of those that `compare` accepts. */
export interface CandidateSource {
  /**
   * Adds value ids.
   *
   * @param above only ids above this one; what came since an earlier call is found without meeting the rest again
   */
  candidates(query: unknown, into: IdCollector, above?: number): void;
  /**
   * The same, with a pause each time about so many entries have been gone through; absent where it is never long. The
   * index may change in the pauses: found is every candidate among the values that there were at the beginning and that
   * some row has at the end; of later ones some may be found too.
   *
   * @param entries at least 1
   * @returns false where the rows have got other numbers meanwhile: then what was found is of no use
   */
  candidatesInSteps?(query: unknown, into: IdCollector, above: number, entries: number): Generator<void, boolean>;
  /** How many `candidates` finds, at the most; absent where that costs as much as to find them. */
  count?(query: unknown): number;
  /**
   * Entries that `candidates` goes through at the least, whatever it is to find them above; not there where it meets
   * the newest first.
   */
  rowsOf?(query: unknown): number;
  readonly bytes: number;
  readonly flexsearchBytes: number;
}

export interface CandidateGenerator extends CandidateSource {
  add(id: number, value: unknown): void;
  /** Finds the same values, as another method probes the same keys. @throws Error where there are no keys */
  probedBy(retrieval: Retrieval<unknown>): CandidateGenerator;
  /** Keys from which another generator can be filled; `undefined` where it must add all values itself. */
  image(): KeysImage | undefined;
}

export type KeysImage = KeyListsImage | BulkKeysImage;

/** @param isJoined whether all values come before any is looked for */
export function createGenerator(
  retrieval: Retrieval<unknown>,
  image?: KeysImage,
  isJoined = false,
): CandidateGenerator {
  if (isJoined) return new BulkKeys(retrieval, image as BulkKeysImage | undefined);
  return retrieval.kind === 'keys'
    ? new KeyGenerator(retrieval, image as KeyListsImage | undefined)
    : new TermGenerator(retrieval);
}
