import type { ShownContradiction } from '../explain/explanation.js';

export interface SuspectedPairsQuery {
  readonly objectType?: string | undefined;
  /** Percent, inclusive. */
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  /** ISO 8601 times between which the pair was found; `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly recordIds?: ReadonlySet<string> | undefined;
  /** `scores` also counts the pairs by score, `sources` by the origin of the created records. */
  readonly counts?: 'none' | 'scores' | 'sources' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Origin of created records: the imported file (or the client, if no file was imported) and the owner of the records.
 */
export interface PairSource {
  kind: 'file' | 'client' | 'owner';
  id: string;
  name: string | null;
  pairs: number;
}

export interface SuspectedPairsPage {
  totalSize: number;
  page: number;
  /** Number of pairs by score, ascending, ignoring `minScore` and `maxScore`. Present only if requested. */
  scores?: { score: number; pairs: number }[] | undefined;
  /** Counts of the newest pairs: by file or client, then by owner, highest first. Present only if requested. */
  sources?: PairSource[] | undefined;
  records: {
    id: string;
    objectType: string;
    createdId: string;
    matchedId: string;
    /** Absent if the record has no name. */
    createdName?: string | undefined;
    matchedName?: string | undefined;
    score: number;
    scenarioScores: { scenarioId: string; scenarioName: string; scenarioScore: number }[];
    time: string;
    /** Absent if there are no contradictions. */
    contradictions?: readonly ShownContradiction[] | undefined;
  }[];
}
