import { z } from 'zod';
import { suspectedPairsSchema } from '../../service/review/suspected-pair-types.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { LEAD, OTHER_LEAD, paging, scenarioScore, scoreRange, time, TIME } from './shared.js';

const objectTypeSchema = z.string().min(1, { error: 'expected an object name' }).max(80);

export const suspectedPairs = endpoint('suspectedPairs', 'GET', '{product}/suspectedPairs', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'read',
  summary:
    'List suspected pairs, newest first. Each pair contains a record that was created although a similar record existed',
  description: 'If scores or times are given, only the newest 100,000 pairs are searched.',
  query: z.object({
    objectType: objectTypeSchema.optional().describe('Return only pairs of this object'),
    ...scoreRange,
    since: time.optional().describe('Return only pairs found at or after this time (ISO 8601)'),
    until: time.optional().describe('Return only pairs found before this time (ISO 8601)'),
    file: z.string().max(40).optional().describe('Return only pairs with records saved by the import of this file'),
    counts: z
      .enum(['none', 'scores', 'sources'])
      .default('none')
      .describe('Also count the pairs by score, or by the source of their records'),
    ...paging('pairs').shape,
  }),
  responses: ok({
    description: 'A page of pairs',
    schema: suspectedPairsSchema,
    example: {
      totalSize: 1,
      page: 1,
      records: [
        {
          id: 'pair-000000000001',
          objectType: 'Lead',
          createdId: OTHER_LEAD,
          matchedId: LEAD,
          createdName: 'Daniela Doe',
          matchedName: 'Daniel Doe',
          score: 82,
          scenarioScores: [{ ...scenarioScore, scenarioScore: 82 }],
          time: TIME,
          contradictions: [{ kind: 'firstName', field: 'FirstName', one: 'Daniela', other: 'Daniel' }],
        },
      ],
    },
  }),
  handle: ({ request, query, client }, context) =>
    readInTurns({ request, client }, context, async (turns) => {
      const { file } = query;
      const { files } = context.administration;
      const recordIds = file === undefined ? undefined : await files.recordIds(client.client_id, file, turns);
      const page = context.likeness.suspectedPairs({ ...query, recordIds });
      for (const source of page.sources ?? [])
        if (source.kind === 'client') source.name = context.auth.nameOf(source.id) ?? null;
      return json(page);
    }),
});
