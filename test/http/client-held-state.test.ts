import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { REFRESH_DAYS, TOKEN_LIFE } from '../../src/service/auth/access-tokens.js';
import { CODE_SECONDS } from '../../src/service/auth/authorizations.js';
import type { ClientCredentials } from '../../src/service/auth/client-store.js';
import { LOGIN_CODE_MINUTES } from '../../src/service/auth/login-codes.js';
import { IDLE_LIFE } from '../../src/service/auth/sessions.js';
import { rotateKey } from '../../src/service/auth/signing-keys.js';
import { serve, TOKEN, type Reply, type Served, BASE, DATA, SESSION } from './serve.js';

const AUTHORIZE = '/services/oauth2/authorize';
const BACK = 'https://app.example.com/callback';
const TWO_DAYS = 172_800_000;
const PATIENCE = 600_000;

interface Kind {
  /** Creates a value of this kind for a client. */
  readonly make: (client: ClientCredentials) => Promise<string>;
  /** Sends the value to the service. Kinds with the same `use` function are interchangeable. */
  readonly use: (text: string, client: ClientCredentials) => Promise<Reply>;
  /** Milliseconds of validity. Absent for Ids and secrets of stored data. */
  readonly life?: number;
  /** Whether every client can use the value. */
  readonly isBearer?: boolean;
  /** Whether the signing key creates the value. */
  readonly isByKey?: boolean;
  /** The purpose, for values created by `Seal`. */
  readonly purpose?: string;
  /** Ids of the endpoints that accept it as a query parameter or path segment. */
  readonly takenBy?: readonly string[];
}

