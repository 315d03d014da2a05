import { scenariosSchema } from '../../service/search/scenario-list.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';

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
