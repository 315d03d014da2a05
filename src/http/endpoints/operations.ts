import { z } from 'zod';
import type { AppContext } from '../app-context.js';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HTML_TYPE, json, JSON_TYPE, type Answer } from '../response/answer.js';

const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'read-only', 'stopping']),
    writable: z.boolean(),
    shed: z.number().int().describe('Requests and connections turned away since the start; by reason in the metrics'),
  })
  .meta({ id: 'Health' });

const shared = { tag: 'Operations', method: 'GET' } as const;
const healthy = {
  description: 'Answering; read-only when the store cannot write',
  schema: healthSchema,
  example: { status: 'ok', writable: true, shed: 0 },
};

/**
 * 200 as long as searches are answered. A store that cannot write, or whose folder is gone, shows as `read-only`:
 * taking the service out of a load balancer for it would stop reading as well.
 */
export const healthz = endpoint({
  ...shared,
  id: 'healthz',
  path: '/healthz',
  summary: 'Whether the process answers',
  responses: { 200: healthy },
  handle: (_exchange, context) => health(context),
});

/** The same, and 503 from the moment when the service is asked to stop. */
export const readyz = endpoint({
  ...shared,
  id: 'readyz',
  path: '/readyz',
  summary: 'Whether the service can be sent requests',
  responses: {
    200: healthy,
    503: {
      description: 'The service is stopping',
      schema: healthSchema,
      example: { status: 'stopping', writable: true, shed: 0 },
    },
  },
  handle: (_exchange, context) => health(context, context.admission.draining ? 'stopping' : undefined),
});

async function health({ likeness, admission }: AppContext, status?: 'stopping'): Promise<Answer> {
  await likeness.inspect();
  const { writable } = likeness;
  let shed = 0;
  for (const count of admission.sheds.values()) shed += count;
  return json({ status: status ?? (writable ? 'ok' : 'read-only'), writable, shed }, status === undefined ? 200 : 503);
}

/**
 * With the scope `admin`, or on a port of its own. Where a request comes from says nothing: what a proxy on this
 * machine passes on comes from this machine.
 */
export const metrics = endpoint({
  ...shared,
  id: 'metrics',
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
    path,
    summary,
    responses: {
      200: { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' },
    },
    handle: (_exchange, { documentation }) => ({ status: 200, type: HTML_TYPE, ...documentation.page }),
  });

export const documentationPage = page('documentation', '/', 'The documentation page');
export const docsPage = page('docs', '/docs', 'The same page');
