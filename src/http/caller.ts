import { randomUUID } from 'node:crypto';
import type { Client } from '../service/auth/client.js';
import { userIdOf } from '../service/auth/identity.js';
import type { Caller } from '../service/caller.js';

/** Cached per client object, so that the hash is not computed for every request. */
const userIds = new WeakMap<Client, string>();

/** The caller of a request, for the use cases. @param address for the audit log */
export function callerOf(client: Client, requestId: string, address?: string): Caller {
  let userId = userIds.get(client);
  if (userId === undefined) userIds.set(client, (userId = userIdOf(client.client_id)));
  return { clientId: client.client_id, userId, requestId, ...(address !== undefined && { address }) };
}

interface Named {
  likenessRequestId?: string;
}

/**
 * The Id of a request, in its response (`X-Request-Id`) and in the history of its changes; inner requests have the
 * outer one's.
 */
export function requestIdOf(request: object): string {
  const named: Named = request;
  return (named.likenessRequestId ??= randomUUID());
}
