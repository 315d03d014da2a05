import { expect, it, onTestFinished } from 'vitest';
import type { AddressInfo } from 'node:net';
import { ServiceStates, WELL, type StateFacts } from '../../src/http/server/service-state.js';
import { startingApp } from '../../src/http/server/starting-app.js';
import { DivergedError } from '../../src/store/store-errors.js';
import type { Likeness } from '../../src/service/likeness.js';
import type { StoreLag } from '../../src/store/record-store.js';
import { portInText } from '../support/port-in-text.js';
import { publicAnswers } from './public-answers.js';
import { UPSERT, serveForTest } from './serve.js';

/** An error that names servers, a role, a database and a file. */
const CAUSE =
  'no server can be used: db-1.internal:5433: role "scribe" does not exist; ' +
  '10.1.2.3:5434: database "vault" does not exist; /var/lib/private/journal: ENOSPC';
const PRIVATE = /internal|10\.1\.2\.3|scribe|vault|private|journal:|ENOSPC|none of its/;

/** Returns a service with the given store state. */
const over = (visible: object, writable = false) => ({
  wrap: (likeness: Likeness) =>
    new Proxy(likeness, {
      get: (target, name) => {
        if (name === 'visible') return { position: 7, ...visible };
        if (name === 'writable') return writable;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
});
const fault = new Error(CAUSE);
const lag = (more: Partial<StoreLag>): StoreLag => ({ commits: 0, seconds: 0, ...more });

const CASES: readonly [state: string, visible: object][] = [
  ['read-only', { fault }],
  ['disk-full', { fault, lag: lag({ isFull: true }) }],
  ['disconnected', { fault, lag: lag({ isCutOff: true }) }],
  ['diverged', { fault: new DivergedError(7, CAUSE), lag: lag({ remedy: 'rebuild' }) }],
  ['failed', { fault, lag: lag({ remedy: 'restart' }) }],
  ['failed', { fault, lag: lag({ remedy: 'upgrade' }) }],
];

it.each(CASES)('%s: everybody learns what it means, and administrators learn the reason', async (state, visible) => {
  const served = await serveForTest(over(visible));
  for (const [asked, answer] of await publicAnswers(served)) {
    expect(answer, asked).not.toMatch(PRIVATE);
    for (const port of [5433, 5434]) expect(answer, asked).not.toMatch(portInText(port));
  }
  for (const path of ['/readyz', '/healthz']) {
    const told = JSON.parse((await served.call('GET', path, { headers: { authorization: undefined } })).text) as object;
    expect(told).toMatchObject({ status: state, message: expect.stringMatching(/\w{3} .*\w{3}/) as string });
    expect(JSON.parse((await served.call('GET', path)).text)).toEqual({ ...told, cause: CAUSE });
  }
});

it('a token that does not count, or not for that, changes nothing about the answer to a probe', async () => {
  const served = await serveForTest(over({ fault, lag: lag({ isCutOff: true }) }));
  const byNobody = await served.call('GET', '/readyz', { headers: { authorization: undefined } });
  const tokenOf = (client: Parameters<typeof served.addClient>[0]) =>
    served.auth.issueToken(served.addClient(client).client_id);
  const revoked = tokenOf({});
  served.auth.revoke(revoked);
  for (const token of [
    tokenOf({ scopes: ['search'] }),
    tokenOf({ objects: ['Lead'] }),
    tokenOf({ licence: { state: 'revoked' } }),
    revoked,
    `${served.token}x`,
    'x'.repeat(100_000),
    '',
  ]) {
    const reply = await served.call('GET', '/readyz', { headers: { authorization: `Bearer ${token}` } });
    if (token.length > 50_000) expect(reply.status).toBeGreaterThan(400);
    else expect([reply.status, reply.text]).toEqual([byNobody.status, byNobody.text]);
  }
});

it('a session of the console is told why, and is not kept from ending by asking', async () => {
  let now = Date.now();
  const served = await serveForTest({ ...over({ fault, lag: lag({ isCutOff: true }) }), now: () => now });
  const { id } = served.auth.sessions.open(served.client.client_id);
  const ask = async () => {
    const headers = { authorization: undefined, cookie: `likeness-${served.port}=${id}` };
    return JSON.parse((await served.call('GET', '/readyz', { headers })).text) as { cause?: string };
  };
  expect((await ask()).cause).toBe(CAUSE);
  now += 2_000_000;
  expect((await ask()).cause).toBe(CAUSE);
  now += 2_000_000;
  expect((await ask()).cause).toBeUndefined();
});

it('a node without a service, because it waits or reads again, tells nobody why', async () => {
  for (const facts of [
    { ...WELL, starting: { database: CAUSE } },
    { ...WELL, writable: false, store: { fault, lag: lag({ remedy: 'rebuild' }) } },
  ] satisfies StateFacts[]) {
    const said: string[] = [];
    const tell = (message: string) => void said.push(message);
    const states = new ServiceStates(() => facts, { info: tell, warn: tell, error: tell });
    const server = startingApp(states).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/readyz', '/healthz', UPSERT, '/metrics'])
      expect(await (await fetch(url + path)).text(), path).not.toMatch(PRIVATE);
    expect(said).toEqual([expect.stringContaining(CAUSE)]);
  }
});
