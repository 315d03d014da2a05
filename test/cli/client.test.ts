import { beforeAll, describe, expect, it } from 'vitest';
import { cli, done, json, newFolder, post, serve, type Served } from './run-cli.js';

const search = { objectPrefix: '003', objectData: { LastName: 'Smith' } };

describe('client commands beside a running server', () => {
  const data = newFolder();
  let served: Served;
  beforeAll(async () => {
    served = await serve(data);
  });

  const statusOf = async (token: string): Promise<number> =>
    (await post(served.url, 'dc3Api/search', token, search)).status;
  const add = (...args: string[]) =>
    json<{ client_id: string; client_secret: string }>(['client', 'add', 'shop', ...args, '--data', data, '--json']);
  const tokenOf = async (id: string): Promise<string> => (await done(['token', '--client', id, '--data', data])).trim();

  it('client add gives an Id and a secret that the token endpoint accepts', async () => {
    const credentials = await add();
    expect(Object.keys(credentials)).toEqual(['client_id', 'client_secret']);
    const response = await fetch(`${served.url}/services/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
    });
    expect(response.status).toBe(200);
    const { access_token } = (await response.json()) as { access_token: string };
    expect(await statusOf(access_token)).toBe(200);
  });

  it('a client without a licence is refused until it has one', async () => {
    const { client_id } = await add('--no-licence');
    const token = await tokenOf(client_id);
    expect(await statusOf(token)).toBe(403);
    await done(['client', 'licence', client_id, '--until', '2999-12-31', '--data', data]);
    expect(await statusOf(token)).toBe(200);
  });

  it('a licence that ended yesterday does not count', async () => {
    const { client_id } = await add('--licence-until', '2020-01-01');
    expect(await statusOf(await tokenOf(client_id))).toBe(403);
  });

  it('revoking a licence works at once, for tokens already issued too', async () => {
    const { client_id } = await add();
    const token = await tokenOf(client_id);
    expect(await statusOf(token)).toBe(200);
    await done(['client', 'licence', client_id, '--revoke', '--data', data]);
    expect(await statusOf(token)).toBe(403);
  });

  it('revoking a client works at once, and it gets no more tokens', async () => {
    const { client_id } = await add();
    const token = await tokenOf(client_id);
    await done(['client', 'revoke', client_id, '--data', data]);
    expect(await statusOf(token)).toBe(401);
    expect((await cli(['token', '--client', client_id, '--data', data])).code).toBe(1);
  });

  it('client list shows every client and no secret', async () => {
    const { client_id, client_secret } = await add();
    const text = await done(['client', 'list', '--data', data, '--json']);
    const clients = JSON.parse(text) as { client_id: string; name: string; revoked: boolean }[];
    expect(clients.find((client) => client.client_id === client_id)).toMatchObject({ name: 'shop', revoked: false });
    expect(text).not.toContain(client_secret);
    expect(text).not.toMatch(/digest/i);
    expect(await done(['client', 'list', '--data', data])).toContain(client_id);
  });

  it('records need the service, and the message says so', async () => {
    for (const args of [
      ['search', '--object', 'Contact', 'LastName=Smith'],
      ['export', '--object', 'Contact'],
    ]) {
      const { code, stderr } = await cli([...args, '--data', data]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^likeness: the data folder .+ is in use by process \d+.*--url and --token\n$/);
    }
  });
});
