import { z } from 'zod';
import type { ScoreExplanation, ShownContradiction } from '../../service/explain/explanation.js';
import { CONTRADICTION_KINDS } from '../../matching/contradictions/contradiction.js';
import { searchInputSchema } from '../../records/contract/schemas.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';

const inputSchema = searchInputSchema
  .extend({
    recordId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined)
      .optional()
      .describe('Id of a stored record to compare with, instead of otherData'),
    otherData: searchInputSchema.shape.objectData
      .nullish()
      .transform((data) => data ?? undefined)
      .optional()
      .describe('A second set of values to compare with, instead of recordId'),
  })
  .meta({ id: 'ExplainInput' });

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
    level: z
      .number()
      .int()
      .optional()
      .describe('For a probabilistic scenario: similarity level, where 1 is the most similar'),
    adjustment: z
      .number()
      .optional()
      .describe(
        'For a probabilistic scenario: the part of the contribution that comes from the frequency of the values, in bits',
      ),
    note: z.string().optional(),
  })
  .meta({ id: 'ExplainedField' });

export const contradictionsSchema: z.ZodType<readonly ShownContradiction[]> = z
  .array(
    z.strictObject({
      kind: z.string().describe(CONTRADICTION_KINDS.join(', ')),
      field: z.string(),
      one: z.string(),
      other: z.string(),
    }),
  )
  .describe('Contradictions between the two records. They are listed regardless of the score')
  .meta({ id: 'FoundContradictions' });

export const explanationSchema: z.ZodType<ScoreExplanation> = z
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

const names = { method: 'personName', weight: 20, counted: true };

export const explanationExample = {
  score: 90,
  scenarios: [
    {
      scenarioId: 'lead-default',
      scenarioName: 'Lead Default',
      score: 90,
      threshold: 75,
      isDuplicate: true,
      fields: [
        {
          field: 'FirstName',
          searched: 'Jenniffer',
          stored: 'Jennifer',
          similarity: 0.8,
          contribution: 40,
          ...names,
        },
        { field: 'LastName', searched: 'Doe', stored: 'Doe', similarity: 1, contribution: 50, ...names },
      ],
    },
  ],
};

export const explain = endpoint('explain', 'POST', '{product}/dc3Api/explain', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'search',
  summary: 'Explain the score of a pair by scenario and field',
  body: {
    schema: inputSchema,
    example: {
      objectPrefix: '00Q',
      objectData: { FirstName: 'Jenniffer', LastName: 'Doe' },
      otherData: { FirstName: 'Jennifer', LastName: 'Doe' },
    },
  },
  responses: ok({ description: 'The explanation', schema: explanationSchema, example: explanationExample }),
  errors: [404],
  handle: ({ body }, { likeness }) => json(likeness.explain(body)),
});
