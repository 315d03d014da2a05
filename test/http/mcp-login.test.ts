import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listClients, revokeClient } from '../../src/service/auth/client-store.js';
import type { Scope } from '../../src/service/auth/scopes.js';
import { Documented } from './documented.js';
import { type Reply, serveForAll, serveForTest } from './serve.js';

const BACK = 'http://localhost:3118/callback';
const REGISTER = '/services/oauth2/register';
const METADATA = '/.well-known/oauth-protected-resource/mcp';
const AUTHORIZE = '/services/oauth2/authorize';

/** An assistant with its OAuth login. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = BACK;
  readonly clientMetadata: OAuthClientMetadata = { client_name: 'Assistant', redirect_uris: [BACK] };
  asked: URL | undefined;
  #app: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  clientInformation = () => this.#app;
  saveClientInformation = (app: OAuthClientInformationMixed) => void (this.#app = app);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens);
  redirectToAuthorization = (address: URL) => void (this.asked = address);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

describe('an assistant that knows nothing but the address', () => {
  let documented: Documented;
  const served = serveForAll({ settings: { appRegistration: true } });
  beforeAll(async () => {
    documented = await Documented.by(served);
  });

  const anonymous = { authorization: undefined };
  const connect = (provider: Assistant) => {
    const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { authProvider: provider });
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    return { client, transport, connected: client.connect(transport) };
  };
  /** Logs in a user in a browser and approves the request. @returns the code */
  const allow = async (asked: URL, scopes: readonly Scope[]) => {
    const user = served.addClient({ name: 'Ann', scopes });
    const login = { clientId: user.client_id, clientSecret: user.client_secret };
    const session = await served.post('/services/oauth2/session', login, anonymous);
    const cookie = session.headers.getSetCookie()[0]!.split(';')[0]!;
    const page = await served.call('GET', asked.pathname + asked.search, { headers: { ...anonymous, cookie } });
    expect(page.text).toContain('Allow “Assistant” to act as you?');
    const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const form = new URLSearchParams(hidden.map(([, name, value]): [string, string] => [name!, plain(value!)]));
    form.set('decision', 'allow');
    const headers = { ...anonymous, cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const answered = await served.call('POST', AUTHORIZE, { headers, body: form.toString() });
    const [, back] = /content="0;url=([^"]*)"/.exec(answered.text)!;
    return { user, code: new URL(plain(back!)).searchParams.get('code')! };
  };
  const register = (body: object): Promise<Reply> => served.post(REGISTER, body, anonymous);

  it('finds the login, registers, is allowed by a person on the page, and does what both may do', async () => {
    const assistant = new Assistant();
    const first = connect(assistant);
    await expect(first.connected).rejects.toThrow(UnauthorizedError);
    expect(assistant.asked?.pathname).toBe(AUTHORIZE);
    const { user, code } = await allow(assistant.asked!, ['search', 'read', 'admin', 'delete']);
    await first.transport.finishAuth(code);
    const { client, connected } = connect(assistant);
    await connected;
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['search', 'read_record', 'query']));
    expect(names).not.toEqual(expect.arrayContaining(['upsert']));
    const { access_token: token, refresh_token: refresh } = assistant.tokens()!;
    expect(refresh).toEqual(expect.any(String));
    const { scopes, clientId, app } = served.auth.inspect(token)!;
    expect([clientId, scopes]).toEqual([user.client_id, ['search', 'read']]);
    const registered = listClients(served.dataFolder).find(({ client_id: id }) => id === app)!;
    expect(registered).toMatchObject({ name: 'Assistant', isPublic: true, isSelfRegistered: true });
    revokeClient(served.dataFolder, user.client_id);
    await expect(client.listTools()).rejects.toThrow();
  });

  it('learns the address of the metadata from a 401, which is as documented', async () => {
    const refused = await served.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, anonymous);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${served.url}${METADATA}"`,
    ]);
    const metadata = await served.call('GET', METADATA, { headers: anonymous });
    expect(metadata.body).toMatchObject({ resource: `${served.url}/mcp`, authorization_servers: [served.url] });
    expect(documented.faults(metadata, METADATA, 'get')).toEqual([]);
    const elsewhere = await served.call('GET', '/services/data/v60.0/sobjects', { headers: anonymous });
    expect([elsewhere.status, elsewhere.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('registers with addresses that are safe only, and only so many', async () => {
    for (const body of [
      {},
      { redirect_uris: [] },
      { redirect_uris: ['http://example.com/callback'] },
      { redirect_uris: [BACK], grant_types: ['client_credentials'] },
      { redirect_uris: [BACK], client_name: 'x'.repeat(101) },
    ])
      expect([body, (await register(body)).status]).toEqual([body, 400]);
    const made = await register({ redirect_uris: [BACK], client_name: 'Another', scope: 'admin', software_id: 'x' });
    expect(documented.faults(made, REGISTER, 'post')).toEqual([]);
    expect(made.status).toBe(201);
    const scopes = listClients(served.dataFolder).find(({ name }) => name === 'Another')!.scopes;
    for (const scope of ['admin', 'delete', 'export'] as const) expect(scopes).not.toContain(scope);
    const count = () => listClients(served.dataFolder).filter(({ isSelfRegistered }) => isSelfRegistered).length;
    while (count() < 200)
      served.addClient({ name: 'one more', redirectUris: [BACK], isPublic: true, isSelfRegistered: true });
    expect((await register({ redirect_uris: [BACK] })).error.errorCode).toBe('LIMIT_EXCEEDED');
    expect(count()).toBe(200);
  });

  it('registers nowhere, unless that is switched on', async () => {
    const off = await serveForTest();
    expect((await off.post(REGISTER, { redirect_uris: [BACK] }, anonymous)).status).toBe(404);
    const server = await off.call('GET', '/.well-known/oauth-authorization-server', { headers: anonymous });
    expect(server.body).not.toHaveProperty('registration_endpoint');
  });
});
