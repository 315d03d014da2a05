import { licenseFault } from './api-license.js';
import type { Client } from './client.js';
import { hasScope, type Scope } from './scopes.js';

/** Rights that a client must have for work that is done without its token. */
export interface WorkNeeds {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly objectTypes: readonly string[];
}

/**
 * Returns a clause that says why a client may no longer do some work, or `undefined` if it may.
 * @param now milliseconds since the epoch
 */
export function lostRight(
  client: Client | undefined,
  { scopes, objectTypes }: WorkNeeds,
  now: number,
): string | undefined {
  if (client === undefined || client.revoked) return "the client's access was revoked";
  const fault = licenseFault(client.licence, now);
  if (fault !== undefined) return `an API license is required: ${fault}`;
  const scope = scopes.find((one) => !hasScope(client, one));
  if (scope !== undefined) return `the client no longer has the scope '${scope}'`;
  const object = objectTypes.find((name) => client.objects?.includes(name) === false);
  return object === undefined ? undefined : `the client no longer has access to records of ${object}`;
}

/** `Auth.mayGoOn`. Absent for commands. */
export type MayGoOn = (needs: WorkNeeds) => readonly string[] | undefined;

/**
 * Returns the objects that a client's work may use now.
 * @param kept objects to which the client was limited when it requested the work; `null` for no limit
 * @returns objects to which the client is still limited; `null` for no limit
 * @throws RequestError 403
 */
export function rightsNow(
  mayGoOn: MayGoOn | undefined,
  kept: readonly string[] | null,
  needs: WorkNeeds,
): readonly string[] | null {
  const now = mayGoOn?.(needs);
  if (now === undefined) return kept;
  return kept === null ? now : kept.filter((name) => now.includes(name));
}
