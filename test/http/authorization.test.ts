import { createHash, randomBytes } from 'node:crypto';
import jsforce from 'jsforce';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  revokeClient,
  setLicence,
  setObjects,
  setScopes,
  type NewClient,
} from '../../src/service/auth/client-store.js';
import { Auth } from '../../src/service/auth/auth.js';
import { Documented } from './documented.js';
import { SEARCH, serve, TOKEN, type Reply, type Served, serveForTest, SESSION } from './serve.js';

const AUTHORIZE = '/services/oauth2/authorize';
const BACK = 'https://app.example.com/callback?of=us';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const byPkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const search = { objectPrefix: '00Q', objectData: { LastName: 'Doe' } };

describe('an app that asks to act as somebody', () => {
  let served: Served;
  let documented: Documented;
  const time = Date.now();
  beforeAll(async () => {
    served = await serve({ now: () => time });
    documented = await Documented.by(served);
  });
  afterAll(() => served.close());

  const ask = (method: string, path: string, headers: Record<string, string>, body?: URLSearchParams) =>
    served.call(method, path, {
      headers: {
        authorization: undefined,
        ...headers,
        ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body && { body: body.toString() }),
    });
  const app = (more: Partial<NewClient> = {}) =>
    served.addClient({ name: 'Planner', redirectUris: [BACK], scopes: ['search', 'read', 'upsert'], ...more });
  const queryOf = (clientId: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: BACK, state: 'a "state" & more', ...byPkce },
      ...more,
    });
  /** Returns a logged-in browser session. */
  const browser = async (client: Partial<NewClient> = {}) => {
    const user = served.addClient({ name: 'Ann', scopes: ['search', 'read', 'review'], ...client });
    const session = await served.post(
      SESSION,
      { clientId: user.client_id, clientSecret: user.client_secret },
      { authorization: undefined },
    );
    return { user, cookie: session.headers.getSetCookie()[0]!.split(';')[0]! };
  };
  const hiddenOf = ({ text }: Reply) =>
    new URLSearchParams(
      [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
        ([, name, value]): [string, string] => [
          name!,
          value!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        ],
      ),
    );
  /** Returns the URL to which the page redirects the browser. */
  const nextOf = ({ text }: Reply) =>
    new URL(/<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(text)![1]!.replaceAll('&amp;', '&'));
  const decide = async (query: URLSearchParams, cookie: string, decision: 'allow' | 'deny' = 'allow') => {
    const asked = await ask('GET', `${AUTHORIZE}?${query.toString()}`, { cookie });
    const form = hiddenOf(asked);
    form.set('decision', decision);
    return { asked, form, answered: await ask('POST', AUTHORIZE, { cookie }, form) };
  };
  const redeem = (fields: Record<string, string>) =>
    ask('POST', TOKEN, {}, new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: BACK, ...fields }));
  const codeFor = async (client: { client_id: string }, cookie: string, more: Record<string, string> = {}) =>
    nextOf((await decide(queryOf(client.client_id, more), cookie)).answered).searchParams.get('code')!;
  const may = async (token: string, path = SEARCH) =>
    (path === SEARCH
      ? await served.post(path, search, { authorization: `Bearer ${token}` })
      : await ask('GET', path, { authorization: `Bearer ${token}` })
    ).status;
  const valueOf = (reply: Reply, name: string) => (reply.body as unknown as Record<string, string>)[name];

  it('is shown in words, gets a code where the person allows it, and acts as the person, with the rights of both', async () => {
    const [planner, { user, cookie }] = [app(), await browser()];
    const { asked, answered } = await decide(queryOf(planner.client_id), cookie);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('Allow “Planner” to act as you?');
    expect(asked.text).toContain('<b>Ann</b>');
    expect(asked.text).toContain('<b>app.example.com</b>');
    expect([...asked.text.matchAll(/<li>([^<]*)/g)].map(([, text]) => text)).toEqual([
      'search for duplicates and read the values of matching records',
      'read records',
    ]);
    const back = nextOf(answered);
    expect([back.origin + back.pathname, back.searchParams.get('of')]).toEqual([
      'https://app.example.com/callback',
      'us',
    ]);
    expect(back.searchParams.get('state')).toBe('a "state" & more');
    const code = back.searchParams.get('code')!;
    const reply = await redeem({ ...planner, code, code_verifier: verifier });
    expect(reply.status).toBe(200);
    expect(documented.faults(reply, TOKEN, 'post')).toEqual([]);
    expect(valueOf(reply, 'scope')).toBe('api search read');
    expect(valueOf(reply, 'id')).toContain(served.auth.organisationId);
    const token = reply.body.access_token;
    expect(await may(token)).toBe(200);
    const info = await ask('GET', '/services/oauth2/userinfo', { authorization: `Bearer ${token}` });
    expect(valueOf(info, 'name')).toBe('Ann');
    expect(served.auth.inspect(token)).toMatchObject({ clientId: user.client_id, app: planner.client_id });

    expect(documented.faults(asked, AUTHORIZE, 'get')).toEqual([]);
    expect(documented.faults(answered, AUTHORIZE, 'post')).toEqual([]);
  });

  it('loses what either side loses: scopes, objects, licence, the client itself', async () => {
    const get = async () => {
      const [planner, { user, cookie }] = [app(), await browser()];
      const reply = await redeem({ ...planner, code: await codeFor(planner, cookie), code_verifier: verifier });
      return { planner, user, token: reply.body.access_token };
    };
    const ways: ((side: string) => unknown)[] = [
      (id) => setScopes(served.dataFolder, id, () => ['read']),
      (id) => setLicence(served.dataFolder, id, { state: 'revoked' }),
      (id) => revokeClient(served.dataFolder, id),
      (id) => setObjects(served.dataFolder, id, ['Contact']),
    ];
    for (const take of ways)
      for (const side of ['planner', 'user'] as const) {
        const had = await get();
        expect(await may(had.token)).toBe(200);
        take(had[side].client_id);
        expect(await may(had.token), side).not.toBe(200);
      }
    const both = await get();
    setObjects(served.dataFolder, both.planner.client_id, ['Lead', 'Account']);
    setObjects(served.dataFolder, both.user.client_id, ['Contact', 'Account']);
    const objects = await ask('GET', '/services/data/v60.0/sobjects', { authorization: `Bearer ${both.token}` });
    expect((objects.body as unknown as { sobjects: { name: string }[] }).sobjects.map(({ name }) => name)).toEqual([
      'Account',
    ]);
  });

  it('is sent back with access_denied where the person says no', async () => {
    const [planner, { cookie }] = [app(), await browser()];
    const { answered } = await decide(queryOf(planner.client_id), cookie, 'deny');
    const { searchParams } = nextOf(answered);
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
  });

  it('leads who is not logged in to the console, which leads back', async () => {
    const query = queryOf(app().client_id);
    const reply = await ask('GET', `${AUTHORIZE}?${query.toString()}`, {});
    const to = new URL(reply.headers.get('location')!, served.url);
    expect([reply.status, to.pathname]).toEqual([302, '/console']);
    expect(to.searchParams.get('then')).toBe(`${AUTHORIZE}?${query.toString()}`);
    expect(documented.faults(reply, AUTHORIZE, 'get')).toEqual([]);
  });

  it.each([
    ['an unknown client', { client_id: '0'.repeat(32) }],
    ['an address that is not registered', { redirect_uri: 'https://evil.example.com/callback' }],
    ['a longer address', { redirect_uri: `${BACK}&x=1` }],
    ['another path', { redirect_uri: 'https://app.example.com/callback/../evil' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['nothing', { redirect_uri: '' }],
  ])('is described on a page, and nobody is redirected, for %s', async (_name, more) => {
    const { cookie } = await browser();
    const reply = await ask('GET', `${AUTHORIZE}?${queryOf(app().client_id, more).toString()}`, { cookie });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    expect(reply.text).not.toContain('evil');
    expect(documented.faults(reply, AUTHORIZE, 'get')).toEqual([]);
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_scope', { scope: 'admin' }],
    ['interaction_required', { prompt: 'none' }],
  ])('is sent back with %s for %o', async (error, more) => {
    const { cookie } = await browser();
    const reply = await ask('GET', `${AUTHORIZE}?${queryOf(app().client_id, more).toString()}`, { cookie });
    const { searchParams } = new URL(reply.headers.get('location')!);
    expect([reply.status, searchParams.get('error'), searchParams.get('state')]).toEqual([
      302,
      error,
      'a "state" & more',
    ]);
  });

  it('is not allowed by a form of another site: without the token of the session nothing happens', async () => {
    const [planner, { cookie }] = [app(), await browser()];
    const forged = queryOf(planner.client_id, { decision: 'allow', csrf_token: 'x'.repeat(43) });
    const reply = await ask('POST', AUTHORIZE, { cookie }, forged);
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain('code=');
    expect(documented.faults(reply, AUTHORIZE, 'post')).toEqual([]);
    expect((await ask('POST', AUTHORIZE, {}, forged)).status).toBe(403);
  });

  describe('a code', () => {
    it('counts once; a second use ends all that came of the first', async () => {
      const [planner, { cookie }] = [app(), await browser()];
      const fields = { ...planner, code: await codeFor(planner, cookie), code_verifier: verifier };
      const first = await redeem(fields);
      expect(await may(first.body.access_token)).toBe(200);
      const second = await redeem(fields);
      expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
      expect(await may(first.body.access_token)).toBe(401);
      const refreshed = await ask(
        'POST',
        TOKEN,
        {},
        new URLSearchParams({
          ...planner,
          grant_type: 'refresh_token',
          refresh_token: valueOf(first, 'refresh_token')!,
        }),
      );
      expect(refreshed.body.error).toBe('invalid_grant');
    });

    it.each([
      ['without the verifier', { code_verifier: undefined }],
      ['with another verifier', { code_verifier: 'x'.repeat(43) }],
      ['with another address', { redirect_uri: 'https://app.example.com/other' }],
      ['with another secret', { client_secret: 'wrong' }],
      ['without a secret', { client_secret: undefined }],
    ])('does not count %s, and is not used up by that', async (_name, more) => {
      const [planner, { cookie }] = [app(), await browser()];
      const right = { ...planner, code: await codeFor(planner, cookie), code_verifier: verifier };
      const wrong = Object.fromEntries(
        Object.entries({ ...right, ...more }).filter(([, value]) => value !== undefined),
      );
      expect((await redeem(wrong as Record<string, string>)).status).toBe(400);
      expect((await redeem(right)).status).toBe(200);
    });

    it('asked for without a challenge is refused with a verifier: so the challenge was not removed on the way', async () => {
      const [planner, { cookie }] = [app(), await browser()];
      const query = queryOf(planner.client_id);
      query.delete('code_challenge');
      query.delete('code_challenge_method');
      const code = nextOf((await decide(query, cookie)).answered).searchParams.get('code')!;
      expect((await redeem({ ...planner, code, code_verifier: verifier })).body.error).toBe('invalid_grant');
      expect((await redeem({ ...planner, code })).status).toBe(200);
    });
  });

  describe('an app that can keep no secret', () => {
    const desk = () => app({ isPublic: true, redirectUris: ['http://localhost/done', 'com.example.app:/done'] });
    const at = (port: number) => `http://localhost:${port}/done`;

    it('must prove itself by PKCE, may listen at any port, and has no use for its secret', async () => {
      const [client, { cookie }] = [desk(), await browser()];
      const [redirect_uri, client_id] = [at(49_152), client.client_id];
      const code = await codeFor(client, cookie, { redirect_uri });
      const reply = await redeem({ client_id, code, code_verifier: verifier, redirect_uri });
      expect(reply.status).toBe(200);
      const bare = queryOf(client_id, { redirect_uri });
      bare.delete('code_challenge');
      const refused = await ask('GET', `${AUTHORIZE}?${bare.toString()}`, { cookie });
      expect(new URL(refused.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
    });

    it('gets another refresh token each time; one that comes again ends them all', async () => {
      const [{ client_id }, { cookie }] = [desk(), await browser()];
      const redirect_uri = 'com.example.app:/done';
      const code = await codeFor({ client_id }, cookie, { redirect_uri });
      const first = await redeem({ client_id, code, code_verifier: verifier, redirect_uri });
      const refresh = (refresh_token: string) =>
        ask('POST', TOKEN, {}, new URLSearchParams({ client_id, grant_type: 'refresh_token', refresh_token }));
      const second = await refresh(valueOf(first, 'refresh_token')!);
      expect(second.status).toBe(200);
      const third = await refresh(valueOf(second, 'refresh_token')!);
      expect(await may(third.body.access_token)).toBe(200);
      expect((await refresh(valueOf(first, 'refresh_token')!)).body.error).toBe('invalid_grant');
      expect(await may(third.body.access_token)).toBe(401);
      expect((await refresh(valueOf(third, 'refresh_token')!)).body.error).toBe('invalid_grant');
      const restarted = new Auth({ dataFolder: served.dataFolder, now: () => time });
      expect(restarted.inspect(third.body.access_token)).toBeUndefined();
    });
  });

  it('gets no refresh token where it asks for scopes without one', async () => {
    const [planner, { cookie }] = [app(), await browser()];
    const code = await codeFor(planner, cookie, { scope: 'api search' });
    const reply = await redeem({ ...planner, code, code_verifier: verifier });
    expect([valueOf(reply, 'scope'), valueOf(reply, 'refresh_token')]).toEqual(['api search', undefined]);
  });

  it('is let in by jsforce, with PKCE, and gets new access tokens by itself', async () => {
    const [planner, { cookie }] = [app({ tokenForm: 'platform' }), await browser()];
    const oauth2 = new jsforce.OAuth2({
      ...{ loginUrl: served.url, clientId: planner.client_id, clientSecret: planner.client_secret },
      ...{ redirectUri: BACK, useVerifier: true },
    });
    const address = new URL(oauth2.getAuthorizationUrl({ scope: 'api refresh_token', state: 'x' }));
    const { answered } = await decide(address.searchParams, cookie);
    const connection = new jsforce.Connection({ oauth2 });
    await connection.authorize(nextOf(answered).searchParams.get('code')!);
    expect(connection.accessToken).toMatch(/^00D\w{12}![.\w]+$/);
    expect(connection.refreshToken).toBeDefined();
    expect((await connection.identity()).display_name).toBe('Ann');
    const before = connection.accessToken;
    served.auth.revocations.add(
      {
        id: createHash('sha256').update(served.auth.inspect(before!)!.jti).digest('base64'),
        expires: time + 8_000_000,
      },
      time,
    );
    expect(await connection.query('SELECT Id FROM Lead')).toMatchObject({ totalSize: 0 });
    expect(connection.accessToken).not.toBe(before);
  });

  it('finds out how by itself (RFC 8414): a certified client library gets in', async () => {
    const redirect_uri = 'https://app.example.com/callback';
    const [planner, { cookie }] = [app({ redirectUris: [redirect_uri] }), await browser()];
    const configuration = await oidc.discovery(
      new URL(served.url),
      planner.client_id,
      undefined,
      oidc.ClientSecretPost(planner.client_secret),
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only to stand out
      { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] },
    );
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const address = oidc.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri, state: 'ours', code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    });
    const { answered } = await decide(address.searchParams, cookie);
    const tokens = await oidc.authorizationCodeGrant(configuration, nextOf(answered), {
      ...{ pkceCodeVerifier, expectedState: 'ours' },
    });
    expect(await may(tokens.access_token)).toBe(200);
    const refreshed = await oidc.refreshTokenGrant(configuration, tokens.refresh_token!);
    expect(await may(refreshed.access_token)).toBe(200);
    await oidc.tokenRevocation(configuration, refreshed.access_token);
    expect([await may(tokens.access_token), await may(refreshed.access_token)]).toEqual([401, 401]);
    const metadata = '/.well-known/oauth-authorization-server';
    expect(documented.faults(await ask('GET', metadata, {}), metadata, 'get')).toEqual([]);
  });
});

