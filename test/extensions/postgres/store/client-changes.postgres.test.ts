import { expect, it } from 'vitest';
import { json } from '../../../support/command-line.js';
import { postgres } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

/** Starting node processes is slow on a busy machine. */

interface Client {
  readonly clientId: string;
  readonly name: string;
  readonly revoked: boolean;
}

async function login(node: ServedNode, clientId: string, secret: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
  return (await fetch(`${node.url}/services/oauth2/token`, { method: 'POST', body })).status;
}

postgres.describe('clients of nodes over one database', () => {
  it('what one node changes is known to it at once, to the others soon, and is in the shared log', async () => {
    const { start, store } = await servedNodes();
    const [first, second] = [await start(), await start()];
    const added = await first.call<{ client: Client; clientSecret: string }>('POST', 'clients', {
      name: 'Web shop',
      scopes: ['read'],
    });
    const { clientId } = added.client;
    expect(await login(first, clientId, added.clientSecret)).toBe(200);
    expect(await login(second, clientId, added.clientSecret)).toBe(200);
    const listed = await json<{ client_id: string; name: string }[]>(['client', 'list', ...store, '--json']);
    expect(listed.find((one) => one.client_id === clientId)).toMatchObject({ name: 'Web shop' });

    expect(await second.call<Client>('DELETE', `clients/${clientId}`)).toMatchObject({ revoked: true });
    expect(await login(second, clientId, added.clientSecret)).toBe(400);
    await expect.poll(() => login(first, clientId, added.clientSecret)).toBe(400);
    const entries = await first.call<{ action: string; target: string[] }[]>('GET', 'auditEntries?pageSize=100');
    const changes = entries.filter(({ action, target }) => action.startsWith('client') && target[0] === clientId);
    expect(changes.map(({ action }) => action)).toEqual(['clientRevoked', 'clientAdded']);
  });
});
