import type { FieldTexts } from '../matching/normalized-record.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  /** The scenarios to apply, combined by OR. All of the index's object. */
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /**
   * How many matches at the most; `Infinity` for all. The answer is the true top: score descending, then Id ascending.
   */
  readonly limit: number;
  /** Also return every further match whose score equals the last one's. */
  readonly withTies?: boolean;
  /**
   * Keeps a match only when this says so (filters, "not its own parent"). Asked for matches only, as late as possible.
   */
  readonly accept?: (id: string) => boolean;
  /**
   * In a search in steps, a record that has changed between two of them is kept only when this says so, too. Asked at
   * the end.
   */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  /** Records looked at, for metrics. */
  readonly postingsScanned: number;
  /** True when a declared guard against hostile blocks cut the walk short: matches may be missing. */
  readonly incomplete: boolean;
}

export interface IndexStatistics {
  readonly records: number;
  /** Distinct values over all dictionaries. */
  readonly values: number;
  /** Bytes held by columns, postings, dictionaries and key maps; FlexSearch apart (estimated). */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Bytes of what is remembered of earlier searches; bounded. Counted when asked for: thousands of entries. */
  readonly cacheBytes: number;
}

/**
 * Retrieval for the records of one object type, in memory: nothing here waits. What `search` returns is what scoring
 * every record by `scorePair` would return; `test/index/conformance.ts` is the law that every implementation passes.
 * Ids sort as the order in which records were created (key prefix, then a counter), and `put` of a new Id always
 * carries the largest one.
 */
export interface CandidateIndex {
  /** Adds a record or replaces its values. */
  put(id: string, values: FieldTexts): void;
  /** Does nothing where there is no such record. */
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** As `search`, unless that would block the event loop for long: then the steps that lead to the answer. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
