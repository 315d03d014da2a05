import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { listClients } from '../../src/service/auth/client-store.js';
import type { Scope } from '../../src/service/auth/scopes.js';
import { Documented } from './documented.js';
import { TOKEN, type Reply, type Served, serveForTest, SESSION } from './serve.js';

const BASE = '/services/apexrest/dupcheck/clients';
const IDENTITY = '/services/oauth2/userinfo';

interface Shown {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly revoked: boolean;
}
interface Issued {
  readonly client: Shown;
  readonly clientSecret: string;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
const as = <T>(reply: Reply): T => reply.body as unknown as T;

const login = (served: Served, clientId: string, secret: string) =>
  served.call('POST', TOKEN, {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
    headers: { authorization: undefined },
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function audited(served: Served): Promise<readonly Record<string, unknown>[]> {
  await served.auth.close();
  const lines = readFileSync(join(served.dataFolder, 'audit.log'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('a client is added, logs in by the secret that is shown once, gets a new one, and is revoked', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const added = await served.post(BASE, { name: '  Web shop ', scopes: ['search', 'read'], objects: ['lead'] });
  expect([added.status, documented.faults(added, BASE, 'post')]).toEqual([200, []]);
  const { client, clientSecret } = as<Issued>(added);
  expect(client).toMatchObject({ name: 'Web shop', scopes: ['search', 'read'], objects: ['Lead'], revoked: false });
  const token = (await login(served, client.clientId, clientSecret)).body.access_token;
  expect((await served.call('GET', IDENTITY, { headers: bearer(token) })).status).toBe(200);

  const rotated = await served.post(`${BASE}/${client.clientId}/secret`, { overlapSeconds: 0 });
  expect([rotated.status, documented.faults(rotated, `${BASE}/{clientId}/secret`, 'post')]).toEqual([200, []]);
  expect((await login(served, client.clientId, clientSecret)).status).toBe(400);
  expect((await login(served, client.clientId, as<Issued>(rotated).clientSecret)).status).toBe(200);

  const listed = await served.call('GET', BASE);
  expect(documented.faults(listed, BASE, 'get')).toEqual([]);
  expect(as<Shown[]>(listed).map(({ name }) => name)).toEqual(['test', 'Web shop']);
  for (const secret of [clientSecret, as<Issued>(rotated).clientSecret, 'sha256'])
    expect(listed.text).not.toContain(secret);

  const revoked = await served.call('DELETE', `${BASE}/${client.clientId}`);
  expect([revoked.status, documented.faults(revoked, `${BASE}/{clientId}`, 'delete')]).toEqual([200, []]);
  expect(as<Shown>(revoked).revoked).toBe(true);
  expect((await served.call('GET', IDENTITY, { headers: bearer(token) })).status).toBe(401);
  expect((await served.post(`${BASE}/${client.clientId}/secret`, {})).error.errorCode).toBe('CLIENT_REVOKED');
  const { client_id: by } = served.client;
  const target = [client.clientId];
  expect((await audited(served)).filter(({ action }) => action !== 'requested' && action !== 'login')).toMatchObject([
    { action: 'clientAdded', by, name: 'test', target, detail: 'Web shop: search read' },
    { action: 'secretRotated', by, target },
    { action: 'loginFailed' },
    { action: 'clientRevoked', by, target },
  ]);
});

it('a session and an open stream of a client that is revoked end at once', async () => {
  const served = await serveForTest();
  const { client_id, client_secret } = served.addClient({ name: 'Browser', scopes: ['read'] });
  const opened = await served.post(
    SESSION,
    { clientId: client_id, clientSecret: client_secret },
    { authorization: undefined },
  );
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  const asBrowser = { headers: { authorization: undefined, cookie } };
  expect((await served.call('GET', SESSION, asBrowser)).status).toBe(200);
  const stream = await fetch(`${served.url}/services/apexrest/dupcheck/events`, { headers: { cookie } });
  expect((await served.call('DELETE', `${BASE}/${client_id}`)).status).toBe(200);
  expect((await served.call('GET', SESSION, asBrowser)).status).toBe(401);
  expect(await stream.text()).toContain('stream.closed');
});

it('what a client may do is changed for tokens that it has already', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const { client_id: id } = served.addClient({ scopes: ['read'] });
  const headers = bearer(served.auth.issueToken(id));
  const change = (body: object) => served.send('PATCH', `${BASE}/${id}`, body);
  const jobs = async () => (await served.call('GET', '/services/apexrest/dupcheck/jobs', { headers })).status;
  expect(await jobs()).toBe(403);
  const changed = await change({ scopes: ['review', 'read'], objects: ['Lead'] });
  expect([changed.status, documented.faults(changed, `${BASE}/{clientId}`, 'patch')]).toEqual([200, []]);
  expect(changed.body).toMatchObject({ scopes: ['read', 'review'], objects: ['Lead'], isLicensed: true });
  expect(await jobs()).toBe(200);
  expect((await change({ licence: { state: 'valid', until: '2020-01-01' } })).body).toMatchObject({
    isLicensed: false,
  });
  expect(await jobs()).toBe(403);
  expect((await change({ licence: { state: 'valid' }, objects: null })).body).toMatchObject({ objects: null });
  expect(await jobs()).toBe(200);
});

it('nobody gives what he does not have, and nobody shuts himself out by mistake', async () => {
  const served = await serveForTest();
  const { client_id: own } = served.addClient({ name: 'Small admin', scopes: ['admin', 'read'] });
  const headers = bearer(served.auth.issueToken(own));
  const before = readFileSync(join(served.dataFolder, 'clients.json'), 'utf8');
  const refused = async (method: string, path: string, body?: object) => {
    const { status, error } = await served.send(method, `${BASE}${path}`, body, headers);
    expect(readFileSync(join(served.dataFolder, 'clients.json'), 'utf8')).toBe(before);
    return [status, error.errorCode];
  };
  const beyond = [403, 'INSUFFICIENT_ACCESS'];
  expect(await refused('POST', '', { name: 'More', scopes: ['read', 'export'] })).toEqual(beyond);
  expect(await refused('PATCH', `/${own}`, { scopes: ['admin', 'read', 'undo'] })).toEqual(beyond);
  // The new secret would give access to all rights of that client.
  expect(await refused('POST', `/${served.client.client_id}/secret`, {})).toEqual(beyond);
  const mine = [409, 'CLIENT_IS_YOURS'];
  expect(await refused('DELETE', `/${own}`)).toEqual(mine);
  expect(await refused('PATCH', `/${own}`, { scopes: ['read'] })).toEqual(mine);
  expect(await refused('PATCH', `/${own}`, { objects: ['Lead'] })).toEqual(mine);
  expect(await refused('PATCH', `/${own}`, { licence: { state: 'revoked' } })).toEqual(mine);

  expect((await served.send('POST', BASE, { name: 'Reader', scopes: ['read'] }, headers)).status).toBe(200);
  expect((await served.send('DELETE', `${BASE}/${own}?own=true`, undefined, headers)).status).toBe(200);
  expect((await served.call('GET', BASE, { headers })).status).toBe(401);
});

it('what cannot be is refused by name, and leaves no client behind', async () => {
  const served = await serveForTest();
  const key = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' });
  const refused = async (body: object) => {
    const { status, text } = await served.post(BASE, { name: 'Any', scopes: ['read'], ...body });
    expect([status, listClients(served.dataFolder).length], text).toEqual([400, 1]);
    return text;
  };
  expect(await refused({ name: '   ' })).toMatch(/name/);
  expect(await refused({ scopes: [] })).toMatch(/scopes/);
  expect(await refused({ scopes: ['everything'] })).toMatch(/scopes/);
  expect(await refused({ objects: ['Nothing__c'] })).toMatch(/Nothing__c.*Expected one of/);
  expect(await refused({ redirectUris: ['http://example.com/'] })).toMatch(/https/);
  expect(await refused({ isPublic: true })).toMatch(/redirectUris/);
  expect(await refused({ licence: { state: 'valid', until: 'soon' } })).toMatch(/until/);
  expect(await refused({ publicKey: key(1024) })).toMatch(/2048 to 8192 bits/);
  expect((await served.send('PATCH', `${BASE}/${'0'.repeat(32)}`, { scopes: ['read'] })).status).toBe(404);
  const added = await served.post(BASE, {
    ...{ name: 'App', scopes: ['read'], isPublic: true, redirectUris: ['https://app.example.com/done'] },
    publicKey: key(2048),
  });
  expect(added.body).toMatchObject({ clientSecret: null, client: { isPublic: true, hasPublicKey: true } });
  const { clientId } = as<Issued>(added).client;
  expect((await served.post(`${BASE}/${clientId}/secret`, {})).error.errorCode).toBe('CLIENT_IS_PUBLIC');
});

it('tells how people log in, and which group may do what; no secret is among it', async () => {
  const signIn = {
    ...{ issuer: 'https://login.example.com', clientId: 'likeness', label: 'Example Ltd', scope: 'openid' },
    redirectUrl: 'https://likeness.example.com/services/oauth2/callback',
    ...{ claim: 'groups', grants: { stewards: ['search', 'read'] as const } },
  };
  const address = '/services/apexrest/dupcheck/signIn';
  const plain = await serveForTest();
  expect((await plain.call('GET', address)).body).toEqual({ provider: null, tokenIssuers: [], passwords: false });
  const served = await serveForTest({ settings: { signIn } });
  Object.assign(signIn, { client: served.addClient({ name: 'People', scopes: ['read'] }).client_id });
  const documented = await Documented.by(served);
  const shown = await served.call('GET', address);
  expect(documented.faults(shown, address, 'get')).toEqual([]);
  expect(shown.body).toMatchObject({
    provider: {
      ...{ label: 'Example Ltd', knownAs: 'likeness', claim: 'groups' },
      grants: [{ value: 'stewards', scopes: ['search', 'read'] }],
      client: { name: 'People', scopes: ['read'], counts: true },
    },
  });
});
