import { z } from 'zod';
import { MOST_REQUESTS } from '../api-usage.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { VERSION } from './shared.js';

const limitSchema = z.strictObject({ Max: z.number().int(), Remaining: z.number().int() });
const limitsSchema = z
  .strictObject({ DailyApiRequests: limitSchema, DailyBulkApiBatches: limitSchema, DailyBulkV2QueryJobs: limitSchema })
  .meta({ id: 'OrganisationLimits' });

/** One budget for all: bulk jobs are requests. */
function limitsOf(requests: number): z.output<typeof limitsSchema> {
  const left = { Max: MOST_REQUESTS, Remaining: MOST_REQUESTS - requests };
  return { DailyApiRequests: left, DailyBulkApiBatches: left, DailyBulkV2QueryJobs: left };
}

export const limits = endpoint({
  id: 'limits',
  about: 'nothing',
  tag: 'Operations',
  method: 'GET',
  path: '/services/data/{version}/limits',
  route: 'limits',
  scope: 'read',
  summary: 'What is left of the requests of a day, in the form that clients of the platform ask for',
  description:
    'No number of requests is refused (rates of clients are, by `clientRequestsPerMinute`): the number is so high ' +
    'that clients which stop at a share of it never do. Counted are the requests that this process has answered ' +
    'since midnight UTC. Answers under /services/data tell the same in `Sforce-Limit-Info`.',
  params: { version: VERSION },
  responses: {
    200: {
      description: 'The limits',
      schema: limitsSchema,
      example: limitsOf(1),
    },
  },
  handle: (_exchange, { apiUsage }) => json(limitsOf(apiUsage.requests)),
});
