import { AggregatorRegistry, type Registry } from 'prom-client';
import { z } from 'zod';
import type { StoreLag } from '../../store/record-store.js';
import type { AppContext } from '../app-context.js';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HTML_TYPE, json, JSON_TYPE, type Answer } from '../response/answer.js';

const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'read-only', 'disk-full', 'behind', 'disconnected', 'incomplete', 'outdated', 'stopping']),
    writable: z.boolean(),
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
        fault: z.string().nullable().describe('Why this node does not use the newest'),
      })
      .optional()
      .describe('Of a node over a database'),
    drill: z.literal(true).optional().describe('A copy that is tried out: sends no webhooks, runs no jobs'),
    shed: z.number().int().describe('Requests and connections turned away since the start; by reason in the metrics'),
  })
  .meta({ id: 'Health' });

const EXAMPLE = { writable: true, position: 4711, lag: { commits: 0, seconds: 0 }, shed: 0 };
const shared = { tag: 'Operations', method: 'GET' } as const;
const healthy = {
  description: 'Answering; read-only when the store cannot write, disk-full when its database has no room',
  schema: healthSchema,
  example: { status: 'ok', ...EXAMPLE },
};

/**
 * 200 as long as searches are answered. A store that cannot write, or whose folder is gone, shows as `read-only`:
 * taking the service out of a load balancer for it would stop reading as well.
 */
export const healthz = endpoint({
  ...shared,
  id: 'healthz',
  about: 'nothing',
  isRead: true,
  path: '/healthz',
  summary: 'Whether the process answers',
  responses: { 200: healthy },
  handle: (_exchange, context) => health(context),
});

/**
 * The same, and 503 from the moment when the service is asked to stop; also at a node that cannot use the configuration
 * that another node uses, that cannot reach the log, or whose view is further behind it than `limits.lagSeconds`; and
 * at one that knows of no node for a part of the indexes.
 */
export const readyz = endpoint({
  ...shared,
  id: 'readyz',
  about: 'nothing',
  isRead: true,
  path: '/readyz',
  summary: 'Whether the service can be sent requests',
  responses: {
    200: healthy,
    503: {
      description:
        'The service is stopping, too far behind its log or cut off from it, or lacks the newest configuration or the node of a part',
      schema: healthSchema,
      example: { status: 'stopping', ...EXAMPLE },
    },
  },
  handle: (_exchange, context) => health(context, unreadiness(context)),
});

const NO_LAG: StoreLag = { commits: 0, seconds: 0 };

type Unreadiness = 'stopping' | 'disconnected' | 'behind' | 'incomplete' | 'outdated';

/** Why no requests are to be sent here. */
function unreadiness(context: AppContext): Unreadiness | undefined {
  const { admission, administration, likeness, settings, partitioned } = context;
  if (admission.draining) return 'stopping';
  const { lag } = likeness.visible;
  if (lag?.isCutOff === true) return 'disconnected';
  if (lag !== undefined && lag.seconds > settings.limits.lagSeconds) return 'behind';
  if (partitioned !== undefined && partitioned.missing.length > 0) return 'incomplete';
  return administration.nodeConfiguration?.unapplied?.isElsewhere === true ? 'outdated' : undefined;
}

async function health(
  { likeness, admission, administration: { nodeConfiguration, isDrill } }: AppContext,
  status?: Unreadiness,
): Promise<Answer> {
  await likeness.inspect();
  const { writable } = likeness;
  let shed = 0;
  for (const count of admission.sheds.values()) shed += count;
  const { position, lag: { commits, seconds, isFull } = NO_LAG } = likeness.visible;
  const lag = { commits, seconds };
  const unapplied = nodeConfiguration?.unapplied;
  const configuration = nodeConfiguration && {
    version: nodeConfiguration.version,
    newest: unapplied?.version ?? nodeConfiguration.version,
    fault: unapplied?.reason ?? null,
  };
  return json(
    {
      status: status ?? (writable ? 'ok' : isFull === true ? 'disk-full' : 'read-only'),
      writable,
      position,
      lag,
      ...(configuration && { configuration }),
      ...(isDrill && { drill: true as const }),
      shed,
    },
    status === undefined ? 200 : 503,
  );
}

/**
 * With the scope `admin`, or on a port of its own. Where a request comes from says nothing: what a proxy on this
 * machine passes on comes from this machine.
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
  handle: async (_exchange, { metrics: { registry }, followers }) => {
    const all = followers === undefined ? registry : await withFollowers(registry, followers);
    return { status: 200, body: await all.metrics(), type: registry.contentType };
  },
});

/** Of all workers together: sums, but for what each knows of the whole. */
async function withFollowers(registry: Registry, followers: NonNullable<AppContext['followers']>): Promise<Registry> {
  const [own, others] = await Promise.all([registry.getMetricsAsJSON(), followers.metrics()]);
  return AggregatorRegistry.aggregate([own, ...others.map((each) => [...each])]);
}

export const openapi = endpoint({
  ...shared,
  id: 'openapi',
  about: 'nothing',
  isRead: true,
  path: '/openapi.json',
  summary: 'This document',
  responses: {
    200: {
      description: 'OpenAPI 3.1',
      type: 'application/json',
      schema: { type: 'object' },
      example: { openapi: '3.1.0' },
    },
  },
  handle: (_exchange, { documentation }) => ({ status: 200, type: JSON_TYPE, ...documentation.document }),
});

const page = (id: string, path: string, summary: string): Endpoint =>
  endpoint({
    ...shared,
    id,
    about: 'nothing',
    isRead: true,
    path,
    summary,
    responses: {
      200: { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' },
    },
    handle: (_exchange, { documentation }) => ({ status: 200, type: HTML_TYPE, ...documentation.page }),
  });

export const documentationPage = page('documentation', '/', 'The documentation page');
export const docsPage = page('docs', '/docs', 'The same page');
