import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { header, rawConnection } from './raw-connection.js';
import { slowDisk } from './slow-disk.js';
import { lead, SEARCH, serve, TOKEN, UPSERT, type Reply, type Served, type ServeOptions } from './serve.js';

const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };

async function open(options: ServeOptions): Promise<Served> {
  const served = await serve(options);
  onTestFinished(async () => {
    // After each test, the service still responds and holds no requests.
    expect((await served.post(SEARCH, search)).status).toBe(200);
    await expect.poll(() => [served.admission.requests, served.admission.bytes]).toEqual([0, 0]);
    await served.close();
  });
  return served;
}

function busy(reply: Reply): void {
  expect([reply.status, reply.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
  expect(reply.error.message).toBe('The service is busy. The request had no effect. Try again in a moment');
  expect(reply.headers.get('retry-after')).toBe('1');
  expect(reply.headers.get('content-type')).toBe('application/json;charset=UTF-8');
}

async function shed(served: Served): Promise<Record<string, number>> {
  const { text } = await served.call('GET', '/metrics');
  const counts = [...text.matchAll(/^likeness_shed_total\{reason="(\w+)"\} ([1-9]\d*)$/gm)];
  return Object.fromEntries(counts.map(([, reason, count]) => [reason!, Number(count)]));
}

describe('above a bound, what comes is turned away in words and counted, and what was taken is finished', () => {
  it('writers: 503 while as many wait for the disk; searches continue; each that was taken is saved', async () => {
    const { store, release } = slowDisk();
    const served = await open({ store, limits: { writesAtOnce: 2 } });
    const other = `Bearer ${served.auth.issueToken(served.addClient().client_id)}`;
    const write = (LastName: string, headers = {}) =>
      served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ LastName }) } }, headers);
    const taken = [write('First'), write('Second', { authorization: other })];
    await expect.poll(() => served.likeness.statistics().writers).toBe(2);
    busy(await write('Third'));
    expect((await served.post(SEARCH, search)).status).toBe(200);
    release();
    for (const reply of await Promise.all(taken)) expect(reply.body).toMatchObject({ isSuccess: true });
    expect(served.likeness.statistics().writers).toBe(0);
    const found = await served.post(SEARCH, { objectPrefix: '00Q', objectData: { LastName: 'Third' } });
    expect(found.body['00Q']).toEqual([]);
    expect((await write('Third')).body).toMatchObject({ isSuccess: true, isCreated: true });
    expect(await shed(served)).toEqual({ writes: 1 });
    expect((await served.call('GET', '/healthz')).body).toMatchObject({ status: 'ok', shed: 1 });
  });

  it('requests: 503 above the bound; health and metrics are answered all the same', async () => {
    const served = await open({ limits: { requestsAtOnce: 2 } });
    const body = JSON.stringify(search);
    const half = [await rawConnection(served.port), await rawConnection(served.port)];
    const tokens = [served.token, served.auth.issueToken(served.addClient().client_id)];
    for (const [i, one] of half.entries())
      one.write(header('POST', SEARCH, body.length, { Authorization: `Bearer ${tokens[i]!}` }));
    await expect.poll(() => served.admission.requests).toBe(2);
    busy(await served.post(SEARCH, search));
    busy(await served.call('GET', '/nothing'));
    expect((await served.call('GET', '/healthz')).status).toBe(200);
    expect(await shed(served)).toEqual({ requests: 2 });
    for (const one of half) one.write(body);
    for (const one of half) await expect.poll(one.statuses).toEqual([200]);
  });

  it('requests sent ahead on one connection: sixteen, then 503 and the end of the connection', async () => {
    const { store, release } = slowDisk();
    const served = await open({ store });
    const connection = await rawConnection(served.port);
    const body = JSON.stringify({ input: { objectType: 'Lead', objectData: lead() } });
    const first = header('POST', UPSERT, body.length, { Authorization: `Bearer ${served.token}` }) + body;
    connection.write(first + 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));
    await expect.poll(() => served.admission.requests).toBe(17);
    release();
    await connection.closed;
    expect(connection.statuses()).toEqual([...Array.from({ length: 16 }, () => 200), 503]);
    expect(connection.text()).toMatch(/503 Service Unavailable[^]*\r\nConnection: close\r\n/);
    expect(await shed(served)).toEqual({ pipelined: 1 });
  });

  it('a connection that goes away owing answers leaves nothing behind', async () => {
    const { store, release } = slowDisk();
    const served = await open({ store });
    const connection = await rawConnection(served.port);
    const body = JSON.stringify({ input: { objectType: 'Lead', objectData: lead() } });
    connection.write(
      (header('POST', UPSERT, body.length, { Authorization: `Bearer ${served.token}` }) + body).repeat(5),
    );
    await expect.poll(() => served.admission.requests).toBe(5);
    await expect.poll(() => served.admission.bytes).toBe(5 * body.length);
    connection.socket.destroy();
    await expect.poll(() => [served.admission.requests, served.admission.bytes]).toEqual([0, 0]);
    release();
  });

  it('bytes of bodies: 503 when there is no room; a small body still finds some; packed ones count as unpacked', async () => {
    const served = await open({ settings: { bodyLimit: 8_000 }, limits: { bytesAtOnce: 10_000 } });
    const padded = (length: number) => JSON.stringify(search).padEnd(length);
    const half = await rawConnection(served.port);
    half.write(
      header('POST', SEARCH, 7_000, { Authorization: `Bearer ${served.token}` }),
      padded(7_000).slice(0, 6_000),
    );
    await expect.poll(() => served.admission.bytes).toBe(6_000);
    busy(await served.post(SEARCH, padded(5_000)));
    busy(await served.post(SEARCH, new Uint8Array(gzipSync(padded(5_000))), { 'content-encoding': 'gzip' }));
    expect((await served.post(SEARCH, search)).status).toBe(200);
    half.write(padded(7_000).slice(6_000));
    await expect.poll(half.statuses).toEqual([200]);
    expect((await served.post(SEARCH, padded(8_000))).status).toBe(200);
    expect(await shed(served)).toEqual({ bytes: 2 });
  });

  it.each(['connections', 'connectionsPerAddress'] as const)(
    '%s: 503 where all have a request under way',
    async (bound) => {
      const { store, release } = slowDisk();
      const served = await open({ store, limits: { [bound]: 3 } });
      const body = JSON.stringify({ input: { objectType: 'Lead', objectData: lead() } });
      const write = header('POST', UPSERT, body.length, { Authorization: `Bearer ${served.token}` }) + body;
      const taken = [
        await rawConnection(served.port),
        await rawConnection(served.port),
        await rawConnection(served.port),
      ];
      for (const one of taken) one.write(write);
      await expect.poll(() => served.admission.requests).toBe(3);
      const more = await rawConnection(served.port);
      await more.closed;
      expect(more.statuses()).toEqual([503]);
      expect(more.text()).toContain('Too many connections');
      expect(more.text()).toMatch(/\r\nRetry-After: 1\r\n/);
      release();
      for (const one of taken) await expect.poll(one.statuses).toEqual([200]);
      expect([...served.admission.sheds]).toEqual([['connections', 1]]);
    },
  );

  it.each([
    ['connectionsPerAddress', '127.0.0.1'],
    ['connections', '127.0.0.1'],
    ['connections', '127.0.0.2'],
  ] as const)(
    '%s: one without a request makes way, the longest idle first, for a new one from %s',
    async (bound, from) => {
      const served = await open({ limits: { [bound]: 3 } });
      const [first, second, third] = [
        await rawConnection(served.port),
        await rawConnection(served.port),
        await rawConnection(served.port),
      ];
      first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(first.statuses).toEqual([200]);
      const more = await rawConnection(served.port, from);
      await second.closed;
      for (const one of [more, third, first]) one.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(more.statuses).toEqual([200]);
      await expect.poll(third.statuses).toEqual([200]);
      await expect.poll(first.statuses).toEqual([200, 200]);
      expect([...served.admission.sheds]).toEqual([['idle', 1]]);
      for (const one of [more, third, first]) one.socket.destroy();
    },
  );

  it('half a header is no request: a client that sends only that blocks no other client', async () => {
    const served = await open({ limits: { connectionsPerAddress: 20 } });
    const half = await Promise.all(Array.from({ length: 40 }, () => rawConnection(served.port)));
    for (const one of half) one.write('GET /healthz HTTP/1.1\r\n');
    expect((await served.call('GET', '/healthz')).status).toBe(200);
    for (const one of half) one.socket.destroy();
  });

  it('requests of one connection: the last answer says that it is the last', async () => {
    const served = await open({ limits: { requestsPerConnection: 3 } });
    const connection = await rawConnection(served.port);
    connection.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
    await connection.closed;
    expect(connection.statuses()).toEqual([200, 200, 200]);
    expect(connection.text().match(/Connection: close/g)).toHaveLength(1);
  });

  it.each([
    ['a slow header', { headerSeconds: 0.1 }, () => 'GET /healthz HTTP/1.1\r\n', 'slow', [408]],
    ['a slow body', { headerSeconds: 0.1, requestSeconds: 0.1 }, half, 'slow', [408]],
    ['nothing more in either direction', { stallSeconds: 0.1 }, half, 'stalled', [408]],
  ] as const)('%s: the connection is closed', async (_name, limits, bytes, reason, statuses) => {
    const served = await open({ limits, listen: { checkingInterval: 20 } });
    const connection = await rawConnection(served.port);
    connection.write(bytes(served.token));
    await connection.closed;
    expect(connection.statuses()).toEqual(statuses);
    expect([...served.admission.sheds]).toEqual([[reason, 1]]);
  });

  it('an idle connection is closed without being counted as turned away', async () => {
    const served = await open({ limits: { idleSeconds: 0.1, stallSeconds: 0.2 } });
    const connection = await rawConnection(served.port);
    connection.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.closed;
    expect(connection.statuses()).toEqual([200]);
    expect([...served.admission.sheds]).toEqual([]);
  });

  it('logins at once: 503 above the bound; who has a token works on', async () => {
    const served = await open({ limits: { loginsAtOnce: 2 } });
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...served.client }).toString();
    const login = () =>
      served.call('POST', TOKEN, { body: new URLSearchParams(form), headers: { authorization: undefined } });
    const half = [await rawConnection(served.port), await rawConnection(served.port)];
    for (const one of half)
      one.write(header('POST', TOKEN, form.length, { 'Content-Type': 'application/x-www-form-urlencoded' }));
    await expect.poll(() => served.admission.requests).toBe(2);
    busy(await login());
    expect((await served.post(SEARCH, search)).status).toBe(200);
    for (const one of half) one.write(form);
    for (const one of half) await expect.poll(one.statuses).toEqual([200]);
    expect((await login()).status).toBe(200);
    expect(await shed(served)).toEqual({ logins: 1 });
  });

  it('logins of one address: a share, so that the others get in', async () => {
    const served = await open({ settings: { proxies: 1 }, limits: { loginsPerAddress: 1 } });
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...served.client });
    const from = (address: string) =>
      served.call('POST', TOKEN, { body: form, headers: { authorization: undefined, 'x-forwarded-for': address } });
    const half = await rawConnection(served.port);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    half.write(header('POST', TOKEN, 100, { ...type, 'X-Forwarded-For': '192.0.2.1' }));
    await expect.poll(() => served.admission.requests).toBe(1);
    busy(await from('192.0.2.1'));
    expect((await from('192.0.2.2')).status).toBe(200);
    half.socket.destroy();
    await expect.poll(async () => (await from('192.0.2.1')).status).toBe(200);
  });

  it('nothing is left of 3,000 requests that were turned away', async () => {
    const { store, release } = slowDisk();
    const served = await open({ store, limits: { writesAtOnce: 1, requestsAtOnce: 40 } });
    const body = { input: { objectType: 'Lead', objectData: lead({ LastName: 'Flood' }) } };
    const taken = served.post(UPSERT, body);
    await expect.poll(() => served.likeness.statistics().writers).toBe(1);
    const statuses = new Map<number, number>();
    for (let round = 0; round < 50; round++) {
      const replies = await Promise.all(Array.from({ length: 60 }, () => served.post(UPSERT, body)));
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[503, 3_000]]);
    await expect.poll(() => served.admission.requests).toBe(1);
    expect(served.likeness.statistics().writers).toBe(1);
    release();
    expect((await taken).status).toBe(200);
    expect(served.likeness.statistics().store.records).toBe(1);
  });
});

function half(token: string): string {
  return `${header('POST', SEARCH, 100, { Authorization: `Bearer ${token}` })}{`;
}
