import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cli, done, json } from '../support/command-line.js';
import { post, serve, type Served } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const search = { objectPrefix: '003', objectData: { LastName: 'Smith' } };

describe('client commands while a server is running', () => {
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

  it('a client is refused until it has a licence, and when that is revoked', async () => {
    const { client_id } = await add('--no-licence');
    const token = await tokenOf(client_id);
    expect(await statusOf(token)).toBe(403);
    await done(['client', 'licence', client_id, '--until', '2999-12-31', '--data', data]);
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

  it('scopes and objects are given at the start, shown, and changed at once', async () => {
    const { client_id } = await add('--scope', 'search,read', '--scope', 'delete', '--object', 'lead');
    const listed = await json<{ client_id: string; scopes: string[]; objects: string[] }[]>([
      ...['client', 'list', '--data', data, '--json'],
    ]);
    expect(listed.find((client) => client.client_id === client_id)).toMatchObject({
      scopes: ['search', 'read', 'delete'],
      objects: ['Lead'],
    });
    await done(['client', 'objects', client_id, '--all', '--data', data]);
    const token = await tokenOf(client_id);
    expect(await statusOf(token)).toBe(200);
    const left = await done(['client', 'scopes', client_id, '--remove', 'search', '--add', 'undo', '--data', data]);
    expect(left).toBe('read delete undo\n');
    expect(await statusOf(token)).toBe(403);
    for (const args of [
      ['client', 'add', 'x', '--scope', 'serach'],
      ['client', 'scopes', client_id, '--set', 'search', '--add', 'read'],
      ['client', 'objects', client_id, '--set', 'Leed'],
    ])
      expect((await cli([...args, '--data', data])).code, args.join(' ')).toBe(2);
    expect((await cli(['client', 'scopes', client_id, '--remove', 'read,delete,undo', '--data', data])).code).toBe(1);
  });

  const login = async (credentials: Record<string, string>): Promise<number> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
    return (await fetch(`${served.url}/services/oauth2/token`, { method: 'POST', body })).status;
  };

  it('client rotate: the new secret and, for a while, the one before; with --now only the new one', async () => {
    const first = await add();
    const { client_id } = first;
    const rotate = (...args: string[]) =>
      json<{ client_secret: string }>(['client', 'rotate', client_id, ...args, '--data', data, '--json']);
    const second = { client_id, client_secret: (await rotate('--overlap', '1h')).client_secret };
    expect([await login(first), await login(second)]).toEqual([200, 200]);
    const third = { client_id, client_secret: (await rotate('--now')).client_secret };
    expect([await login(first), await login(second), await login(third)]).toEqual([400, 400, 200]);
  });

  it('key rotate: a new key signs, and tokens before still count; with --now they do not', async () => {
    const { client_id } = await add();
    const before = (await done(['token', '--client', client_id, '--format', 'platform', '--data', data])).trim();
    expect(before).toMatch(/^00D\w{12}![.\w]+$/);
    await done(['key', 'rotate', '--data', data]);
    const after = await tokenOf(client_id);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    await done(['key', 'rotate', '--now', '--data', data]);
    await expect.poll(async () => [await statusOf(before), await statusOf(after)]).toEqual([401, 401]);
    expect(await statusOf(await tokenOf(client_id))).toBe(200);
  });

  it('audit verify: what clients and commands did is one chain, and a change shows', async () => {
    const { lines, head, ok } = await json<{ lines: number; head: string; ok: boolean }>([
      ...['audit', 'verify', '--data', data, '--json'],
    ]);
    expect({ ok, head }).toMatchObject({ ok: true, head: expect.stringMatching(`^${lines}:`) as string });
    expect((await cli(['audit', 'verify', '--head', head, '--data', data])).code).toBe(0);
    const text = readFileSync(join(data, 'audit.log'), 'utf8');
    const actions = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { action: string }).action);
    for (const action of ['clientAdded', 'licenceChanged', 'clientRevoked', 'scopesChanged', 'secretRotated', 'login'])
      expect(actions).toContain(action);
    for (const action of ['keyRotated', 'tokenIssued', 'loginFailed', 'serverStarted'])
      expect(actions).toContain(action);
    const copy = newFolder();
    fileIn(copy, 'audit.log', text.replace('clientRevoked', 'clientAdded'));
    fileIn(copy, 'audit.head', readFileSync(join(data, 'audit.head')));
    const spoiled = await cli(['audit', 'verify', '--data', copy]);
    expect(spoiled.code).toBe(1);
    expect(spoiled.stdout).toMatch(/^line \d+ does not follow the previous line/);
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
