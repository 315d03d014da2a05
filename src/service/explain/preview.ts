import { z } from 'zod';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { explanationSchema } from './explanation.js';

export interface PreviewRequest {
  readonly after: ScenarioDefinition;
  /** The current scenario. Absent if the scenario is new. */
  readonly before?: ScenarioDefinition | undefined;
  readonly sampleSize: number;
  readonly withValues: boolean;
}

const sideSchema = z
  .strictObject({
    threshold: z.number().describe('Percent'),
    pairs: z.int().describe('Number of distinct pairs at or above the threshold'),
    recordsWithDuplicate: z.int().describe('Number of sample records with at least one duplicate'),
  })
  .meta({ id: 'PreviewSide' });
export type PreviewSide = z.output<typeof sideSchema>;

const texts = z.record(z.string(), z.string());
const explained = explanationSchema.shape.scenarios.element;
const pairsSchema = z
  .strictObject({
    count: z.int(),
    pairs: z
      .array(
        z.strictObject({
          ids: z.array(z.string()).length(2).describe('Ids of the sample record and of the matching record'),
          before: z.number().nullable().describe('Score before the change. Null for a new scenario'),
          after: z.number(),
          texts: z.array(texts).length(2).optional().describe('Compared values, truncated. Requires the scope search'),
          explanation: z
            .strictObject({ before: explained.nullable(), after: explained })
            .optional()
            .describe('Explanation of the scores. Requires the scope search'),
        }),
      )
      .describe('At most ten pairs, sorted by largest score change, then by distance to the threshold'),
  })
  .meta({ id: 'PreviewPairs' });
export type PreviewPairs = z.output<typeof pairsSchema>;
export type PreviewPair = PreviewPairs['pairs'][number];

const counts = z.array(z.int()).length(101);

export const previewSchema = z
  .strictObject({
    objectType: z.string(),
    version: z.string().nullable().describe('Version of the scenario before the change. Null for a new scenario'),
    warnings: z.array(z.string()).describe('Warnings about settings that are valid but probably a mistake'),
    records: z.int().describe('Number of stored records of the object'),
    searched: z
      .int()
      .describe('Number of records searched: all records, or the first 100,000 if a separate index is required'),
    sampled: z.int().describe('Number of sample records for which the search was done'),
    isComplete: z.boolean().describe('Whether the whole sample was searched in time and every pair was found'),
    before: sideSchema.nullable(),
    after: sideSchema,
    gained: pairsSchema,
    lost: pairsSchema,
    moved: pairsSchema.describe('Pairs that are found both before and after the change, but with different scores'),
    histogram: z
      .strictObject({
        from: z.number().describe('Lowest score that the search looks for, as a percentage'),
        before: counts.nullable(),
        after: counts,
      })
      .describe('Number of pairs by score, for each whole percentage'),
  })
  .meta({ id: 'ScenarioPreview' });
export type Preview = Omit<z.output<typeof previewSchema>, 'version' | 'warnings'>;

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
   * @param clientId Id of the calling client; the number of previews per client is limited
   * @param signal ends the preview
   * @throws RequestError; ConfigurationError if the scenario cannot be used; the signal's reason
   */
  preview(request: PreviewRequest, clientId: string, signal: AbortSignal): Promise<Preview>;
}
