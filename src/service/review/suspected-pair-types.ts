import type { ShownContradiction } from '../explain/explanation.js';

export interface SuspectedPairsQuery {
  readonly objectType?: string | undefined;
  /** Percent, inclusive. */
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  /** ISO 8601: found at this time or later; found before. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly recordIds?: ReadonlySet<string> | undefined;
  /** `scores`: also how many there are of each score. */
  readonly counts?: 'none' | 'scores' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface SuspectedPairsPage {
  totalSize: number;
  page: number;
  /** Only where asked for: pairs by score, also those that the query leaves out for their score, ascending. */
  scores?: { score: number; pairs: number }[] | undefined;
  records: {
    id: string;
    objectType: string;
    createdId: string;
    matchedId: string;
    /** Absent if the record has none. */
    createdName?: string | undefined;
    matchedName?: string | undefined;
    score: number;
    scenarioScores: { scenarioId: string; scenarioName: string; scenarioScore: number }[];
    time: string;
    /** Absent if there are none. */
    contradictions?: readonly ShownContradiction[] | undefined;
  }[];
}
