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
  /** `scores`: also count them by score; `sources`: by the origin of the created records. */
  readonly counts?: 'none' | 'scores' | 'sources' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Where created records came from: an imported file, else a client; and who owns them. */
export interface PairSource {
  kind: 'file' | 'client' | 'owner';
  id: string;
  name: string | null;
  pairs: number;
}

export interface SuspectedPairsPage {
  totalSize: number;
  page: number;
  /** Only where asked for: pairs by score, also those that the query leaves out for their score, ascending. */
  scores?: { score: number; pairs: number }[] | undefined;
  /** Only if requested: the newest pairs by file or client, and by owner; the most frequent first. */
  sources?: PairSource[] | undefined;
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
