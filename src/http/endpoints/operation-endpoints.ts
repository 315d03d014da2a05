import type { Request } from 'express';
import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import type { StoreLag } from '../../store/record-store.js';
import { endpoint, type AppContext, type Endpoint, ok } from '../endpoint.js';
import { authorizationStill } from '../request/session-cookie.js';
import { STATES, type ServiceState } from '../server/service-state.js';
import { HTML_TYPE, json, JSON_TYPE, type Answer } from '../response/answer.js';

const healthSchema = z
  .strictObject({
    status: z.enum(STATES),
    message: z.string().describe('The state, its effect on reads and writes, and when it ends'),
    cause: z.string().optional().describe('The reason from the log; only for the scope admin'),
    since: z.string().describe('Start of this status or of the process; ISO 8601'),
    writable: z.boolean(),
    searchable: z.boolean().describe('Whether it answers requests that only read'),
    position: z.number().int().describe('Position of the last commit visible to reads'),
    lag: z
      .strictObject({
        commits: z.number().int().describe('Known commits that are not visible yet'),
        seconds: z.number().describe('Time since reads last showed all known commits'),
      })
      .describe('How far reads lag behind the log; 0 for a single process'),
    configuration: z
      .strictObject({
        version: z.number().int().describe('Version in use'),
        newest: z.number().int().describe('Version that all nodes should use'),
        fault: z
          .string()
          .nullable()
          .describe('Set if this node cannot use the newest version; the reason, for the scope admin'),
      })
      .optional()
      .describe('Only for a node with a database'),
    decider: z
      .strictObject({
        role: z.enum(['decider', 'follower']).describe('Whether this node decides changes or forwards them'),
        epoch: z.number().int().describe('Increases whenever another node becomes the decider'),
      })
      .optional()
      .describe('Only for a node with a database'),
    drill: z.literal(true).optional().describe('A trial copy: sends no webhooks and runs no jobs'),
    shed: z
      .number()
      .int()
      .describe('Requests and connections rejected since the start; the metrics count them by reason'),
  })
  .meta({ id: 'Health' });

const EXAMPLE = {
  ...{ message: 'All requests are answered', since: '2026-11-22T07:18:02.643Z' },
  ...{ writable: true, searchable: true, position: 4711, lag: { commits: 0, seconds: 0 }, shed: 0 },
};
const STOPPING = 'The service is stopping: it finishes running requests and accepts no new ones';
const shared = { tag: 'Operations', about: 'nothing' } as const;
const healthy = {
  description: 'The process answers; `status` and `message` report problems',
  schema: healthSchema,
  example: { status: 'ok', ...EXAMPLE },
};

const OPEN_TO_ALL =
  'Needs no token. With the scope admin and no limit to objects, the answer also has the reason, ' +
  'which can name servers and files. An invalid token is ignored.';

/** 200 unless a restart would help: it would end the searches that continue without the database. */
export const healthz = endpoint('healthz', 'GET', '/healthz', {
  ...shared,
  summary: 'Whether the process answers',
  description: OPEN_TO_ALL,
  responses: {
    200: healthy,
    503: {
      description: 'It does not recover automatically, and its data is increasingly stale: restart it',
      schema: healthSchema,
      example: { status: 'failed', ...EXAMPLE, searchable: false, message: 'It can no longer follow the log: …' },
    },
  },
  handle: ({ request }, context) => health(request, context, ({ needsRestart }) => !needsRestart),
});

export const readyz = endpoint('readyz', 'GET', '/readyz', {
  ...shared,
  summary: 'Whether the service accepts requests',
  description: OPEN_TO_ALL,
  query: z.object({
    for: z
      .enum(['search'])
      .optional()
      .describe('Whether it accepts requests that only read, which it also does while its database is unavailable'),
  }),
  responses: {
    200: healthy,
    503: {
      description:
        'The service is stopping, lags too far behind its log or cannot reach it, or lacks the newest configuration or the node of a part',
      schema: healthSchema,
      example: { status: 'stopping', ...EXAMPLE, searchable: false, message: STOPPING },
    },
  },
  handle: ({ request, query }, context) =>
    health(request, context, ({ takesAll, answersSearches }) => (query.for === 'search' ? answersSearches : takesAll)),
});

