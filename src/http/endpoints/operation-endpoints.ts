import type { Request } from 'express';
import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import type { StoreLag } from '../../store/record-store.js';
import { endpoint, type AppContext, type Endpoint } from '../endpoint.js';
import { authorizationStill } from '../request/session-cookie.js';
import { STATES, type ServiceState } from '../server/service-state.js';
import { HTML_TYPE, json, JSON_TYPE, type Answer } from '../response/answer.js';

const healthSchema = z
  .strictObject({
    status: z.enum(STATES),
    message: z.string().describe('How it is, what that means for reads and writes, and what ends it'),
    cause: z.string().optional().describe('Why, as the log says it: only for the scope admin'),
    since: z.string().describe('When that status began, or the process; ISO 8601'),
    writable: z.boolean(),
    searchable: z.boolean().describe('Whether it may be sent requests that change nothing'),
    position: z.number().int().describe('Of the last commit that reads show'),
    lag: z
      .strictObject({
        commits: z.number().int().describe('Commits that are known and not shown yet'),
        seconds: z.number().describe('Since reads last showed all that is known'),
      })
      .describe('How far reads are behind the log: 0 where one process does all'),
    configuration: z
      .strictObject({
        version: z.number().int().describe('That is in use'),
        newest: z.number().int().describe('That all nodes are to use'),
        fault: z.string().nullable().describe('That this node cannot use the newest; why, for the scope admin'),
      })
      .optional()
      .describe('Of a node over a database'),
    decider: z
      .strictObject({
        role: z.enum(['decider', 'follower']).describe('Whether this node decides, or passes on what is to be decided'),
        epoch: z.number().int().describe('Rises whenever another node begins to decide'),
      })
      .optional()
      .describe('Of a node over a database'),
    drill: z.literal(true).optional().describe('A copy that is tried out: sends no webhooks, runs no jobs'),
    shed: z.number().int().describe('Requests and connections turned away since the start; by reason in the metrics'),
  })
  .meta({ id: 'Health' });

const EXAMPLE = {
  ...{ message: 'All requests are answered', since: '2026-11-22T07:18:02.643Z' },
  ...{ writable: true, searchable: true, position: 4711, lag: { commits: 0, seconds: 0 }, shed: 0 },
};
const STOPPING = 'It is being stopped: it ends what it has begun, and is to be sent nothing more';
const shared = { tag: 'Operations', method: 'GET' } as const;
const healthy = {
  description: 'Answering; `status` and `message` say how it is, which need not be well',
  schema: healthSchema,
  example: { status: 'ok', ...EXAMPLE },
};

const OPEN_TO_ALL =
  'Anybody is answered. A token, or session, with the scope admin and without a limit to objects is also told why it is ' +
  'so, which may name servers and files; one that does not count is as none.';

/**
 * 200 unless a restart would help. Searches continue while the store cannot write or the database is unavailable; a
 * restart would end them.
 */
export const healthz = endpoint({
  ...shared,
  id: 'healthz',
  about: 'nothing',
  path: '/healthz',
  summary: 'Whether the process answers',
  description: OPEN_TO_ALL,
  responses: {
    200: healthy,
    503: {
      description: 'It does not recover by itself, and what it shows grows older: it is to be started anew',
      schema: healthSchema,
      example: { status: 'failed', ...EXAMPLE, searchable: false, message: 'It cannot follow the log any more: …' },
    },
  },
  handle: ({ request }, context) => health(request, context, ({ needsRestart }) => !needsRestart),
});

/** 503 if the process must not get requests: see `service-state.ts` for the reasons. */
export const readyz = endpoint({
  ...shared,
  id: 'readyz',
  about: 'nothing',
  path: '/readyz',
  summary: 'Whether the service can be sent requests',
  description: OPEN_TO_ALL,
  query: z.object({
    for: z
      .enum(['search'])
      .optional()
      .describe('Whether it can be sent those that change nothing: also while its database is away'),
  }),
  responses: {
    200: healthy,
    503: {
      description:
        'The service is stopping, too far behind its log or cut off from it, or lacks the newest configuration or the node of a part',
      schema: healthSchema,
      example: { status: 'stopping', ...EXAMPLE, searchable: false, message: STOPPING },
    },
  },
  handle: ({ request, query }, context) =>
    health(request, context, ({ takesAll, answersSearches }) => (query.for === 'search' ? answersSearches : takesAll)),
});

const UNUSABLE = 'This node cannot use it';
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

/**
 * Needs the scope `admin`, or the separate port. The client's address does not count: proxies on this machine are local
 * too.
 */
export const metrics = endpoint({
  ...shared,
  id: 'metrics',
  about: 'all',
  path: '/metrics',
  route: 'metrics',
  scope: 'admin',
  summary:
    'Metrics for Prometheus, for clients with the scope admin; without a token on a port of their own, where one is configured',
  responses: { 200: { description: 'Metrics', type: 'text/plain', example: 'likeness_store_records 1\n' } },
  handle: async (_exchange, { metrics: { registry } }) => ({
    status: 200,
    body: await registry.metrics(),
    type: registry.contentType,
  }),
});

export const openapi = endpoint({
  ...shared,
  id: 'openapi',
  about: 'nothing',
  path: '/openapi.json',
  summary: 'This document',
  query: z.object({ version: z.enum(['3.0', '3.1']).default('3.1').describe('Of OpenAPI') }),
  responses: {
    200: {
      description: 'OpenAPI',
      type: 'application/json',
      schema: { type: 'object' },
      example: { openapi: '3.1.0' },
    },
  },
  handle({ request, query }, { documentation }) {
    const { document, document30 } = documentation(request);
    return { status: 200, type: JSON_TYPE, ...(query.version === '3.0' ? document30 : document) };
  },
});

export const postman = endpoint({
  ...shared,
  id: 'postmanCollection',
  about: 'nothing',
  path: '/postman.json',
  summary: 'The endpoints as a collection of Postman, with a request that logs in',
  responses: {
    200: {
      description: 'Postman collection 2.1',
      type: 'application/json',
      schema: { type: 'object' },
      example: { info: { name: 'Likeness' }, item: [] },
    },
  },
  handle: ({ request }, { documentation }) => ({ status: 200, type: JSON_TYPE, ...documentation(request).postman }),
});

/** The documentation page, or another answer instead. */
export const documentation = (
  { id, path, summary }: Pick<Endpoint, 'id' | 'path' | 'summary'>,
  more: Endpoint['responses'] = {},
  insteadFor: (request: Request) => Answer | undefined = () => undefined,
): Endpoint =>
  endpoint({
    ...shared,
    id,
    about: 'nothing',
    path,
    summary,
    responses: {
      200: { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' },
      ...more,
    },
    handle: ({ request }, { documentation }) =>
      insteadFor(request) ?? { status: 200, type: HTML_TYPE, ...documentation(request).page },
  });

export const docsPage = documentation({ id: 'docs', path: '/docs', summary: 'The documentation page' });