describe('what clients hold for the service', () => {
  let served: Served;
  let time = Date.now();
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const app = (): ClientCredentials => served.addClient({ redirectUris: [BACK] });

  const as = ({ client_id }: ClientCredentials) => ({ authorization: `Bearer ${served.auth.issueToken(client_id)}` });
  const get = (path: string, client: ClientCredentials) => served.call('GET', path, { headers: as(client) });
  const valueOf = (reply: Reply, name: string): string => {
    const value = (reply.body as unknown as Record<string, string>)[name];
    expect(value, reply.text).toEqual(expect.any(String));
    return value!;
  };
  const form = (path: string, fields: Record<string, string>, cookie?: string) =>
    served.call('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { authorization: undefined, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });

  /** A list that is read page by page. */
  const list = (takenBy: string, address: string, parameter: string): Kind => ({
    make: async (client) => valueOf(await get(address, client), 'next'),
    use: (text, client) => get(`${address}&${parameter}=${encodeURIComponent(text)}`, client),
    ...{ life: TWO_DAYS, isByKey: true, purpose: 'cursor', takenBy: [takenBy] },
  });

  const soql = 'SELECT Id FROM Lead';
  const bulk = async (kind: string, body: object, client: ClientCredentials) =>
    valueOf(await served.post(`${DATA}/jobs/${kind}`, body, as(client)), 'id');
  const newQuery = (client: ClientCredentials) => bulk('query', { operation: 'query', query: soql }, client);
  /** Job Ids by locator. */
  const jobs = new Map<string, string>();
  let lastJob = 'none';
  const locator = {
    use: (text: string, client: ClientCredentials) => get(`${DATA}/query/${encodeURIComponent(text)}`, client),
    ...{ life: TWO_DAYS, isByKey: true, purpose: 'query locator', takenBy: ['soqlQueryMore', 'soqlQueryAllMore'] },
  } as const;

  /** Returns the cookie and the CSRF token of a session. */
  const logIn = async ({ client_id, client_secret }: ClientCredentials) => {
    const opened = await served.post(
      SESSION,
      { clientId: client_id, clientSecret: client_secret },
      { authorization: undefined },
    );
    const [name, id] = opened.headers.getSetCookie()[0]!.split(';')[0]!.split('=');
    return { name: name!, id: id!, csrf: valueOf(opened, 'csrfToken') };
  };
  let session = { name: '', id: '', csrf: '' };
  const bearer = {
    use: (text: string) => served.call('GET', `${DATA}/sobjects`, { headers: { authorization: `Bearer ${text}` } }),
    ...{ life: TOKEN_LIFE * 1_000, isBearer: true, isByKey: true },
  } as const;

  const KINDS: Readonly<Record<string, Kind>> = {
    'locator of a query': {
      ...locator,
      async make(client) {
        const headers = { ...as(client), 'sforce-query-options': 'batchSize=200' };
        const first = await served.call('GET', `${DATA}/query?q=${encodeURIComponent(soql)}`, { headers });
        return valueOf(first, 'nextRecordsUrl').split('/').at(-1)!;
      },
    },
    'locator of children': {
      ...locator,
      async make(client) {
        const query = "SELECT Id, (SELECT Id FROM Contacts) FROM Account WHERE Name = 'Parent'";
        const { text } = await get(`${DATA}/query?q=${encodeURIComponent(query)}`, client);
        return /"nextRecordsUrl":"[^"]*\/([^"/]+)"/.exec(text)![1]!;
      },
    },
    'bulk query job': {
      make: newQuery,
      use: (text, client) => get(`${DATA}/jobs/query/${encodeURIComponent(text)}/results`, client),
    },
    'locator of the results of a bulk query': {
      async make(client) {
        lastJob = await newQuery(client);
        const { headers } = await get(`${DATA}/jobs/query/${lastJob}/results?maxRecords=1`, client);
        jobs.set(headers.get('sforce-locator')!, lastJob);
        return headers.get('sforce-locator')!;
      },
      use: (text, client) =>
        get(
          `${DATA}/jobs/query/${jobs.get(text) ?? lastJob}/results?maxRecords=1&locator=${encodeURIComponent(text)}`,
          client,
        ),
      ...{ life: TWO_DAYS, isByKey: true, purpose: 'query locator', takenBy: ['queryJobResults'] },
    },
    'bulk ingest job': {
      make: (client) => bulk('ingest', { object: 'Lead', operation: 'insert' }, client),
      use: (text, client) =>
        served.call('PUT', `${DATA}/jobs/ingest/${encodeURIComponent(text)}/batches`, {
          body: 'LastName,Company\nSent,Example\n',
          headers: { ...as(client), 'content-type': 'text/csv' },
        }),
    },
    'page of records': list('query', `${BASE}/query?objectType=Lead&pageSize=1`, 'after'),
    'page of sorted records': list('query', `${BASE}/query?objectType=Lead&pageSize=1&orderBy=LastName`, 'after'),
    'page of old Ids': list('crosswalk', `${BASE}/crosswalk?pageSize=1`, 'after'),
    'page of decisions': list('decisions', `${BASE}/decisions?pageSize=1`, 'before'),
    'page of groups': list('groups', `${BASE}/groups?jobId=job-000000000001&pageSize=1`, 'after'),
    'page of pairs': list('jobPairs', `${BASE}/jobs/job-000000000001/pairs?pageSize=1`, 'after'),
    'page of imported records': {
      ...list('fileChanges', `${BASE}/files/FILE/changes?pageSize=1`, 'after'),
      make: async (client) => valueOf(await get(`${await imported(client)}?pageSize=1`, client), 'next'),
      use: async (text, client) =>
        get(`${await imported(client)}?pageSize=1&after=${encodeURIComponent(text)}`, client),
    },
    'authorization code': {
      async make(client) {
        const { name, id, csrf } = await logIn(served.client);
        const asked = {
          ...{ response_type: 'code', client_id: client.client_id, redirect_uri: BACK, code_challenge: challenge },
          ...{ decision: 'allow', csrf_token: csrf },
        };
        const { text } = await form(AUTHORIZE, asked, `${name}=${id}`);
        const next = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(text)![1]!;
        return new URL(next.replaceAll('&amp;', '&')).searchParams.get('code')!;
      },
      use: (code, { client_id, client_secret }) =>
        form(TOKEN, {
          ...{ grant_type: 'authorization_code', redirect_uri: BACK, code, code_verifier: verifier },
          ...{ client_id, client_secret },
        }),
      ...{ life: CODE_SECONDS * 1_000, isByKey: true, purpose: 'authorization code' },
    },
    'access token': { ...bearer, make: ({ client_id }) => Promise.resolve(served.auth.issueToken(client_id)) },
    "access token in the platform's form": {
      ...bearer,
      make: ({ client_id }) => Promise.resolve(served.auth.issueToken(client_id, 'platform')),
    },
    'refresh token': {
      make: ({ client_id }) => Promise.resolve(served.auth.issueRefreshToken(client_id)),
      use: (text, { client_id, client_secret }) =>
        form(TOKEN, { grant_type: 'refresh_token', refresh_token: text, client_id, client_secret }),
      ...{ life: REFRESH_DAYS * 86_400_000, isByKey: true },
    },
    'login code': {
      make: ({ client_id }) => Promise.resolve(served.auth.issueLoginCode(client_id)),
      use: (code) => served.post(SESSION, { code }, { authorization: undefined }),
      ...{ life: LOGIN_CODE_MINUTES * 60_000, isBearer: true, isByKey: true },
    },
    'session of a browser': {
      make: async (client) => (session = await logIn(client)).id,
      use: (text) =>
        served.call('GET', SESSION, { headers: { authorization: undefined, cookie: `${session.name}=${text}` } }),
      ...{ life: IDLE_LIFE, isBearer: true },
    },
    'CSRF token of a session': {
      make: async (client) => (session = await logIn(client)).csrf,
      use: (text) =>
        served.call('DELETE', SESSION, {
          headers: { authorization: undefined, cookie: `${session.name}=${session.id}`, 'x-csrf-token': text },
        }),
      ...{ life: IDLE_LIFE, isBearer: true },
    },
    'secret of a client': {
      make: ({ client_secret }) => Promise.resolve(client_secret),
      use: (text, { client_id }) => form(TOKEN, { grant_type: 'client_credentials', client_id, client_secret: text }),
    },
  };
  const ALL = Object.entries(KINDS);

  const imports = new Map<string, string>();
  /** Returns the URL of the changes that a client's import has made. */
  async function imported(client: ClientCredentials): Promise<string> {
    const known = imports.get(client.client_id);
    if (known !== undefined) return known;
    const headers = as(client);
    const body = 'LastName,Company\nOne,Example\nTwo,Example\n';
    const id = valueOf(await served.call('POST', `${BASE}/files?name=any.csv`, { body, headers }), 'id');
    const mapping = ['LastName', 'Company'].map((field, position) => ({ field, positions: [position] }));
    const task = { action: 'import', objectType: 'Lead', mapping, check: false, again: true };
    expect((await served.post(`${BASE}/files/${id}/run`, task, headers)).status).toBeLessThan(300);
    await ended(`${BASE}/files/${id}`);
    const address = `${BASE}/files/${id}/changes`;
    imports.set(client.client_id, address);
    return address;

    async function ended(path: string): Promise<void> {
      const status = async () => valueOf(await get(path, client), 'status');
      await vi.waitFor(async () => expect(await status()).toBe('completed'));
    }
  }

  beforeAll(async () => {
    const many = 1_000_000;
    const limits = { tokensPerMinute: many, failedLogins: many, failedLoginsInTotal: many };
    served = await serve({ now: () => time, limits });
    const caller = { clientId: 'test' };
    const put = async (type: string, rows: Record<string, string>[]) =>
      (await served.likeness.importBatch(type, rows, { check: false }, caller)).map(({ objectId }) => objectId!);
    const leads = await put(
      'Lead',
      Array.from({ length: 210 }, (_, n) => ({ LastName: `Lead ${n}`, Company: `Company ${n}` })),
    );
    const [parent] = await put('Account', [{ Name: 'Parent' }]);
    await put(
      'Contact',
      Array.from({ length: 201 }, (_, n) => ({ LastName: `Child ${n}`, AccountId: parent! })),
    );
    const twins = ['Northwind Traders', 'Southridge Video', 'Contoso Pharmaceuticals', 'Fabrikam Shipping'];
    const doubles = await put(
      'Account',
      twins.flatMap((Name) => [0, 1].map(() => ({ Name, Phone: '+353 1 234 5678', BillingCity: 'Dublin' }))),
    );
    const job = valueOf(await served.post(`${BASE}/jobs`, { objectType: 'Account' }), 'id');
    const status = async () => valueOf(await served.call('GET', `${BASE}/jobs/${job}`), 'status');
    await vi.waitFor(async () => expect(await status()).toBe('completed'));
    for (const at of [0, 2]) {
      const ids = doubles.slice(at, at + 2);
      expect((await served.post(`${BASE}/merge`, { objectType: 'Account', ids })).status).toBe(200);
      const recordIds = leads.slice(at, at + 2);
      expect((await served.post(`${BASE}/decisions`, { verdict: 'later', recordIds })).status).toBeLessThan(300);
    }
  }, PATIENCE);
  afterAll(() => served.close());

  const isRefused = ({ status }: Reply) => status >= 400 && status < 500;

  it.each(ALL)(
    '%s: counts as it was given, and not with any character changed',
    async (_, { make, use }) => {
      const client = app();
      const text = await make(client);
      const changed = Array.from(text, (character, at) => {
        const other = character === 'A' ? 'B' : 'A';
        return text.slice(0, at) + other + text.slice(at + 1);
      });
      const { position } = served.likeness.visible;
      const taken: string[] = [];
      for (let at = 0; at < changed.length; at += 20)
        await Promise.all(
          changed.slice(at, at + 20).map(async (each, n) => {
            const reply = await use(each, client);
            if (!isRefused(reply)) taken.push(`${at + n}: ${reply.status}`);
          }),
        );
      for (const each of [text.slice(0, -1), `${text}A`])
        if (!isRefused(await use(each, client))) taken.push(`${each.length} characters`);
      expect(taken).toEqual([]);
      expect(served.likeness.visible.position).toBe(position);
      expect((await use(text, client)).status).toBeLessThan(300);
    },
    PATIENCE,
  );

  it.each(ALL.filter(([, { isBearer }]) => isBearer !== true))(
    '%s: is nothing in the hands of another client, whatever its scopes',
    async (_, { make, use }) => {
      const text = await make(app());
      expect((await use(text, app())).status).toSatisfy((status: number) => status >= 400 && status < 500);
    },
    PATIENCE,
  );

  it(
    'none counts as any other',
    async () => {
      const client = app();
      for (const [, { make }] of ALL) await make(client);
      for (const [name, { make, use }] of ALL) {
        const text = await make(client);
        const taken: string[] = [];
        for (const [other, another] of ALL)
          if (use !== another.use && !isRefused(await another.use(text, client))) taken.push(other);
        expect([name, taken]).toEqual([name, []]);
        expect([name, (await use(text, client)).status < 300]).toEqual([name, true]);
      }
    },
    PATIENCE,
  );

  it.each(ALL.filter(([, { life }]) => life !== undefined))('%s: ends', async (_, { make, use, life }) => {
    const client = app();
    const text = await make(client);
    time += life!;
    const late = await use(text, client);
    time -= life!;
    expect(isRefused(late), late.text).toBe(true);
  });

  it.each(ALL.filter(([, { isByKey }]) => isByKey === true))(
    '%s: ends with the overlap of a replaced key',
    async (_, { make, use }) => {
      const client = app();
      const [early, late] = [await make(client), await make(client)];
      rotateKey(served.dataFolder, 60_000, time);
      time += 59_999;
      expect((await use(early, client)).status).toBeLessThan(300);
      time += 1;
      expect(isRefused(await use(late, client))).toBe(true);
      expect((await use(await make(client), client)).status).toBeLessThan(300);
    },
    PATIENCE,
  );

  it('all kinds are in the table above', () => {
    const root = fileURLToPath(new URL('../../src', import.meta.url));
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const purposes = sources.flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(/\bpurpose: '([^']+)'/g)].map((match) => match[1]!),
    );
    const tested = new Set(ALL.flatMap(([, { purpose }]) => purpose ?? []));
    // The cookie `provider login` needs another service: see provider-login.test.ts.
    expect(purposes.sort()).toEqual([...tested, 'provider login'].sort());
    const taking = ENDPOINTS.filter(({ path, query }) => {
      const names = Object.keys(query?.shape ?? {});
      return path.includes('{locator}') || names.some((name) => ['after', 'before', 'locator'].includes(name));
    });
    const taken = new Set(ALL.flatMap(([, { takenBy }]) => takenBy ?? []));
    // Event numbers and audit log numbers are not secret, so any client may send any of them.
    expect(taking.map(({ id }) => id).sort()).toEqual([...taken, 'events', 'auditEntries'].sort());
  });
});
