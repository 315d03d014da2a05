import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ScoreExplanation } from './explanation.js';

export interface PreviewRequest {
  readonly after: ScenarioDefinition;
  /** The present scenario; absent if it is new. */
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

/** Two records; the first is in the sample. */
export interface PreviewPair {
  ids: [string, string];
  /** Displayed scores, 0..100; `null` if there is no scenario yet. */
  before: number | null;
  after: number;
  /** Compared values of each record, as stored, long texts cut; absent if values are hidden. */
  texts?: [Record<string, string>, Record<string, string>] | undefined;
  /** Explains the scores; absent if values are hidden. */
  explanation?:
    { before: ScoreExplanation['scenarios'][number] | null; after: ScoreExplanation['scenarios'][number] } | undefined;
}

export interface PreviewPairs {
  count: number;
  /** A selection: the largest change of score first, then the nearest to the threshold. */
  pairs: PreviewPair[];
}

export interface Preview {
  objectType: string;
  records: number;
  /** Records searched in: all, or the first ones if a temporary index was needed. */
  searched: number;
  sampled: number;
  /** Whether the whole sample was searched, and every pair found. */
  isComplete: boolean;
  before: PreviewSide | null;
  after: PreviewSide;
  gained: PreviewPairs;
  lost: PreviewPairs;
  moved: PreviewPairs;
  /** Pairs by whole percent of their score, 101 entries each, from the lowest score searched. */
  histogram: { from: number; before: number[] | null; after: number[] };
}

/** Pairs of stored records that scenarios without contradictions treat as duplicates. */
export interface KeptApart {
  objectType: string;
  scenarioIds: string[];
  /** Stored records of the object, and the number searched for. */
  records: number;
  searched: number;
  pairs: number;
  /** Pairs with contradictions, and pairs with too little evidence but no contradiction. */
  contradicted: number;
  groundless: number;
  /** Pairs by kind of contradiction, most frequent first; a pair may have several. */
  kinds: Record<string, number>;
}

/** Tests scenarios before they are used. */
export interface Previewing {
  /**
   * How many pairs the scenarios in use would separate with contradictions; one count per object.
   * @param most records of an object to search for, spread evenly; default 5,000, for at most four seconds
   */
  keptApart(scenarioIds: readonly string[], signal: AbortSignal, most?: number): Promise<KeptApart[]>;
  /**
   * @param clientId of the caller: previews are limited per client
   * @param signal aborts it
   * @throws RequestError; ConfigurationError for an unusable scenario; the signal's reason
   */
  preview(request: PreviewRequest, clientId: string, signal: AbortSignal): Promise<Preview>;
}
