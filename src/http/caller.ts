import type { Client } from '../auth/client.js';
import { userIdOf } from '../auth/identity.js';
import type { Caller } from '../service/likeness.js';

/**
 * The same object for the same client as long as the list of clients stays as it is: hashed once, not for every
 * request.
 */
const userIds = new WeakMap<Client, string>();

/** Who stands behind a request, for the use cases. */
export function callerOf(client: Client, requestId: string): Caller {
  let userId = userIds.get(client);
  if (userId === undefined) userIds.set(client, (userId = userIdOf(client.client_id)));
  return { clientId: client.client_id, userId, requestId };
}
