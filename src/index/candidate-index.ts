import type { FieldTexts } from '../matching/field-texts.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  /** The scenarios to apply, combined by OR. All are of the index's object. */
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /**
   * Maximum number of matches; `Infinity` for all. The result is the exact top: score descending, then Id ascending.
   */
  readonly limit: number;
  /** Also return every further match whose score equals the last one's. */
  readonly withTies?: boolean;
  /**
   * Keeps a match only if it returns true (filters, "not its own parent"). Called for matches only, as late as
   * possible.
   */
  readonly accept?: (id: string) => boolean;
  /** In a search in steps: also required for records that changed between two steps. Called at the end. */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  /** Number of records read, for metrics. */
  readonly postingsScanned: number;
  /** True if a declared guard against hostile blocks ended the search early: matches may be missing. */
  readonly incomplete: boolean;
}

export interface IndexStatistics {
  readonly records: number;
  /** Distinct values over all dictionaries. */
  readonly values: number;
  /** Bytes of columns, postings, dictionaries and key maps; FlexSearch's share is estimated. */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Bytes of cached results of earlier searches. Computed on access from thousands of entries. */
  readonly cacheBytes: number;
}

/**
 * Retrieval for the records of one object type, in memory and synchronous. `search` returns exactly what scoring every
 * record with `scorePair` would; every implementation must pass `test/index/conformance.ts`. Ids sort in order of
 * creation (key prefix, then a counter), and a new Id in `put` is always the largest.
 */
export interface CandidateIndex {
  put(id: string, values: FieldTexts): void;
  /** Ignores an unknown Id. */
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** Like `search`, but returns steps if it would block the event loop for long. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
