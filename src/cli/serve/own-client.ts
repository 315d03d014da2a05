import { licenseFault } from '../../auth/api-license.js';
import { addClient, listClients } from '../../auth/client-store.js';
import { SCOPES } from '../../auth/scopes.js';
import type { WriteDown } from '../audit-changes.js';

/**
 * The Id of a client that the command line keeps for itself, with every scope: made once; its secret is thrown away,
 * tokens and login codes are issued directly.
 */
export function ownClientId(
  data: string,
  name: 'demo' | 'console',
  record: WriteDown,
  now: () => number = Date.now,
): string {
  const known = listClients(data).find(
    (client) => client.name === name && !client.revoked && licenseFault(client.licence, now()) === undefined,
  );
  if (known !== undefined) return known.client_id;
  const { client_id } = addClient(data, { name, licence: { state: 'valid' }, scopes: SCOPES }, now);
  record({ action: 'clientAdded', target: [client_id], name, detail: 'all' });
  return client_id;
}

/** The address that logs a browser in once, within minutes. The code stands behind `#`, which no server is sent. */
export function consoleAddress(url: string, code: string): string {
  return `${url.replace(/\/$/, '')}/console#${code}`;
}
