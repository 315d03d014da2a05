import type { FieldTexts } from '../matching/field-texts.js';
import type { OverlapRule } from '../matching/score.js';
import type { Match } from '../matching/score-record.js';
import type { Scenario } from '../matching/scenario.js';
import type { LongSearch } from '../runtime/long-search.js';

export interface CandidateQuery {
  readonly values: FieldTexts;
  readonly scenarios: readonly Scenario[];
  readonly rule: OverlapRule;
  /** The exact top, by score descending, then Id ascending; `Infinity` for all. */
  readonly limit: number;
  /** Also return all further matches with the last one's score. */
  readonly withTies?: boolean;
  /** Keeps a match only if it returns true (filters, "not its own parent"). Called for matches only. */
  readonly accept?: (id: string) => boolean;
  /** In a search in steps: the same for records that changed between two steps. Called at the end. */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  readonly postingsScanned: number;
  /** A declared guard against hostile blocks ended the search: matches may be missing. */
  readonly incomplete: boolean;
}

export interface IndexStatistics {
  readonly records: number;
  readonly values: number;
  /** FlexSearch's share is estimated. */
  readonly bytes: number;
  readonly flexsearchBytes: number;
  /** Similar values of earlier searches. Computed on access from thousands of entries. */
  readonly cacheBytes: number;
}

/** Returns exactly what scoring every record of an object would. In `put`, a new Id is always the largest. */
export interface CandidateIndex {
  put(id: string, values: FieldTexts): void;
  delete(id: string): void;
  search(query: CandidateQuery): CandidateAnswer;
  /** Like `search`, but returns steps if it would block the event loop for long. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer>;
  statistics(): IndexStatistics;
}
