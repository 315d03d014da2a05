import { json } from './answer.js';
import { isLoopback } from './instance-url.js';
import { Refusal } from './refusal.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/**
 * `GET /healthz` and `GET /readyz`: 200 as long as searches are answered. A store that cannot write shows as `read-only`: taking the service out
 * of a load balancer for it would stop reading as well.
 */
export function healthEndpoint({ likeness, load }: Runtime): Endpoint {
  return () => {
    const { writable } = likeness;
    let shed = 0;
    for (const count of load.sheds.values()) shed += count;
    return json({ status: writable ? 'ok' : 'read-only', writable, shed });
  };
}

/** `GET /metrics`, for this machine only; what a proxy passes on does not come from this machine. */
export function metricsEndpoint({ metrics }: Runtime): Endpoint {
  return async ({ request }) => {
    const forwarded = request.headers.forwarded ?? request.headers['x-forwarded-for'];
    if (!isLoopback(request.socket.remoteAddress) || forwarded !== undefined)
      throw new Refusal(403, 'INSUFFICIENT_ACCESS', ['Metrics are shown to local addresses only']);
    return { status: 200, body: await metrics.registry.metrics(), type: metrics.registry.contentType };
  };
}
