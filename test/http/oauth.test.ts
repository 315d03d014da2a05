import jsforce from 'jsforce';
import { beforeAll, describe, expect, it } from 'vitest';
import { Auth } from '../../src/service/auth/auth.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientCredentials } from '../../src/service/auth/client-store.js';
import { Documented } from './documented.js';
import { SEARCH, TOKEN, type Reply, serveForAll } from './serve.js';

const INTROSPECT = '/services/oauth2/introspect';
const REVOKE = '/services/oauth2/revoke';
const USERINFO = '/services/oauth2/userinfo';
const search = { objectPrefix: '00Q', objectData: { LastName: 'Doe' } };

describe('tokens at the addresses of OAuth', () => {
  let documented: Documented;
  const served = serveForAll();
  beforeAll(async () => {
    documented = await Documented.by(served);
  });

  const form = (path: string, fields: Record<string, string>, headers: Record<string, string | undefined> = {}) =>
    served.call('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: undefined, ...headers },
    });
  const login = (client: ClientCredentials, more: Record<string, string> = {}, headers = {}) =>
    form(TOKEN, { grant_type: 'client_credentials', ...client, ...more }, headers);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const statusOf = async (token: string) => (await served.post(SEARCH, search, bearer(token))).status;
  const bodyOf = (reply: Reply) => reply.body as unknown as Record<string, unknown>;
  const fits = (reply: Reply, path: string, verb = 'post') => expect(documented.faults(reply, path, verb)).toEqual([]);

  describe('scopes of a token', () => {
    it('are all that the client has, told in the answer; what the platform calls scopes changes nothing', async () => {
      const client = served.addClient({ scopes: ['search', 'read'] });
      for (const more of [{}, { scope: '' }, { scope: 'api refresh_token openid' }])
        expect(bodyOf(await login(client, more))['scope']).toBe('api search read');
    });

    it('can be fewer, and then nothing else is allowed', async () => {
      const client = served.addClient({ scopes: ['search', 'read'] });
      const answer = bodyOf(await login(client, { scope: 'api read' }));
      expect(answer['scope']).toBe('api read');
      const refused = await served.post(SEARCH, search, bearer(answer['access_token'] as string));
      expect([refused.status, refused.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
    });

    it.each(['export', 'search export', 'Search', '__proto__'])('cannot be more: %s', async (scope) => {
      const refused = await login(served.addClient({ scopes: ['search'] }), { scope });
      fits(refused, TOKEN);
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
      expect(refused.body.error_description).toBe('this client can request: search');
    });
  });

  it.each(['Bearer x', 'OAuth x', 'bearer 00D!x'])(
    'a login with a stray header "%s" is let in',
    async (authorization) => {
      expect((await login(served.client, {}, { authorization })).status).toBe(200);
    },
  );

  describe('revocation of one token', () => {
    it('counts at once and after a restart, for both forms of it, and for no other token', async () => {
      const { client_id } = served.client;
      const [token, other] = [served.auth.issueToken(client_id), served.auth.issueToken(client_id)];
      expect(await statusOf(token)).toBe(200);
      const revoked = await form(REVOKE, { token });
      expect([revoked.status, revoked.text]).toEqual([200, '']);
      fits(revoked, REVOKE);
      expect(await statusOf(token)).toBe(401);
      expect(await statusOf(other)).toBe(200);
      const restarted = new Auth({ dataFolder: served.dataFolder });
      expect(restarted.inspect(token)).toBeUndefined();
      expect(restarted.inspect(other)?.clientId).toBe(client_id);
      expect(readFileSync(join(served.dataFolder, 'tokens.revoked'), 'utf8')).not.toContain(token.split('.')[2]!);
    });

    it("takes the platform's form, as its clients send it, and says nothing of what is no token", async () => {
      const connection = new jsforce.Connection({
        instanceUrl: served.url,
        accessToken: served.auth.issueToken(served.client.client_id, 'platform'),
        oauth2: { loginUrl: served.url },
      });
      const token = connection.accessToken!;
      expect(await statusOf(token)).toBe(200);
      await connection.logoutByOAuth2();
      expect(await statusOf(token)).toBe(401);
      expect((await form(REVOKE, { token: 'nonsense' })).status).toBe(200);
      const empty = await form(REVOKE, {});
      expect([empty.status, empty.body.error]).toEqual([400, 'invalid_request']);
      fits(empty, REVOKE);
    });
  });

  describe('introspection', () => {
    it('describes the tokens of the calling client', async () => {
      const client = served.addClient({ scopes: ['search'], name: 'Web Shop' });
      const token = served.auth.issueToken(client.client_id);
      const answer = await form(INTROSPECT, { token, ...client });
      fits(answer, INTROSPECT);
      expect(bodyOf(answer)).toMatchObject({
        active: true,
        scope: 'api search',
        client_id: client.client_id,
        token_type: 'access_token',
        username: expect.stringMatching(/^web-shop-/) as string,
      });
      expect(Number(bodyOf(answer)['exp']) - Number(bodyOf(answer)['iat'])).toBe(7_200);
      await form(REVOKE, { token });
      expect(bodyOf(await form(INTROSPECT, { token, ...client }))).toEqual({ active: false });
    });

    it("tells of another client's only with the scope admin", async () => {
      const { token } = served;
      const asked = async (client: ClientCredentials) => bodyOf(await form(INTROSPECT, { token, ...client }))['active'];
      expect(await asked(served.addClient({ scopes: ['search'] }))).toBe(false);
      expect(await asked(served.addClient({ scopes: ['admin'] }))).toBe(true);
    });

    it('refuses who does not prove who it is', async () => {
      const refused = await form(INTROSPECT, { token: served.token, ...served.client, client_secret: 'wrong' });
      expect(refused.status).toBe(401);
      fits(refused, INTROSPECT);
      fits(await form(INTROSPECT, { ...served.client }), INTROSPECT);
    });
  });

  describe('the identity behind a token', () => {
    it('is what the platform returns about a user, at the address of the token answer, and needs no licence', async () => {
      const client = served.addClient({ licence: { state: 'none' }, scopes: ['search'], name: 'Web Shop' });
      const { access_token, id } = bodyOf(await login(client)) as Record<string, string>;
      const path = new URL(id!).pathname;
      const identity = await served.call('GET', path, { headers: bearer(access_token!) });
      fits(identity, '/id/{organizationId}/{userId}', 'get');
      expect(bodyOf(identity)).toMatchObject({ id, active: true, display_name: 'Web Shop' });
      for (const method of ['GET', 'POST']) {
        const info = await served.call(method, USERINFO, { headers: bearer(access_token!) });
        fits(info, USERINFO, method.toLowerCase());
        expect(bodyOf(info)).toMatchObject({ sub: id, preferred_username: bodyOf(identity)['username'] });
      }
    });

    it("is nobody else's, and nobody's without a token", async () => {
      const { id } = bodyOf(await login(served.addClient())) as Record<string, string>;
      const foreign = await served.call('GET', new URL(id!).pathname);
      fits(foreign, '/id/{organizationId}/{userId}', 'get');
      expect(foreign.status).toBe(404);
      expect((await served.call('GET', USERINFO, { headers: { authorization: undefined } })).status).toBe(401);
    });

    it('is found by jsforce', async () => {
      const { client_id: clientId, client_secret: clientSecret } = served.client;
      const connection = new jsforce.Connection({ oauth2: { loginUrl: served.url, clientId, clientSecret } });
      const user = await connection.authorize({ grant_type: 'client_credentials' });
      expect(await connection.identity()).toMatchObject({ user_id: user.id, organization_id: user.organizationId });
    });
  });

  it('logins, failed logins and revocations are in the audit log; no token, secret or name that was claimed is', async () => {
    const client = served.addClient({ name: 'Audited' });
    const { access_token } = bodyOf(await login(client)) as Record<string, string>;
    await login({ client_id: 'claimed-name', client_secret: 'guessed-secret' });
    await form(REVOKE, { token: access_token! });
    await served.auth.close();
    const text = readFileSync(join(served.dataFolder, 'audit.log'), 'utf8');
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter(({ by }) => by === client.client_id)).toMatchObject([
      { action: 'login', name: 'Audited', address: '127.0.0.1' },
      { action: 'tokenRevoked' },
    ]);
    expect(entries).toContainEqual(expect.objectContaining({ action: 'loginFailed', detail: 'invalid_client_id' }));
    for (const secret of [client.client_secret, access_token!, 'claimed-name', 'guessed-secret'])
      expect(text).not.toContain(secret);
  });
});
