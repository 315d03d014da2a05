import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ScoreExplanation } from './explanation.js';

export interface PreviewRequest {
  readonly after: ScenarioDefinition;
  /** The current scenario. Absent if the scenario is new. */
  readonly before?: ScenarioDefinition | undefined;
  readonly sampleSize: number;
  readonly withValues: boolean;
}

export interface PreviewSide {
  /** Percent. */
  threshold: number;
  /** Number of pairs that reach the threshold. */
  pairs: number;
  recordsWithDuplicate: number;
}

/** Two records. The first is in the sample. */
export interface PreviewPair {
  ids: [string, string];
  /** Scores as shown, 0 to 100. `before` is `null` if the scenario is new. */
  before: number | null;
  after: number;
  /** Compared values of each record as stored. Long texts are truncated. Absent if values are hidden. */
  texts?: [Record<string, string>, Record<string, string>] | undefined;
  explanation?:
    { before: ScoreExplanation['scenarios'][number] | null; after: ScoreExplanation['scenarios'][number] } | undefined;
}

export interface PreviewPairs {
  count: number;
  /** Some of the pairs: first the largest changes in score, then scores near the threshold. */
  pairs: PreviewPair[];
}

export interface Preview {
  objectType: string;
  records: number;
  /** Number of records searched. If a temporary index is needed, only the first records are searched. */
  searched: number;
  sampled: number;
  /** Whether the whole sample was searched and every pair found. */
  isComplete: boolean;
  before: PreviewSide | null;
  after: PreviewSide;
  gained: PreviewPairs;
  lost: PreviewPairs;
  moved: PreviewPairs;
  /** Number of pairs by score in whole percent, 101 entries each. `from` is the lowest score searched for. */
  histogram: { from: number; before: number[] | null; after: number[] };
}

/** Number of pairs that scenarios find, and how many of these pairs contradictions would exclude. */
export interface KeptApart {
  objectType: string;
  scenarioIds: string[];
  /** Number of stored records of the object, and of records that were searched for. */
  records: number;
  searched: number;
  pairs: number;
  /** Pairs with contradictions, and pairs with too little evidence but no contradiction. */
  contradicted: number;
  groundless: number;
  /** Number of pairs by kind of contradiction, most common first. A pair may have several kinds. */
  kinds: Record<string, number>;
}

export interface Previewing {
  /**
   * For each object, counts the pairs that scenarios would no longer find if contradictions were enabled.
   * @param most records of an object to search for, evenly distributed; default 5,000, for at most four seconds
   */
  keptApart(scenarioIds: readonly string[], signal: AbortSignal, most?: number): Promise<KeptApart[]>;
  /**
   * @param clientId of the caller; the number of previews per client is limited
   * @param signal ends the preview
   * @throws RequestError; ConfigurationError if the scenario cannot be used; the signal's reason
   */
  preview(request: PreviewRequest, clientId: string, signal: AbortSignal): Promise<Preview>;
}
