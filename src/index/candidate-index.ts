import type { FieldTexts } from '../matching/field-texts.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /** Maximum number of matches, by descending score, then ascending Id. `Infinity` returns all matches. */
  readonly limit: number;
  /** Also return all further matches with the score of the last match. */
  readonly withTies?: boolean;
  /** Keeps a match only if it returns true (filters, "not its own parent"). Called only for matches. */
  readonly accept?: (id: string) => boolean;
  /** Replaces `accept` for records that change during a search in steps. Called at the end. */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  readonly postingsScanned: number;
  /** Whether `maxPostings` ended the search, so that matches may be missing. */
  readonly incomplete: boolean;
}

export interface IndexStatistics {
  readonly records: number;
  readonly values: number;
  /** Estimated share of FlexSearch. */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Similar values cached by earlier searches. Computed on access from thousands of entries. */
  readonly cacheBytes: number;
}

/** Returns exactly what scoring every record of an object would. A new Id in `put` must be the largest. */
export interface CandidateIndex {
  put(id: string, values: FieldTexts): void;
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** Like `search`, but returns steps if it would block the event loop for long. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
