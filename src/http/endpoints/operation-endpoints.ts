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
    message: z.string().describe('The state, its effect on reads and writes, and the condition for recovery'),
    cause: z.string().optional().describe('Cause as logged. Returned only to clients with the scope admin'),
    since: z.string().describe('Time of the last status change, or of process start (ISO 8601)'),
    writable: z.boolean(),
    searchable: z.boolean().describe('Whether the service accepts read-only requests'),
    position: z.int().describe('Position of the last commit visible to reads'),
    lag: z
      .strictObject({
        commits: z.int().describe('Number of commits that this node knows but that are not yet visible to reads'),
        seconds: z.number().describe('Seconds since all known commits were last visible to reads'),
      })
      .describe('Delay of reads behind the log. Always 0 for a single process'),
    configuration: z
      .strictObject({
        version: z.int().describe('Version in use'),
        newest: z.int().describe('Version that all nodes should use'),
        fault: z
          .string()
          .nullable()
          .describe('Set if this node cannot use the newest version. Clients with the scope admin see the reason'),
      })
      .optional()
      .describe('Present only for a node with a database'),
    decider: z
      .strictObject({
        role: z
          .enum(['decider', 'follower'])
          .describe('Whether this node decides about changes itself or forwards them to the decider'),
        epoch: z.int().describe('Incremented whenever another node becomes the decider'),
      })
      .optional()
      .describe('Present only for a node with a database'),
    drill: z.literal(true).optional().describe('Present for a trial copy, which sends no webhooks and runs no jobs'),
    shed: z
      .int()
      .describe(
        'Number of requests and connections that were rejected since startup. The metrics count them by reason',
      ),
  })
  .meta({ id: 'Health' });

const EXAMPLE = {
  ...{ message: 'All requests are accepted', since: '2026-11-22T07:18:02.643Z' },
  ...{ writable: true, searchable: true, position: 4711, lag: { commits: 0, seconds: 0 }, shed: 0 },
};
const STOPPING = 'The service is shutting down: it completes running requests and accepts no new requests';
const shared = { tag: 'Operations', about: 'nothing' } as const;
const healthy = {
  description: 'The process responds. `status` and `message` report problems',
  schema: healthSchema,
  example: { status: 'ok', ...EXAMPLE },
};

const OPEN_TO_ALL =
  'No token is required. ' +
  'A client with the scope admin and access to all objects also gets the cause, which can name servers and files. ' +
  'An invalid token is ignored.';

/** Returns 503 only if a restart would help. During a database outage, a restart would end searches that still work. */
export const healthz = endpoint('healthz', 'GET', '/healthz', {
  ...shared,
  summary: 'Liveness check',
  description: OPEN_TO_ALL,
  responses: {
    200: healthy,
    503: {
      description: 'The process cannot recover automatically and its data is increasingly stale. Restart it',
      schema: healthSchema,
      example: { status: 'failed', ...EXAMPLE, searchable: false, message: 'The node can no longer follow the log: …' },
    },
  },
  handle: ({ request }, context) => health(request, context, ({ needsRestart }) => !needsRestart),
});

export const readyz = endpoint('readyz', 'GET', '/readyz', {
  ...shared,
  summary: 'Readiness check',
  description: OPEN_TO_ALL,
  query: z.object({
    for: z
      .enum(['search'])
      .optional()
      .describe('Check only whether the node accepts reads, which it also does while the database is unavailable'),
  }),
  responses: {
    200: healthy,
    503: {
      description:
        'The service is shutting down, lags too far behind the log, cannot reach the log, or lacks the newest configuration',
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

/** Uses local data only, because a health check must not wait or fail. */
function isAdministrator(request: Request, { auth, settings }: AppContext): boolean {
  const client = auth.recognize(authorizationStill(request, auth, settings));
  return client !== undefined && client.objects === undefined && hasScope(client, 'admin');
}

/** A local client IP address grants no access, because a proxy on this machine is local too. */
export const metrics = endpoint('metrics', 'GET', '/metrics', {
  ...shared,
  about: 'all',
  route: 'metrics',
  scope: 'admin',
  summary: 'Get metrics for Prometheus. The separate metrics port, if configured, requires no token',
  responses: ok({ description: 'Metrics', type: 'text/plain', example: 'likeness_store_records 1\n' }),
  handle: async (_exchange, { metrics: { registry } }) => ({
    status: 200,
    body: await registry.metrics(),
    type: registry.contentType,
  }),
});

export const openapi = endpoint('openapi', 'GET', '/openapi.json', {
  ...shared,
  summary: 'Get this document',
  query: z.object({ version: z.enum(['3.0', '3.1']).default('3.1').describe('OpenAPI version') }),
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
  summary: 'Get the endpoints as a Postman collection that includes a login request',
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

export const docsPage = documentation({ id: 'docs', path: '/docs', summary: 'Get the documentation page' });
