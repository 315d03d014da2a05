import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { header, rawConnection, type RawConnection } from './raw-connection.js';
import { slowDisk } from './slow-disk.js';
import { lead, SEARCH, serve, UPSERT, type Reply, type Served, type ServeOptions } from './serve.js';

const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };
const write = { input: { objectType: 'Lead', objectData: lead() } };

async function open(options: ServeOptions): Promise<{ served: Served; other: string }> {
  const served = await serve(options);
  onTestFinished(async () => {
    await expect.poll(() => [served.admission.requests, served.admission.bytes]).toEqual([0, 0]);
    await served.close();
  });
  return { served, other: `Bearer ${served.auth.issueToken(served.addClient().client_id)}` };
}

function hasItsShare(reply: Reply): void {
  expect([reply.status, reply.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
  expect(reply.error.message).toBe(
    'This client has too many concurrent requests. The request had no effect. Try again in a moment',
  );
  expect(reply.headers.get('retry-after')).toBe('1');
}

describe('one client does not starve the others: it can use no more than it leaves free', () => {
  it('bytes of bodies that it leaves unfinished', async () => {
    const { served, other } = await open({ settings: { bodyLimit: 2_000 }, limits: { bytesAtOnce: 20_000 } });
    const fields = { Authorization: `Bearer ${served.token}` };
    for (let i = 1; i <= 5; i++) {
      const half = await rawConnection(served.port);
      half.write(header('POST', SEARCH, 2_000, fields), 'x'.repeat(1_900));
      await expect.poll(() => served.admission.bytes).toBe(i * 1_900);
    }
    hasItsShare(await served.post(SEARCH, JSON.stringify(search).padEnd(1_000)));
    const reply = await served.post(SEARCH, JSON.stringify(search).padEnd(1_900), { authorization: other });
    expect(reply.status).toBe(200);
    expect([...served.admission.sheds]).toEqual([['clientBytes', 1]]);
  });

  it('a single body of the size that is allowed always finds room for it', async () => {
    const { served } = await open({ settings: { bodyLimit: 2_000 }, limits: { bytesAtOnce: 2_000 } });
    expect((await served.post(SEARCH, JSON.stringify(search).padEnd(2_000))).status).toBe(200);
  });

  it('requests that it does not finish', async () => {
    const { served, other } = await open({ limits: { requestsAtOnce: 8 } });
    const fields = { Authorization: `Bearer ${served.token}` };
    for (let i = 1; i <= 4; i++) {
      const half = await rawConnection(served.port);
      half.write(header('POST', SEARCH, 100, fields));
      await expect.poll(() => served.admission.requests).toBe(i);
    }
    hasItsShare(await served.post(SEARCH, search));
    expect((await served.post(SEARCH, search, { authorization: other })).status).toBe(200);
    expect([...served.admission.sheds]).toEqual([['clientRequests', 1]]);
  });

  it('requests of an address that names no client', async () => {
    const { served, other } = await open({ limits: { requestsAtOnce: 8 } });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (let i = 1; i <= 4; i++) {
      const half = await rawConnection(served.port, '127.0.0.2');
      half.write(header('POST', '/services/oauth2/token', 100, type));
      await expect.poll(() => served.admission.requests).toBe(i);
    }
    const more = await rawConnection(served.port, '127.0.0.2');
    more.write('GET /docs HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(more.statuses).toEqual([503]);
    expect((await served.post(SEARCH, search, { authorization: other })).status).toBe(200);
    expect([...served.admission.sheds]).toEqual([['clientRequests', 1]]);
  });

  it('requests that write and wait for the disk', async () => {
    const { store, release } = slowDisk();
    const { served, other } = await open({ store, limits: { writesAtOnce: 4 } });
    const taken = [served.post(UPSERT, write), served.post(UPSERT, write)];
    await expect.poll(() => served.likeness.statistics().writers).toBe(2);
    hasItsShare(await served.post(UPSERT, write));
    taken.push(served.post(UPSERT, write, { authorization: other }));
    await expect.poll(() => served.likeness.statistics().writers).toBe(3);
    release();
    for (const reply of await Promise.all(taken)) expect(reply.body).toMatchObject({ isSuccess: true });
    expect([...served.admission.sheds]).toEqual([['clientWrites', 1]]);
  });

  it('answers that one write to the disk releases: another client is answered before all of them', async () => {
    const { store, release } = slowDisk();
    const { served, other } = await open({ store });
    // Each read of the clock advances it by a millisecond, so a turn has time for only a few responses.
    let clock = performance.now();
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
    onTestFinished(() => now.mockRestore());
    const order: string[] = [];
    const asked = Array.from({ length: 40 }, async (_, i) => {
      const objectData = lead({ LastName: `Moor ${i}`, Email: `moor${i}@example.com` });
      const { status } = await served.post(UPSERT, { input: { objectType: 'Lead', objectData } });
      order.push(`upsert ${status}`);
    });
    await expect.poll(() => served.likeness.statistics().writers).toBe(40);
    asked.push(
      served.post(UPSERT, write, { authorization: other }).then(({ status }) => void order.push(`other ${status}`)),
    );
    await expect.poll(() => served.likeness.statistics().writers).toBe(41);
    release();
    await Promise.all(asked);
    expect(order.filter((answer) => answer === 'upsert 200')).toHaveLength(40);
    expect(order.indexOf('other 200')).toBeLessThan(30);
  });

  it('what it is refused: another client is answered before all of that', async () => {
    const { served, other } = await open({ limits: { requestsAtOnce: 6 } });
    const fields = { Authorization: `Bearer ${served.token}` };
    for (let i = 1; i <= 3; i++) {
      const half = await rawConnection(served.port);
      half.write(header('POST', SEARCH, 100, fields));
      await expect.poll(() => served.admission.requests).toBe(i);
    }
    const body = JSON.stringify(search);
    const asked: RawConnection[] = [];
    for (let i = 0; i < 41; i++) asked.push(await rawConnection(served.port));
    const last = asked.at(-1)!;
    const answered = once(last.socket, 'data');
    for (const connection of asked) {
      const Authorization = connection === last ? other : fields.Authorization;
      connection.write(header('POST', SEARCH, body.length, { Authorization }), body);
    }
    await answered;
    expect(last.statuses()).toEqual([200]);
    expect(asked.filter((connection) => connection.statuses()[0] === 503).length).toBeLessThan(20);
    await expect.poll(() => asked.filter((connection) => connection.statuses()[0] === 503)).toHaveLength(40);
  });

  it('what it had is its own again once its requests are answered or its connections gone', async () => {
    const { served } = await open({ limits: { requestsAtOnce: 4 } });
    for (let round = 0; round < 3; round++) {
      const half = [await rawConnection(served.port), await rawConnection(served.port)];
      for (const one of half)
        one.write(header('POST', SEARCH, 100, { Authorization: `Bearer ${served.token}` }), 'x'.repeat(50));
      await expect.poll(() => served.admission.bytes).toBe(100);
      for (const one of half) one.socket.destroy();
      await expect.poll(() => served.admission.requests).toBe(0);
      for (let i = 0; i < 5; i++) expect((await served.post(SEARCH, search)).status).toBe(200);
    }
  });
});
