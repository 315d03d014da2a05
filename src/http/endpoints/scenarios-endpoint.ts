import { z } from 'zod';
import { EVIDENCE_IN_SEARCH } from '../../matching/scenario.js';
import { ON_DUPLICATE } from '../../records/on-duplicate.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';

const scenariosSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      aliases: z.array(z.string()).optional().describe('Alternative Ids accepted in requests'),
      name: z.string(),
      object: z.string(),
      threshold: z.number().describe('Percent'),
      usage: z.array(z.string()),
      onDuplicate: z
        .enum(ON_DUPLICATE)
        .optional()
        .describe('How an upsert updates a matching record. Default: overwrite'),
      contradictions: z
        .union([z.literal(false), z.record(z.string(), z.union([z.boolean(), z.array(z.string())]))])
        .optional()
        .describe(
          'Contradictions that are disabled, or that read additional fields. By default, all contradictions are enabled',
        ),
      minimumEvidence: z.number().describe('Share of the total weight that must be compared, from 0 to 1'),
      evidenceInSearch: z
        .enum(EVIDENCE_IN_SEARCH)
        .optional()
        .describe('If `whole`, a search with less than the minimum evidence returns no results'),
      fields: z.array(
        z.strictObject({
          field: z.string(),
          method: z.string(),
          weight: z.number(),
          blank: z.enum(['mismatch', 'ignore']),
        }),
      ),
    }),
  )
  .meta({ id: 'Scenarios' });

export const scenarios = endpoint('scenarios', 'GET', '{product}/scenarios', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'search',
  summary: 'List enabled scenarios and their Ids',
  responses: ok({
    description: 'All enabled scenarios',
    schema: scenariosSchema,
    example: [
      {
        id: 'lead-default',
        name: 'Lead Default',
        object: 'Lead',
        threshold: 75,
        usage: ['restSearch', 'restUpsert'],
        minimumEvidence: 0.4,
        fields: [{ field: 'Email', method: 'email', weight: 50, blank: 'mismatch' }],
      },
    ],
  }),
  handle: (_exchange, { likeness }) => json(likeness.scenarios()),
});
