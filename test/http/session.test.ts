import { describe, expect, it } from 'vitest';
import { rotateKey } from '../../src/service/auth/signing-keys.js';
import { IDLE_LIFE, WHOLE_LIFE } from '../../src/service/auth/sessions.js';
import { revokeClient } from '../../src/service/auth/client-store.js';
import { LOGIN_CODE_MINUTES } from '../../src/service/auth/login-codes.js';
import { Documented } from './documented.js';
import { lead, SEARCH, UPSERT, type Reply, type Served, serveForAll, serveForTest, SESSION } from './serve.js';

const OBJECTS = '/services/data/v60.0/sobjects';
const searched = { objectPrefix: '00Q', objectData: lead() };

interface Browser {
  readonly cookie: string;
  readonly csrfToken: string;
  readonly opened: Reply;
}

/** Sends no token, so only the cookie authenticates. */
const open = (served: Served, body: object, headers = {}): Promise<Reply> =>
  served.post(SESSION, body, { authorization: undefined, ...headers });

async function logIn(served: Served, clientId = served.client.client_id): Promise<Browser> {
  const opened = await open(served, { code: served.auth.issueLoginCode(clientId) });
  expect(opened.status).toBe(200);
  const [cookie = ''] = opened.headers.getSetCookie()[0]!.split(';');
  return { cookie, csrfToken: (opened.body as unknown as { csrfToken: string }).csrfToken, opened };
}

const get = (served: Served, path: string, { cookie }: Browser): Promise<Reply> =>
  served.call('GET', path, { headers: { authorization: undefined, cookie } });

const post = (served: Served, path: string, body: unknown, { cookie, csrfToken }: Browser, more = {}): Promise<Reply> =>
  served.post(path, body, { authorization: undefined, cookie, 'x-csrf-token': csrfToken, ...more });

describe('a session', () => {
  const service = serveForAll({ limits: { failedLogins: 3 } });

  it('opens by a one-time code, in a cookie that scripts cannot read, and counts at every endpoint', async () => {
    const browser = await logIn(service);
    expect(browser.opened.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^likeness-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(browser.opened.text).not.toContain(browser.cookie.split('=')[1]);
    expect(browser.opened.text).not.toMatch(/eyJ/);
    expect((await get(service, OBJECTS, browser)).status).toBe(200);
    expect((await post(service, SEARCH, searched, browser)).status).toBe(200);
    expect((await get(service, SESSION, browser)).body).toMatchObject({
      clientId: service.client.client_id,
      csrfToken: browser.csrfToken,
      productPath: '/services/apexrest/dupcheck',
    });
  });

  it('changes nothing without its CSRF token, nor with that of another session', async () => {
    const browser = await logIn(service);
    const other = await logIn(service);
    const upsert = { input: { objectType: 'Lead', objectData: lead() } };
    for (const headers of [
      { 'x-csrf-token': undefined },
      { 'x-csrf-token': '' },
      { 'x-csrf-token': other.csrfToken },
    ]) {
      for (const path of [UPSERT, SEARCH]) {
        const refused = await post(service, path, upsert, browser, headers);
        expect([refused.status, refused.error.errorCode]).toEqual([403, 'INVALID_CSRF_TOKEN']);
      }
    }
    expect(service.likeness.statistics().store.records).toBe(0);
  });

  it('takes each code once, and no code that was altered', async () => {
    const code = service.auth.issueLoginCode(service.client.client_id);
    const altered = code.slice(0, 10) + (code[10] === 'A' ? 'B' : 'A') + code.slice(11);
    expect((await open(service, { code: altered })).error.errorCode).toBe('INVALID_LOGIN');
    expect((await open(service, { code })).status).toBe(200);
    expect((await open(service, { code })).error.errorCode).toBe('INVALID_LOGIN');
  });

  it('opens by Id and secret of a client; what fails is counted against the address', async () => {
    const one = await serveForTest({ limits: { failedLogins: 2 } });
    const { client_id: clientId, client_secret: clientSecret } = one.client;
    const wrong = { clientId, clientSecret: 'guessed' };
    const refusals = [await open(one, wrong), await open(one, wrong), await open(one, wrong)];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 429]);
    expect(refusals[2]!.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await open(one, { clientId, clientSecret })).status).toBe(200);
  });

  it('ends by logout', async () => {
    const browser = await logIn(service);
    const { cookie, csrfToken } = browser;
    const ended = await service.call('DELETE', SESSION, {
      headers: { authorization: undefined, cookie, 'x-csrf-token': csrfToken },
    });
    expect([ended.status, ended.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await get(service, OBJECTS, browser)).status).toBe(401);
  });

  it('does no more than the scopes of its client, and no more than a licence allows', async () => {
    const reader = await logIn(service, service.addClient({ scopes: ['read'] }).client_id);
    expect((await get(service, OBJECTS, reader)).status).toBe(200);
    expect((await post(service, SEARCH, searched, reader)).error.errorCode).toBe('INSUFFICIENT_ACCESS');
    const unlicensed = await logIn(service, service.addClient({ licence: { state: 'none' } }).client_id);
    expect((await get(service, SESSION, unlicensed)).status).toBe(200);
    expect((await get(service, OBJECTS, unlicensed)).error.errorCode).toBe('FUNCTIONALITY_NOT_ENABLED');
  });

  it('ends with its client', async () => {
    const { client_id } = service.addClient();
    const browser = await logIn(service, client_id);
    revokeClient(service.dataFolder, client_id);
    expect((await get(service, OBJECTS, browser)).status).toBe(401);
  });

  it('answers as documented', async () => {
    const documented = await Documented.by(service);
    const browser = await logIn(service);
    for (const [reply, verb] of [
      [browser.opened, 'post'],
      [await get(service, SESSION, browser), 'get'],
      [await service.call('GET', SESSION), 'get'],
      [await open(service, { code: 'x' }), 'post'],
      [await open(service, {}), 'post'],
    ] as const)
      expect(documented.faults(reply, SESSION, verb)).toEqual([]);
  });

  it('a cookie that is doubled, cut or made up is no session', async () => {
    const { cookie } = await logIn(service);
    const name = cookie.split('=')[0]!;
    for (const sent of [
      `${cookie}; ${cookie}`,
      cookie.slice(0, -1),
      `${name}=`,
      `${name}=${'A'.repeat(43)}`,
      `${name}=${'A'.repeat(9_000)}`,
    ])
      expect((await service.call('GET', OBJECTS, { headers: { authorization: undefined, cookie: sent } })).status).toBe(
        401,
      );
  });
});

