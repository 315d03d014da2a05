import type { Request } from 'express';
import type { Client } from '../service/auth/client.js';
import type { Scope } from '../service/auth/scopes.js';
import { normaliseId } from '../records/ids.js';
import { actorOf } from './caller.js';
import { labelOf, type AppContext, type Endpoint } from './endpoint.js';
import type { Answer } from './response/answer.js';

/** Audited scopes. Searches, upserts and reads appear in the history and the metrics instead. */
const AUDITED: ReadonlySet<Scope> = new Set(['delete', 'undo', 'export', 'disclose', 'erase', 'review', 'admin']);
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,79}$/;

export interface AuditedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  /** Default: the query of the URL. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly request: Request;
  readonly client: Client;
}

/** Records route, Ids and object names, but no values. Reads are audited only if they export whole objects. */
export function auditAnswer(
  context: AppContext,
  { status, isTrial, exports }: Answer,
  { endpoint, method, params, query, request, client }: AuditedRequest,
): void {
  const { scope, isAuditedInside } = endpoint;
  const isExport = scope === 'export' || exports !== undefined;
  const isAudited = isExport || (scope !== undefined && AUDITED.has(scope) && !READS.has(method));
  if (isAuditedInside === true || !isAudited || status >= 400 || isTrial === true) return;
  const objectType = exports ?? (query === undefined ? objectTypeIn(request.originalUrl) : query['objectType']);
  context.auth.audit.record({
    action: isExport ? 'exported' : 'requested',
    ...actorOf({ client, request }, context),
    target: [
      ...Object.values(params).filter(
        (part) => normaliseId(part) !== undefined || /^(?:change|decision|file|job|pair)-\d{12}$/.test(part),
      ),
      ...(typeof objectType === 'string' && NAME.test(objectType) ? [objectType] : []),
    ],
    detail: `${method} ${labelOf(endpoint)}`,
  });
}

function objectTypeIn(url: string): string | null {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1)).get('objectType');
}
