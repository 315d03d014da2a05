import { z } from 'zod';
import { scenarioScoreSchema } from '../../records/contract/schemas.js';
import { contradictionsSchema } from '../explain/explanation.js';

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

export const suspectedPairSchema = z.strictObject({
  id: z.string(),
  objectType: z.string(),
  createdId: z.string(),
  matchedId: z.string(),
  createdName: z.string().optional().describe('Omitted if the record has no name'),
  matchedName: z.string().optional(),
  score: z.number(),
  scenarioScores: z.array(scenarioScoreSchema),
  time: z.string(),
  contradictions: contradictionsSchema.optional(),
});

export const suspectedPairsSchema = z
  .strictObject({
    totalSize: z.int(),
    page: z.int(),
    records: z.array(suspectedPairSchema),
    scores: z
      .array(z.strictObject({ score: z.number(), pairs: z.int() }))
      .optional()
      .describe('Number of pairs by score in ascending order, including pairs outside the score range of the query'),
    sources: z
      .array(
        z.strictObject({
          kind: z.enum(['file', 'client', 'owner']),
          id: z.string(),
          name: z.string().nullable().describe('Name of the source. Null if unknown, and always null for a file'),
          pairs: z.int(),
        }),
      )
      .optional()
      .describe(
        'The newest 500 pairs, counted by the file or client that created their records and by owner. Records that were changed often are not counted by file or client',
      ),
  })
  .meta({ id: 'SuspectedPairs' });
export type SuspectedPairsPage = z.output<typeof suspectedPairsSchema>;
export type PairSource = NonNullable<SuspectedPairsPage['sources']>[number];
