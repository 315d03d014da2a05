import type { FieldTexts } from '../matching/field-texts.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /** Maximum number of matches, best first. Equal scores are ordered by Id. `Infinity` returns all matches. */
  readonly limit: number;
  /** Whether to also return all other matches with the same score as the last match. */
  readonly withTies?: boolean;
  /** Filter: a match is returned only if `accept` returns true. Called only for matches. */
  readonly accept?: (id: string) => boolean;
  /** Used instead of `accept` for records that changed while the search was paused. Called at the end of the search. */
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
  /** Bytes of the index. FlexSearch's share is an estimate. */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Bytes of cached similar values. Computing similar values takes a pass over thousands of entries. */
  readonly cacheBytes: number;
}

/** A search returns exactly the matches that scoring every record would. New Ids must be greater than earlier Ids. */
export interface CandidateIndex {
  put(id: string, values: FieldTexts): void;
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** Like `search`, but returns the steps of a search that would block the event loop for long. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
