import { z } from 'zod';
import { CONTRADICTION_KINDS } from '../../matching/contradictions/contradiction.js';

const explainedFieldSchema = z
  .strictObject({
    field: z.string(),
    method: z.string(),
    searched: z.string().nullable(),
    stored: z.string().nullable(),
    similarity: z.number().describe('0..1'),
    weight: z.number(),
    counted: z.boolean(),
    contribution: z
      .number()
      .describe("Percentage points of the scenario's score, or bits of evidence in a probabilistic scenario"),
    level: z.int().optional().describe('For a probabilistic scenario: similarity level, where 1 is the most similar'),
    adjustment: z
      .number()
      .optional()
      .describe(
        'For a probabilistic scenario: the part of the contribution that comes from the frequency of the values, in bits',
      ),
    note: z.string().optional(),
  })
  .meta({ id: 'ExplainedField' });
export type ExplainedField = z.output<typeof explainedFieldSchema>;

const contradictionSchema = z.strictObject({
  kind: z.string().describe(CONTRADICTION_KINDS.join(', ')),
  field: z.string(),
  one: z.string(),
  other: z.string(),
});
export type ShownContradiction = z.output<typeof contradictionSchema>;

export const contradictionsSchema: z.ZodType<readonly ShownContradiction[]> = z
  .array(contradictionSchema)
  .describe('Contradictions between the two records. They are listed regardless of the score')
  .meta({ id: 'FoundContradictions' });

export const explanationSchema = z
  .object({
    score: z.number(),
    contradictions: contradictionsSchema.optional(),
    scenarios: z.array(
      z.object({
        scenarioId: z.string(),
        scenarioName: z.string(),
        score: z.number(),
        threshold: z.number(),
        isDuplicate: z.boolean(),
        fields: z.array(explainedFieldSchema),
        evidence: z
          .strictObject({
            prior: z.number(),
            rivals: z.array(z.strictObject({ name: z.string(), effect: z.number() })),
            total: z.number(),
            probability: z.number().describe('Probability of a match, 0..1: 1 / (1 + 2^-total)'),
          })
          .optional()
          .describe(
            'For a probabilistic scenario: evidence in bits. The total is the sum of the prior, the field contributions and the effects of the non-match classes (rivals)',
          ),
        note: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'Explanation' });
export type ScoreExplanation = z.output<typeof explanationSchema>;
