import { json, type Answer } from './answer.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/**
 * `GET /healthz`: 200 as long as searches are answered. A store that cannot write, or whose folder is gone, shows as
 * `read-only`: taking the service out of a load balancer for it would stop reading as well.
 */
export function healthEndpoint(runtime: Runtime): Endpoint {
  return () => health(runtime);
}

/** `GET /readyz`: the same, and 503 from the moment when the service is asked to stop. */
export function readyEndpoint(runtime: Runtime): Endpoint {
  return () => (runtime.load.draining ? health(runtime, 'stopping') : health(runtime));
}

async function health({ likeness, load }: Runtime, status?: 'stopping'): Promise<Answer> {
  await likeness.inspect();
  const { writable } = likeness;
  let shed = 0;
  for (const count of load.sheds.values()) shed += count;
  return json({ status: status ?? (writable ? 'ok' : 'read-only'), writable, shed }, status === undefined ? 200 : 503);
}

/**
 * `GET /metrics`: with the scope `admin`, or on a port of its own. Where a request comes from says nothing: what a
 * proxy on this machine passes on comes from this machine.
 */
export function metricsEndpoint({ metrics }: Runtime): Endpoint {
  return async () => ({
    status: 200,
    body: await metrics.registry.metrics(),
    type: metrics.registry.contentType,
  });
}
