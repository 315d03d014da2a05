import type { EvidenceRule, ScenarioScore } from '../matching/score.js';
import type { Scenario } from '../matching/scenario.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { Unfinished } from './unfinished.js';

/** Raw texts of a record or of a query by declared field name; blank ones are absent. */
export type FieldTexts = Readonly<Record<string, string>>;

export interface CandidateQuery {
  readonly values: FieldTexts;
  /** The scenarios to apply, combined by OR. All of the index's object. */
  readonly scenarios: readonly Scenario[];
  readonly rule: EvidenceRule;
  /** How many matches at the most; `Infinity` for all. The answer is the true top: score descending, then Id ascending. */
  readonly limit: number;
  /** Also return every further match whose score equals the last one's. */
  readonly withTies?: boolean;
  /** Keeps a match only when this says so (filters, "not its own parent"). Asked for matches only, as late as possible. */
  readonly accept?: (id: string) => boolean;
  /** Of a search in steps: a record that has changed between two of them is kept only when this says so, too. Asked at the end. */
  readonly acceptChanged?: (id: string) => boolean;
}

export interface Match {
  readonly id: string;
  /** Highest score among the scenarios that made it a duplicate, as an exact fraction `num / den` (0..10,000). */
  readonly num: number;
  readonly den: number;
  /** One for each scenario of the query, in the query's order. */
  readonly scenarioScores: readonly ScenarioScore[];
}

export interface CandidateAnswer {
  readonly matches: readonly Match[];
  /** Records looked at, for metrics. */
  readonly walked: number;
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
  readonly memoBytes: number;
}

/**
 * Retrieval for the records of one object type. What `search` returns is what scoring every record by `scorePair` would return.
 * Ids sort as the order in which records were created (key prefix, then a counter), and `put` of a new Id always carries the largest one.
 */
export interface CandidateIndex {
  /** Adds a record or replaces its values. */
  put(id: string, values: FieldTexts): MaybePromise<void>;
  delete(id: string): MaybePromise<void>;
  search(query: CandidateQuery): MaybePromise<CandidateAnswer>;
  /** The same, unless it would take long: then the steps to be taken, after which there is the answer, or it is asked again. Absent where a search holds nothing up. */
  attempt?(query: CandidateQuery): MaybePromise<CandidateAnswer | Unfinished<CandidateAnswer>>;
  statistics(): IndexStatistics;
}