const UNUSABLE = 'This node cannot use the newest configuration';
const NO_LAG: StoreLag = { commits: 0, seconds: 0 };

async function health(
  request: Request,
  context: AppContext,
  isWell: (state: ServiceState) => boolean,
): Promise<Answer> {
  const { likeness, admission, administration, states } = context;
  const { nodeConfiguration, isDrill } = administration;
  await likeness.inspect();
  const toldAll = isAdministrator(request, context);
  const state = states.look();
  let shed = 0;
  for (const count of admission.sheds.values()) shed += count;
  const { position, lag: { commits, seconds } = NO_LAG, decider } = likeness.visible;
  const role = decider?.isOurs === true ? ('decider' as const) : ('follower' as const);
  const unapplied = nodeConfiguration?.unapplied;
  const configuration = nodeConfiguration && {
    version: nodeConfiguration.version,
    newest: unapplied?.version ?? nodeConfiguration.version,
    fault: unapplied === undefined ? null : toldAll ? unapplied.reason : UNUSABLE,
  };
  return json(
    {
      status: state.state,
      writable: likeness.writable,
      searchable: state.answersSearches,
      message: state.message,
      ...(toldAll && state.cause !== undefined && { cause: state.cause }),
      since: new Date(state.since).toISOString(),
      position,
      lag: { commits, seconds },
      ...(configuration && { configuration }),
      ...(decider && { decider: { role, epoch: decider.epoch } }),
      ...(isDrill && { drill: true as const }),
      shed,
    },
    isWell(state) ? 200 : 503,
  );
}

/** From local knowledge only: a health check must not wait or be refused. */
function isAdministrator(request: Request, { auth, settings }: AppContext): boolean {
  const client = auth.recognize(authorizationStill(request, auth, settings));
  return client !== undefined && client.objects === undefined && hasScope(client, 'admin');
}

/** The address of the client does not matter: proxies on this machine are local too. */
export const metrics = endpoint('metrics', 'GET', '/metrics', {
  ...shared,
  about: 'all',
  route: 'metrics',
  scope: 'admin',
  summary: 'Metrics for Prometheus, with the scope admin; without a token on the separate metrics port, if configured',
  responses: ok({ description: 'Metrics', type: 'text/plain', example: 'likeness_store_records 1\n' }),
  handle: async (_exchange, { metrics: { registry } }) => ({
    status: 200,
    body: await registry.metrics(),
    type: registry.contentType,
  }),
});

export const openapi = endpoint('openapi', 'GET', '/openapi.json', {
  ...shared,
  summary: 'This document',
  query: z.object({ version: z.enum(['3.0', '3.1']).default('3.1').describe('Of OpenAPI') }),
  responses: ok({
    description: 'OpenAPI',
    type: 'application/json',
    schema: { type: 'object' },
    example: { openapi: '3.1.0' },
  }),
  handle({ request, query }, { documentation }) {
    const { document, document30 } = documentation(request);
    return { status: 200, type: JSON_TYPE, ...(query.version === '3.0' ? document30() : document()) };
  },
});

export const postman = endpoint('postmanCollection', 'GET', '/postman.json', {
  ...shared,
  summary: 'The endpoints as a Postman collection, with a login request',
  responses: ok({
    description: 'Postman collection 2.1',
    type: 'application/json',
    schema: { type: 'object' },
    example: { info: { name: 'Likeness' }, item: [] },
  }),
  handle: ({ request }, { documentation }) => ({ status: 200, type: JSON_TYPE, ...documentation(request).postman() }),
});

export const documentation = (
  { id, path, summary }: Pick<Endpoint, 'id' | 'path' | 'summary'>,
  more: Endpoint['responses'] = {},
  insteadFor: (request: Request) => Answer | undefined = () => undefined,
): Endpoint =>
  endpoint(id, 'GET', path, {
    ...shared,
    summary,
    responses: {
      200: { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' },
      ...more,
    },
    handle: ({ request }, { documentation }) =>
      insteadFor(request) ?? { status: 200, type: HTML_TYPE, ...documentation(request).page() },
  });

export const docsPage = documentation({ id: 'docs', path: '/docs', summary: 'The documentation page' });