describe('the end of a session by time', () => {
  const DAY = 86_400_000;

  it('comes after an hour without a request, and after twelve in any case', async () => {
    let now = Date.now();
    const one = await serveForTest({ now: () => now });
    const idle = await logIn(one);
    const busy = await logIn(one);
    for (let spent = 0; spent < WHOLE_LIFE - IDLE_LIFE; spent += IDLE_LIFE - 1) {
      now += IDLE_LIFE - 1;
      expect((await get(one, OBJECTS, busy)).status).toBe(200);
    }
    expect((await get(one, OBJECTS, idle)).status).toBe(401);
    now += IDLE_LIFE - 1;
    expect((await get(one, OBJECTS, busy)).status).toBe(401);
  });

  it('codes live for minutes', async () => {
    let now = Date.now();
    const one = await serveForTest({ now: () => now });
    const [late, early] = [
      one.auth.issueLoginCode(one.client.client_id),
      one.auth.issueLoginCode(one.client.client_id),
    ];
    now += LOGIN_CODE_MINUTES * 60_000 - 1;
    expect((await open(one, { code: early })).status).toBe(200);
    now += 1;
    expect((await open(one, { code: late })).status).toBe(400);
  });

  it('comes with the signing key that is taken away at once, codes included', async () => {
    const one = await serveForTest();
    const code = one.auth.issueLoginCode(one.client.client_id);
    const browser = await logIn(one);
    rotateKey(one.dataFolder, 0, Date.now());
    await expect.poll(async () => (await get(one, OBJECTS, browser)).status).toBe(401);
    expect((await open(one, { code })).status).toBe(400);
  });

  it('makes way for others: a client has a hundred sessions at most', async () => {
    let now = Date.now();
    const one = await serveForTest({ now: () => now, limits: { tokensPerMinute: 1_000 } });
    const first = await logIn(one);
    for (let i = 0; i < 100; i++) await logIn(one);
    expect(one.auth.sessions.size).toBe(100);
    expect((await get(one, OBJECTS, first)).status).toBe(401);
    now += DAY;
    await logIn(one);
    expect(one.auth.sessions.size).toBe(1);
  });
});

it('behind TLS the cookie is Secure and bound to this host', async () => {
  const one = await serveForTest({ settings: { instanceUrl: 'https://likeness.example.com' } });
  const { opened } = await logIn(one);
  expect(opened.headers.getSetCookie()[0]).toMatch(
    /^__Host-likeness-\d+=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});
