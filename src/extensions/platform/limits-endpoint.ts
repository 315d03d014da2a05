import { z } from 'zod';
import { allBounds, defaultLimits, MOST, type Limits } from '../../store/config/config-limits.js';
import { MOST_REQUESTS } from '../../http/api-usage.js';
import { endpoint, ok } from '../../http/endpoint.js';
import { json } from '../../http/response/answer.js';
import { VERSION } from '../../http/endpoints/shared.js';

const limitSchema = z.strictObject({ Max: z.number(), Remaining: z.number() });
const limitsSchema = z
  .object({ DailyApiRequests: limitSchema, DailyBulkApiBatches: limitSchema, DailyBulkV2QueryJobs: limitSchema })
  .catchall(limitSchema)
  .meta({ id: 'OrganisationLimits' });

/** Returns one quota for all kinds of requests, because bulk jobs count as requests. */
function limitsOf(requests: number, queries: number, limits: Limits): z.output<typeof limitsSchema> {
  const left = { Max: MOST_REQUESTS, Remaining: MOST_REQUESTS - requests };
  const bounds = allBounds(limits).map(({ name, value }) => {
    const shown = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [shown, { Max: value, Remaining: name === 'queriesAtOnce' ? value - queries : value }];
  });
  return {
    ...{ DailyApiRequests: left, DailyBulkApiBatches: left, DailyBulkV2QueryJobs: left },
    ...(Object.fromEntries(bounds) as Record<string, typeof left>),
  };
}

export const limits = endpoint('limits', 'GET', '/services/data/{version}/limits', {
  about: 'nothing',
  tag: 'Operations',
  route: 'limits',
  scope: 'read',
  summary: 'Get all limits, and the remaining daily requests in the Salesforce format',
  description:
    'There is no daily quota (only `clientRequestsPerMinute` limits clients). ' +
    'The reported quota is so high that it never stops clients that pause at a percentage of it. ' +
    'It is reduced by the requests that this process has handled since midnight UTC. ' +
    'Responses under /services/data report it in `Sforce-Limit-Info`. ' +
    `The other members are the limits of one request, described in src/http/API.md: \`QueryLength\` is ${MOST.queryLength}.`,
  params: { version: VERSION },
  responses: ok({ description: 'The limits', schema: limitsSchema, example: limitsOf(1, 0, defaultLimits) }),
  handle: (_exchange, { apiUsage, likeness, settings }) =>
    json(limitsOf(apiUsage.requests, likeness.queries.running, settings.limits)),
});
