import { searchInputSchema, searchOutputSchema } from '../../contract/schemas.js';
import { MOST_COUNTED } from '../../service/search/search-answer.js';
import { endpoint } from '../endpoint.js';
import { preferences } from '../request/preferences.js';
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
  headers: {
    Prefer: {
      description: '`count=exact`: all matches are counted, those beyond `maxResults` as well (RFC 7240)',
      type: 'string',
      maxLength: 255,
    },
  },
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
        'Likeness-Total': {
          description: `With \`Prefer: count=exact\`: matches of the object that was asked for, of which the answer has the best; ${MOST_COUNTED} stands for as many or more`,
          schema: { type: 'integer' },
        },
      },
    },
  },
  async handle({ request, body: input, client }, { likeness, metrics }) {
    const { client_id: clientId } = client;
    const isCounted = preferences(request).has('count=exact');
    const found = await likeness.scheduler.begin(clientId, () => likeness.search(input, clientId, isCounted));
    const { json, walked, incomplete, total } = found;
    metrics.search(walked, incomplete);
    const headers = incomplete ? ['Likeness-Incomplete', 'true'] : [];
    if (total !== undefined) headers.push('Likeness-Total', String(total), 'Preference-Applied', 'count=exact');
    return { status: 200, body: json, ...(headers.length > 0 && { headers }) };
  },
});
