import { licenseFault } from '../../service/auth/api-license.js';
import { addClient, listClients } from '../../service/auth/client-store.js';
import { SCOPES } from '../../service/auth/scopes.js';
import type { WriteDown } from '../audit-changes.js';

/**
 * The command line's own client has every scope. The client's secret is discarded, because tokens are issued directly.
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

/** Returns a URL that logs a browser in once. The code follows `#`, so browsers do not send it to servers. */
export function consoleAddress(url: string, code: string): string {
  return `${url.replace(/\/$/, '')}/console#${code}`;
}
