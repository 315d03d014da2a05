import type { FieldTexts } from '../matching/field-texts.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /** Maximum number of matches, which are ordered by descending score, then by ascending Id. `Infinity` returns all. */
  readonly limit: number;
  /** Whether to also return all further matches that have the last match's score. */
  readonly withTies?: boolean;
  /** A filter: a match is kept only if `accept` returns true. Called only for matches. */
  readonly accept?: (id: string) => boolean;
  /** Used instead of `accept` for records that change between the steps of a search. Called at the end. */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  readonly postingsScanned: number;
  /** Whether the search stopped at `maxPostings`, so that matches may be missing. */
  readonly incomplete: boolean;
}

export interface IndexStatistics {
  readonly records: number;
  readonly values: number;
  /** Bytes of the index. FlexSearch's share is estimated. */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Bytes of similar values cached by earlier searches. Computed from thousands of entries on each access. */
  readonly cacheBytes: number;
}

/** Searches return exactly the matches that scoring every record would. A new Id in `put` must be the largest. */
export interface CandidateIndex {
  put(id: string, values: FieldTexts): void;
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** Like `search`, but returns steps to run if the search would block the event loop for long. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
