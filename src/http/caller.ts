import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import type { Client } from '../service/auth/client.js';
import type { Actor } from '../service/config/live-configuration.js';
import { userIdOf } from '../service/auth/identity.js';
import type { Caller } from '../service/caller.js';

interface Asked {
  readonly request: Request;
  readonly client: Client;
}

interface Addresses {
  readonly admission: { addressOf(request: Request): string };
}

/** User Ids cached per client object, to avoid computing a hash for every request. */
const userIds = new WeakMap<Client, string>();

/** @param address IP address for the audit log */
export function callerOf(client: Client, requestId: string, address?: string): Caller {
  let userId = userIds.get(client);
  if (userId === undefined) userIds.set(client, (userId = userIdOf(client.client_id)));
  return { clientId: client.client_id, userId, requestId, ...(address !== undefined && { address }) };
}

export function callerAt({ request, client }: Asked, { admission }: Addresses): Caller {
  return callerOf(client, requestIdOf(request), admission.addressOf(request));
}

export function actorOf({ request, client }: Asked, { admission }: Addresses): Actor {
  return { by: client.client_id, name: client.name, address: admission.addressOf(request) };
}

interface Named {
  likenessRequestId?: string;
}

/** Returns the Id for `X-Request-Id` and the history. Inner requests share the Id of the outer request. */
export function requestIdOf(request: object): string {
  const named: Named = request;
  return (named.likenessRequestId ??= randomUUID());
}
