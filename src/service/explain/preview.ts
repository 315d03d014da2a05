import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ScoreExplanation } from './explanation.js';

export interface PreviewRequest {
  readonly after: ScenarioDefinition;
  /** The present scenario. Absent if the scenario is new. */
  readonly before?: ScenarioDefinition | undefined;
  readonly sampleSize: number;
  readonly withValues: boolean;
}

export interface PreviewSide {
  /** Percent. */
  threshold: number;
  /** Number of distinct pairs at or above the threshold. */
  pairs: number;
  recordsWithDuplicate: number;
}

/** Two records, of which the first is in the sample. */
export interface PreviewPair {
  ids: [string, string];
  /** Displayed scores, 0 to 100. `before` is `null` if the scenario is new. */
  before: number | null;
  after: number;
  /** Compared values of each record as stored, with long strings truncated. Absent if values are hidden. */
  texts?: [Record<string, string>, Record<string, string>] | undefined;
  /** Explanations of the scores. Absent if values are hidden. */
  explanation?:
    { before: ScoreExplanation['scenarios'][number] | null; after: ScoreExplanation['scenarios'][number] } | undefined;
}

export interface PreviewPairs {
  count: number;
  /** A selection of pairs: the largest changes of score first, then the scores nearest to the threshold. */
  pairs: PreviewPair[];
}

export interface Preview {
  objectType: string;
  records: number;
  /** Number of records searched. A temporary index, if one is needed, contains only the first records. */
  searched: number;
  sampled: number;
  /** Whether the search covered the entire sample and found every pair. */
  isComplete: boolean;
  before: PreviewSide | null;
  after: PreviewSide;
  gained: PreviewPairs;
  lost: PreviewPairs;
  moved: PreviewPairs;
  /** Number of pairs by score in whole percent, 101 entries each. `from` is the lowest score searched. */
  histogram: { from: number; before: number[] | null; after: number[] };
}

/** Pairs of stored records that the scenarios would treat as duplicates if contradictions were disabled. */
export interface KeptApart {
  objectType: string;
  scenarioIds: string[];
  /** Number of stored records of the object, and of records used as queries. */
  records: number;
  searched: number;
  pairs: number;
  /** Pairs with contradictions, and pairs with too little evidence but no contradiction. */
  contradicted: number;
  groundless: number;
  /** Number of pairs by kind of contradiction, most frequent kind first. A pair may have several kinds. */
  kinds: Record<string, number>;
}

/** Tests scenarios before they are used. */
export interface Previewing {
  /**
   * Counts the pairs that the scenarios in use would separate if contradictions were enabled, for each object.
   * @param most records of an object to search for, spread evenly; default 5,000, for at most four seconds
   */
  keptApart(scenarioIds: readonly string[], signal: AbortSignal, most?: number): Promise<KeptApart[]>;
  /**
   * @param clientId Id of the caller; the number of concurrent previews per client is limited
   * @param signal aborts the preview
   * @throws RequestError; ConfigurationError for an unusable scenario; the signal's reason
   */
  preview(request: PreviewRequest, clientId: string, signal: AbortSignal): Promise<Preview>;
}