describe('name and password', () => {
  const ask = (served: Served, fields: Record<string, string>) =>
    served.call('POST', TOKEN, {
      body: new URLSearchParams({ grant_type: 'password', ...fields }).toString(),
      headers: { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const usernameOf = async (served: Served, token: string) => {
    const reply = await served.call('GET', '/services/oauth2/userinfo', {
      headers: { authorization: `Bearer ${token}` },
    });
    return (reply.body as unknown as { preferred_username: string }).preferred_username;
  };

  it('are refused by name unless the settings allow them', async () => {
    const served = await serveForTest();
    const reply = await ask(served, { ...served.client, username: 'x', password: 'y' });
    expect([reply.status, reply.body.error]).toEqual([400, 'unsupported_grant_type']);
    expect(reply.body.error_description).toContain('passwordGrant');
  });

  it('let a tool act as the client whose they are, where the settings allow it, with the rights of both', async () => {
    const served = await serveForTest({ settings: { passwordGrant: true } });
    const [tool, user] = [served.addClient({ name: 'Tool', scopes: ['read'] }), served.client];
    const username = await usernameOf(served, served.token);
    const reply = await ask(served, { ...tool, username: username.toUpperCase(), password: user.client_secret });
    expect(reply.status).toBe(200);
    expect((reply.body as unknown as { scope: string }).scope).toBe('api read');
    expect(served.auth.inspect(reply.body.access_token)).toMatchObject({
      clientId: user.client_id,
      app: tool.client_id,
    });
    for (const wrong of [{ password: 'x' }, { username: 'nobody' }, { username: '' }, { client_secret: 'x' }]) {
      const refused = await ask(served, { ...tool, username, password: user.client_secret, ...wrong });
      expect(refused.status).toBe(400);
    }
    const connection = new jsforce.Connection({
      oauth2: { loginUrl: served.url, clientId: tool.client_id, clientSecret: tool.client_secret },
    });
    await connection.login(username, user.client_secret);
    expect(await connection.query('SELECT Id FROM Lead')).toMatchObject({ totalSize: 0 });
  });

  it('by SOAP are refused by name, as its clients read it', async () => {
    const served = await serveForTest();
    const connection = new jsforce.Connection({ loginUrl: served.url });
    await expect(connection.login('a', 'b')).rejects.toThrow('log in at /services/oauth2/token');
  });
});

it('refuses interfaces that are not served by name, with what to use instead', async () => {
  const served = await serveForTest();
  const refusals = [
    ['/services/data/v60.0/composite/graph', 'Composite/graph is not supported: use composite'],
    ['/services/data/v60.0/graphql', 'GraphQL is not supported: use query and composite'],
    ['/services/data/v60.0/tooling/query?q=SELECT+Id+FROM+ApexClass', 'The Tooling API is not supported'],
    ['/services/data/v60.0/metadata/deployRequest', 'The Metadata API is not supported'],
    ['/services/async/60.0/job', 'Bulk API 1.0 is not supported: use Bulk API 2.0, at jobs/query and jobs/ingest'],
    ['/cometd/60.0/handshake', 'The Streaming API (CometD) is not supported'],
  ] as const;
  for (const [path, message] of refusals)
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${served.url}${path}`, { method });
      expect(answer.status, path).toBe(404);
      expect(await answer.json(), path).toMatchObject([
        { errorCode: 'NOT_FOUND', message: expect.stringContaining(message) as string },
      ]);
    }
  const elsewhere = await fetch(`${served.url}/services/data/v60.0/graphqlx`);
  expect(await elsewhere.text()).not.toContain('GraphQL');
});
