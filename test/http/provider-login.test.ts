import { chmodSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.js';
import { addClient, revokeClient } from '../../src/service/auth/client-store.js';
import { ClientRegistry } from '../../src/service/auth/client-registry.js';
import { denylists } from '../../src/service/auth/denylists.js';
import { ProviderLogin } from '../../src/service/auth/provider-login.js';
import { sealedLogins } from '../../src/service/auth/sealed-logins.js';
import { SigningKeys } from '../../src/service/auth/signing-keys.js';
import { ProviderServer } from '../service/auth/identity-provider-server.js';
import { newFolder, fileIn } from '../support/temporary-folder.js';
import { Documented } from './documented.js';
import { type Reply, type Served, serveForTest, SESSION } from './serve.js';
import type { SignIn } from '../../src/store/config/configuration.js';

const GRANTS = { stewards: ['search', 'read', 'review'], admins: ['admin'], __proto__: [] } as SignIn['grants'];

/** Starts a service with login through a test provider, for a client with a few scopes. */
async function start(more: Partial<SignIn> = {}) {
  const provider = await new ProviderServer().listen();
  onTestFinished(() => provider.close());
  const port = await freePort();
  const signIn: SignIn = {
    issuer: provider.issuer,
    clientId: 'console',
    redirectUrl: `http://127.0.0.1:${port}/services/oauth2/callback`,
    label: 'Example Ltd',
    scope: 'openid profile',
    claim: 'groups',
    grants: GRANTS,
    ...more,
  };
  const served = await serveForTest({ settings: { signIn }, listen: { port } });
  // The setting can name the client only after the data folder exists.
  Object.assign(signIn, {
    client: served.addClient({ name: 'people', scopes: ['search', 'read', 'review'] }).client_id,
  });
  return { provider, served, signIn };
}

const cookiesOf = (reply: Reply) => reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
const get = (served: Served, path: string, headers: Record<string, string | undefined> = {}) =>
  served.call('GET', path, { headers: { authorization: undefined, ...headers } });

/** Logs in through the provider like a browser. @param change changes the URL to which the provider redirects */
async function logIn(served: Served, change: (back: URL) => void = () => undefined, cookie?: string) {
  const begun = await get(served, '/services/oauth2/login', { host: 'evil.example' });
  expect(begun.status).toBe(302);
  const response = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
  const back = new URL(response.headers.get('location')!);
  expect(back.origin).toBe(served.url);
  change(back);
  const sent = cookie ?? cookiesOf(begun)[0]!;
  const finished = await get(served, back.pathname + back.search, { cookie: sent });
  return { begun, finished, back, cookie: sent };
}

/** Creates the login as each process on a data folder does. */
function loginOver(folder: string, signIn: SignIn, now = Date.now): ProviderLogin {
  const [keys, used] = [new SigningKeys(folder), denylists(folder, undefined).logins];
  const sealed = sealedLogins({ keys, used, settled: () => undefined, newest: undefined, now });
  return new ProviderLogin(signIn, new ClientRegistry(folder), sealed, now);
}

const whereTo = (reply: Reply) => [reply.status, reply.headers.get('location')];

it('logs a person in by code, PKCE, state and nonce, with the scopes that the claims grant and the client has', async () => {
  const { provider, served } = await start();
  provider.claims = { sub: 'user-1', name: 'Ann Steward', groups: ['stewards', 'admins', '__proto__', 'unknown'] };
  expect((await get(served, '/services/oauth2/providers')).body).toEqual([
    { label: 'Example Ltd', address: '/services/oauth2/login' },
  ]);
  const { begun, finished } = await logIn(served);
  expect(whereTo(finished)).toEqual([302, '/console']);
  const asked = provider.seen[0]!.searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('redirect_uri')).toBe(`${served.url}/services/oauth2/callback`);
  expect(begun.headers.get('set-cookie')).toMatch(
    /-login=[\w.-]{100,500}; Path=\/services\/oauth2\/callback; HttpOnly; SameSite=Lax; Max-Age=600/,
  );
  const [session, gone] = finished.headers.getSetCookie();
  expect(session).toMatch(/HttpOnly; SameSite=Strict/);
  expect(gone).toMatch(/-login=; .*Max-Age=0/);

  const cookie = session!.split(';')[0]!;
  const shown = await get(served, SESSION, { cookie });
  expect(shown.body).toMatchObject({ name: 'Ann Steward', scopes: ['search', 'read', 'review'] });
  expect((await get(served, '/services/data/v60.0/sobjects', { cookie })).status).toBe(200);
  const refused = await get(served, '/metrics', { cookie });
  expect([refused.status, refused.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
  // As in every session, a change requires the CSRF token.
  const change = await served.call('DELETE', SESSION, { headers: { authorization: undefined, cookie } });
  expect(change.error.errorCode).toBe('INVALID_CSRF_TOKEN');
  const documented = await Documented.by(served);
  expect(documented.faults(finished, '/services/oauth2/callback', 'get')).toEqual([]);
  expect(documented.faults(begun, '/services/oauth2/login', 'get')).toEqual([]);
});

it('a person who is a client of the service is that client, with its scopes, as long as it counts', async () => {
  const { provider, served } = await start();
  const outside = { issuer: provider.issuer, subject: 'user-1' };
  const { client_id } = addClient(served.dataFolder, {
    name: 'Ann',
    licence: { state: 'valid' },
    scopes: ['history', 'read'],
    outside,
  });
  provider.claims = { sub: 'user-1' };
  const { finished } = await logIn(served);
  const cookie = cookiesOf(finished)[0]!;
  expect((await get(served, SESSION, { cookie })).body).toMatchObject({
    clientId: client_id,
    scopes: ['history', 'read'],
  });
  revokeClient(served.dataFolder, client_id);
  expect((await get(served, SESSION, { cookie })).status).toBe(401);
  // The user cannot log in through a group either.
  provider.claims = { sub: 'user-1', groups: ['stewards'] };
  expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console?login=noAccess']);
});

it('no login succeeds with another state, issuer, browser or code, late, or twice', async () => {
  const { served } = await start();
  const refused = [302, '/console?login=refused'];
  const expired = [302, '/console?login=expired'];
  expect(whereTo((await logIn(served, ({ searchParams }) => searchParams.set('state', 'x'))).finished)).toEqual(
    refused,
  );
  expect(whereTo((await logIn(served, ({ searchParams }) => searchParams.delete('state'))).finished)).toEqual(refused);
  expect(
    whereTo((await logIn(served, ({ searchParams }) => searchParams.set('iss', 'https://e.example'))).finished),
  ).toEqual(refused);
  expect(whereTo((await logIn(served, ({ searchParams }) => searchParams.set('code', 'guessed'))).finished)).toEqual(
    refused,
  );
  expect(whereTo((await logIn(served, ({ searchParams }) => searchParams.delete('code'))).finished)).toEqual(refused);
  const other = await logIn(served);
  const victim = await logIn(served, () => undefined, other.cookie);
  expect(whereTo(victim.finished)).toEqual(expired);
  const again = await get(served, other.back.pathname + other.back.search, { cookie: other.cookie });
  expect(whereTo(again)).toEqual(expired);
  expect(whereTo(await get(served, other.back.pathname + other.back.search))).toEqual(expired);
  for (const reply of [victim.finished, again]) expect(reply.headers.get('set-cookie')).not.toMatch(/likeness-\d+=\w/);
});

it('begun logins take no room: 2,000 of strangers push out nobody, and any process finishes one, once', async () => {
  const { provider, served, signIn } = await start();
  provider.claims = { sub: 'user-1', groups: ['stewards'] };
  const folder = served.dataFolder;
  const login = loginOver(folder, signIn);
  const { address, cookie } = await login.begin();
  const others = await Promise.all(Array.from({ length: 2_000 }, () => login.begin()));
  expect(new Set(others.map((other) => other.cookie)).size).toBe(2_000);
  const answer = async (to: string) =>
    new URL((await fetch(to, { redirect: 'manual' })).headers.get('location')!).searchParams;
  const back = await answer(address);
  const altered = `${cookie.slice(0, -8)}${cookie.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
  const strange = await loginOver(newFolder(), signIn).begin();
  const other = loginOver(folder, signIn);
  for (const wrong of [altered, strange.cookie, 'x', ''])
    await expect(other.finish(back, wrong)).rejects.toMatchObject({ refusal: 'expired' });
  await expect(loginOver(folder, signIn, () => Date.now() + 601_000).finish(back, cookie)).rejects.toMatchObject({
    refusal: 'expired',
  });
  expect(await other.finish(back, cookie)).toMatchObject({ subject: 'user-1' });
  await expect(other.finish(await answer(address), cookie)).rejects.toMatchObject({ refusal: 'expired' });
});

it('a token of another key, issuer, audience, nonce, time or party counts for nothing', async () => {
  const { provider, served } = await start();
  const now = Math.floor(Date.now() / 1_000);
  const without = (name: string) => (claims: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  for (const spoil of [
    (claims: object) => ({ ...claims, iss: 'https://other.example' }),
    (claims: object) => ({ ...claims, aud: 'somebody' }),
    (claims: object) => ({ ...claims, aud: ['console', 'other'] }),
    (claims: object) => ({ ...claims, azp: 'other' }),
    (claims: object) => ({ ...claims, nonce: 'x' }),
    (claims: object) => ({ ...claims, exp: now - 60 }),
    (claims: object) => ({ ...claims, iat: now - 7_200 }),
    ...['nonce', 'exp', 'iat', 'sub'].map(without),
  ]) {
    provider.spoil = spoil;
    expect(whereTo((await logIn(served)).finished), String(spoil)).toEqual([302, '/console?login=refused']);
  }
  provider.spoil = (claims) => claims;
  provider.signer = 'stranger';
  expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console?login=refused']);
});

it('who has nothing in the claims that grants a scope gets none', async () => {
  const { provider, served } = await start();
  for (const groups of [undefined, [], 'unknown', ['__proto__', 'constructor'], [1, null], { stewards: true }]) {
    provider.claims = { sub: 'user-1', ...(groups !== undefined && { groups }) };
    expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console?login=noAccess']);
  }
});

it('a secret, where there is one, goes to the token endpoint and comes from a file of the owner only', async () => {
  const path = fileIn(newFolder(), 'secret', 'correct horse\n');
  chmodSync(path, 0o600);
  const { provider, served, signIn } = await start({ clientSecretFile: path });
  // Form-encoded: RFC 6749, 2.3.1.
  provider.secret = 'correct+horse';
  expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console']);
  provider.secret = 'another';
  expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console?login=refused']);
  writeFileSync(path, 'another\n');
  expect(whereTo((await logIn(served)).finished)).toEqual([302, '/console']);
  chmodSync(path, 0o644);
  expect(() => loginOver(served.dataFolder, signIn)).toThrow(/others can read/);
  writeFileSync(path, 'x');
});

it('a provider that is away is reported to the page, left alone for a while, and asked again', async () => {
  const provider = await new ProviderServer().listen();
  onTestFinished(() => provider.close());
  const folder = newFolder();
  let now = Date.now();
  const signIn: SignIn = {
    issuer: provider.issuer,
    clientId: 'console',
    redirectUrl: 'http://127.0.0.1:1/services/oauth2/callback',
    label: 'x',
    scope: 'openid',
    claim: 'groups',
    grants: {},
  };
  const login = loginOver(folder, signIn, () => now);
  provider.status = 503;
  await expect(login.begin()).rejects.toMatchObject({ refusal: 'unavailable' });
  provider.status = 200;
  now += 10_000;
  const real = provider.issuer;
  provider.issuer = 'http://somebody.else';
  await expect(login.begin()).rejects.toMatchObject({ refusal: 'unavailable' });
  provider.issuer = real;
  await expect(login.begin()).rejects.toMatchObject({
    refusal: 'unavailable',
    message: 'the last attempt failed a moment ago',
  });
  now += 10_000;
  expect((await login.begin()).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/authorize\?/);
});

it('without signIn there is no provider, and nothing to begin', async () => {
  const served = await serveForTest();
  expect((await get(served, '/services/oauth2/providers')).body).toEqual([]);
  for (const path of ['login', 'callback?code=x&state=y'])
    expect((await get(served, `/services/oauth2/${path}`)).status).toBe(404);
});
