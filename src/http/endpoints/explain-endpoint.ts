import { z } from 'zod';
import { explanationSchema } from '../../service/explain/explanation.js';
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
