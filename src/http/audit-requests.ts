import type { Request } from 'express';
import type { Client } from '../auth/client.js';
import type { Scope } from '../auth/scopes.js';
import { normaliseId } from '../records/ids.js';
import type { AppContext } from './app-context.js';

/** Scopes whose requests are audited one by one; history and metrics show searches, upserts and readings. */
const AUDITED: ReadonlySet<Scope> = new Set(['delete', 'undo', 'export', 'review', 'admin']);
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,79}$/;

/**
 * Whether what a client does with this scope and verb is written down. Reading counts where it takes whole objects out.
 */
export function isAudited(scope: Scope, method: string): boolean {
  return AUDITED.has(scope) && (scope === 'export' || !READS.has(method));
}

/**
 * Writes down what a client was given: the route, and Ids and object names from the address; nothing else that stands
 * there, because it may be a value.
 */
export function auditRequest({ auth, admission }: AppContext, route: string, request: Request, client: Client): void {
  const at = request.originalUrl.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
  const parts = Object.values(request.params as Record<string, string>);
  const objectType = query.get('objectType');
  auth.audit.record({
    action: 'requested',
    by: client.client_id,
    name: client.name,
    address: admission.addressOf(request),
    target: [
      ...parts.filter(
        (part) => normaliseId(part) !== undefined || /^(?:change|decision|file|job|pair)-\d{12}$/.test(part),
      ),
      ...(objectType !== null && NAME.test(objectType) ? [objectType] : []),
    ],
    detail: `${request.method} ${route}`,
  });
}
