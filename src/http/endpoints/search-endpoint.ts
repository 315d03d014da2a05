import { searchInputSchema, searchOutputSchema } from '../../contract/schemas.js';
import { endpoint } from '../endpoint.js';
import { attributes, LEAD, person, scenarioScore } from './shared.js';

export const search = endpoint({
  id: 'search',
  about: 'object',
  isRead: true,
  tag: 'Duplicates',
  method: 'POST',
  path: '{product}/dc3Api/search',
  route: 'search',
  scope: 'search',
  summary: 'Find records that may be duplicates of the submitted values',
  body: { schema: searchInputSchema, example: { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } } },
  responses: {
    200: {
      description: 'Matches by object prefix, best first',
      schema: searchOutputSchema,
      example: {
        '00Q': [{ score: 100, scenarioScores: [scenarioScore], objectData: { attributes, Id: LEAD, ...person } }],
      },
      headers: {
        'Likeness-Incomplete': {
          description: 'Present when a guard against hostile data cut the search short',
          schema: { type: 'string' },
        },
      },
    },
  },
  async handle({ body: input, client }, { likeness, metrics }) {
    const { client_id: clientId } = client;
    const found = await likeness.scheduler.begin(clientId, () => likeness.search(input, clientId));
    const { json, walked, incomplete } = found;
    metrics.search(walked, incomplete);
    return { status: 200, body: json, ...(incomplete && { headers: ['Likeness-Incomplete', 'true'] }) };
  },
});
