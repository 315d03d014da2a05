import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ScoreExplanation } from '../likeness.js';

export interface PreviewRequest {
  /** The scenario as it would be. */
  readonly after: ScenarioDefinition;
  /** As it is; absent: there is none yet. */
  readonly before?: ScenarioDefinition | undefined;
  /** How many stored records are searched for duplicates. */
  readonly sampleSize: number;
  /** Whether pairs are shown with the values of their records. */
  readonly withValues: boolean;
}

/** Result of one form of a scenario for the sample. */
export interface PreviewSide {
  /** Percent. */
  threshold: number;
  /** Different pairs at or above it. */
  pairs: number;
  /** Records of the sample that have a duplicate. */
  recordsWithDuplicate: number;
}

/** Two records, the first one of the sample. */
export interface PreviewPair {
  ids: [string, string];
  /** Shown scores, 0..100; `null` where there is no scenario yet. */
  before: number | null;
  after: number;
  /** Compared values of each record, as stored, long texts cut; absent where values are not to be shown. */
  texts?: [Record<string, string>, Record<string, string>] | undefined;
  /** How the scores come about; absent where values are not to be shown. */
  explanation?:
    { before: ScoreExplanation['scenarios'][number] | null; after: ScoreExplanation['scenarios'][number] } | undefined;
}

export interface PreviewPairs {
  count: number;
  /** Some of them: those whose score moves most, then those nearest to the threshold. */
  pairs: PreviewPair[];
}

/** Effect of a change of a scenario on a sample of the stored records. */
export interface Preview {
  objectType: string;
  /** Stored records of the object. */
  records: number;
  /** Records that were searched in: all, or the first ones where an index of its own was needed. */
  searched: number;
  /** Records of the sample that were searched for. */
  sampled: number;
  /** Whether the whole sample was searched for, and every pair found. */
  isComplete: boolean;
  before: PreviewSide | null;
  after: PreviewSide;
  gained: PreviewPairs;
  lost: PreviewPairs;
  /** Found before and after, by another score. */
  moved: PreviewPairs;
  /** Pairs by whole percent of their score, 101 entries each, from the score that was looked for on. */
  histogram: { from: number; before: number[] | null; after: number[] };
}

/** Pairs of stored records that scenarios without contradictions take for one. */
export interface KeptApart {
  objectType: string;
  scenarioIds: string[];
  /** Stored records of the object, and those that were searched for. */
  records: number;
  searched: number;
  /** Pairs that were found for these. */
  pairs: number;
  /** Those of them that something contradicts, and that nothing contradicts but that rest on too little. */
  contradicted: number;
  groundless: number;
  /** Pairs by kind of contradiction, the most frequent first; a pair may have several. */
  kinds: Record<string, number>;
}

/** Trying a scenario out. */
export interface Previewing {
  /**
   * How many pairs scenarios in use would keep apart if they asked for contradictions: one count for each object.
   *
   * @param most records of an object that are searched for, spread evenly; default 5,000, for four seconds at the most
   */
  keptApart(scenarioIds: readonly string[], signal: AbortSignal, most?: number): Promise<KeptApart[]>;
  /**
   * @param signal ends it
   * @throws RequestError; ConfigurationError where a scenario cannot be used; what ends the signal
   */
  preview(request: PreviewRequest, signal: AbortSignal): Promise<Preview>;
}
