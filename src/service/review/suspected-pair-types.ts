import type { ShownContradiction } from '../likeness.js';

export interface SuspectedPairsQuery {
  readonly objectType?: string | undefined;
  /** Percent, both included. */
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  /** ISO 8601: found then or later; found before. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Only pairs with one of these records. */
  readonly recordIds?: ReadonlySet<string> | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface SuspectedPairsPage {
  totalSize: number;
  page: number;
  records: {
    id: string;
    objectType: string;
    createdId: string;
    matchedId: string;
    /** Absent: the record has none. */
    createdName?: string | undefined;
    matchedName?: string | undefined;
    score: number;
    scenarioScores: { scenarioId: string; scenarioName: string; scenarioScore: number }[];
    time: string;
    /** Absent: nothing speaks against the pair. */
    contradictions?: readonly ShownContradiction[] | undefined;
  }[];
}
