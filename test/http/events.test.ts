import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { revokeClient, setScopes } from '../../src/service/auth/client-store.js';
import type { NewClient } from '../../src/service/auth/client-store.js';
import { StreamReader, type Message } from '../service/events/read-stream.js';
import { Documented } from './documented.js';
import { lead, UPSERT, type Served, serveForTest, BASE } from './serve.js';

const EVENTS = `${BASE}/events`;

function open(service: Served, query = '', headers: Record<string, string> = {}): Promise<StreamReader> {
  return StreamReader.open(`${service.url}${EVENTS}${query}`, { authorization: `Bearer ${service.token}`, ...headers });
}

/** Returns all events so far. */
async function told(service: Served, query = '', headers: Record<string, string> = {}): Promise<Message[]> {
  const stream = await open(service, `?follow=false${query}`, headers);
  expect(stream.response.status).toBe(200);
  return (await stream.all()).filter(({ event }) => !event.startsWith('stream.'));
}

const upsert = async (service: Served, values: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
  const input = { duplicateCheck: true, objectType: 'Lead', objectData: lead(values), ...more };
  const { body } = await service.post(UPSERT, { input });
  expect(body.errorMessage).toBeNull();
  return body.objectId;
};
const types = (messages: readonly Message[]) => messages.map(({ event }) => event);

it('reports what happens to records as it happens: Ids and types, and no value', async () => {
  const service = await serveForTest();
  const stream = await open(service);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream;charset=UTF-8');
  expect(await stream.until(({ event }) => event === 'stream.opened')).toMatchObject({ id: '0-0' });
  const id = await upsert(service);
  await upsert(service, { Phone: '+1 555 010 0000' });
  const matched = await stream.until(({ event }) => event === 'record.matched');
  expect(types(stream.messages)).toEqual(['stream.opened', 'record.created', 'record.updated', 'record.matched']);
  expect(matched).toMatchObject({
    id: '2-0',
    data: {
      id: 'change-000000000002.record.matched',
      type: 'record.matched',
      data: { objectType: 'Lead', recordId: id, changeId: 'change-000000000002', scenarioId: 'lead-default' },
    },
  });
  expect(JSON.stringify(stream.messages)).not.toMatch(/Doe|Jenniffer|example|555 ?010/);
  stream.close();
});

it('suspected, merged and deleted records and decisions are reported, with the Ids that belong to them', async () => {
  const service = await serveForTest();
  const one = await upsert(service);
  const two = await upsert(service, { LastName: 'Doee' }, { duplicateScore: 100 });
  const three = await upsert(service, { LastName: 'Smith', FirstName: 'Ann', Company: 'Other', Email: 'a@b.example' });
  expect((await service.post(`${BASE}/merge`, { objectType: 'Lead', ids: [one, two], masterId: one })).status).toBe(
    200,
  );
  expect((await service.call('DELETE', `/services/data/v60.0/sobjects/Lead/${three}`)).status).toBe(204);
  const four = await upsert(service, { LastName: 'Miller', FirstName: 'Jo', Company: 'Third', Email: 'c@d.example' });
  await service.post(`${BASE}/decisions`, { verdict: 'notDuplicate', recordIds: [one, four] });

  const messages = await told(service, '&after=0-0');
  const of = (type: string) => messages.find(({ event }) => event === type)?.data.data;
  expect(new Set(types(messages))).toEqual(
    new Set('record.created record.updated record.suspected record.merged record.deleted review.decided'.split(' ')),
  );
  expect(of('record.suspected')).toMatchObject({ recordId: two, scenarioId: 'lead-default' });
  expect(of('record.merged')).toMatchObject({ recordId: two, mergedInto: one });
  expect(of('record.deleted')).toMatchObject({ recordId: three });
  expect(of('review.decided')).toMatchObject({ verdict: 'notDuplicate', recordIds: [one, four], changeId: null });
  expect(messages.filter(({ event, data }) => event === 'record.deleted' && data.data!['recordId'] === two)).toEqual(
    [],
  );
});

it('a suspected pair is named as long as it waits', async () => {
  const service = await serveForTest();
  const one = await upsert(service);
  const two = await upsert(service, { LastName: 'Doee' }, { duplicateScore: 100 });
  const suspected = async () => (await told(service, '&after=0-0&types=record.suspected'))[0]?.data.data;
  expect(await suspected()).toMatchObject({ recordId: two, matchedId: one, pairId: 'pair-000000000001' });
  await service.post(`${BASE}/decisions`, { verdict: 'notDuplicate', pairId: 'pair-000000000001' });
  expect(Object.keys((await suspected())!)).not.toContain('pairId');
});

it('who comes back with the last Id misses nothing and gets nothing twice, wherever the stream was cut', async () => {
  const service = await serveForTest();
  for (let i = 0; i < 12; i++) await upsert(service, i % 3 === 0 ? {} : { LastName: `L${i}`, Email: `${i}@x.example` });
  const whole = await told(service, '&after=0-0');
  const ids = whole.flatMap(({ id }) => id ?? []);
  expect(ids.length).toBeGreaterThan(9);
  for (const id of ids) {
    const rest = whole.slice(whole.findIndex((message) => message.id === id) + 1);
    expect(await told(service, '', { 'last-event-id': id })).toEqual(rest);
    expect(await told(service, `&after=${id}`)).toEqual(rest);
  }
});

it('only the types and the object that are asked for', async () => {
  const service = await serveForTest();
  await upsert(service);
  await upsert(service);
  await service.post(UPSERT, { input: { objectType: 'Account', objectData: { Name: 'Example' } } });
  expect(types(await told(service, '&after=0-0&types=record.matched'))).toEqual(['record.matched']);
  const ofAccounts = await told(service, '&after=0-0&objectType=account');
  expect(ofAccounts.map(({ data }) => data.data!['objectType'])).toEqual(['Account']);
});

it('a client learns of its objects only, needs the scope read, and sees jobs with the scope review', async () => {
  const service = await serveForTest();
  await upsert(service);
  await service.post(UPSERT, { input: { objectType: 'Account', objectData: { Name: 'Example' } } });
  const as = (client: Partial<NewClient>) => ({
    authorization: `Bearer ${service.auth.issueToken(service.addClient(client).client_id)}`,
  });
  const limited = as({ scopes: ['read'], objects: ['Account'] });
  expect((await told(service, '&after=0-0', limited)).map(({ data }) => data.data!['objectType'])).toEqual(['Account']);
  const other = await open(service, '?objectType=Lead', limited);
  expect(other.response.status).toBe(403);
  const documented = await Documented.by(service);
  const refused = await service.call('GET', EVENTS, { headers: as({ scopes: ['search'] }) });
  expect([refused.status, refused.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
  expect(documented.faults(refused, EVENTS, 'get')).toEqual([]);

  const reviewing = await open(service);
  const reading = await open(service, '', as({ scopes: ['read'] }));
  expect((await service.post(`${BASE}/jobs`, { objectType: 'Lead' })).status).toBe(202);
  const done = await reviewing.until(({ event, data }) => event === 'job.changed' && data['status'] === 'completed');
  expect(done).toMatchObject({ id: undefined, data: { id: 'job-000000000001', objectType: 'Lead' } });
  await upsert(service, { LastName: 'Later', Email: 'later@x.example' });
  await reading.until(({ event }) => event === 'record.created');
  expect(types(reading.messages)).not.toContain('job.changed');
  reviewing.close();
  reading.close();
});

it('what is no position, type or object is refused', async () => {
  const service = await serveForTest();
  const documented = await Documented.by(service);
  for (const [query, headers, message] of [
    ['?after=12', {}, /^after: expected an event id/],
    ['?types=record.created,nonsense', {}, /'nonsense' is not an event type/],
    ['?follow=maybe', {}, /^follow/],
    ['', { 'last-event-id': '../1' }, /^Last-Event-ID: expected/],
  ] as const) {
    const reply = await service.call('GET', EVENTS + query, { headers });
    expect([reply.status, reply.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(documented.faults(reply, EVENTS, 'get')).toEqual([]);
  }
  expect((await service.call('GET', `${EVENTS}?objectType=Nothing`)).status).toBe(404);
  expect((await service.call('HEAD', EVENTS)).status).toBe(200);
});

it('a position that the service never issued is reported as a gap, and the stream continues from now', async () => {
  const service = await serveForTest();
  await upsert(service);
  const stream = await open(service, '', { 'last-event-id': '900-7' });
  const opened = await stream.until(({ event }) => event === 'stream.opened');
  expect(stream.messages[0]).toMatchObject({ event: 'stream.gap', data: { reason: 'unknownPosition' } });
  expect(opened!.id).toBe('1-0');
  stream.close();
});

it('a stream ends when its token, its client or its scope is taken away, and when the service stops', async () => {
  const service = await serveForTest();
  const cases: [string, (id: string, token: string) => unknown][] = [
    ['token', (_id, token) => service.auth.revoke(token)],
    ['token', (id) => revokeClient(service.dataFolder, id)],
    ['scope', (id) => setScopes(service.dataFolder, id, () => ['search'])],
  ];
  for (const [reason, take] of cases) {
    const { client_id } = service.addClient({ scopes: ['read'] });
    const token = service.auth.issueToken(client_id);
    const stream = await open(service, '', { authorization: `Bearer ${token}` });
    await stream.until(({ event }) => event === 'stream.opened');
    take(client_id, token);
    expect((await stream.all()).at(-1)).toMatchObject({ event: 'stream.closed', data: { reason } });
  }
  const last = await open(service);
  await last.until(({ event }) => event === 'stream.opened');
  service.admission.drain();
  expect(types(await last.all())).toEqual(['stream.opened']);
  expect(service.admission.streams).toBe(0);
});

it('a stream ends with its session, which it does not keep from ending', async () => {
  let now = Date.now();
  const service = await serveForTest({ now: () => now });
  const log = async () => {
    const reply = await service.call('POST', '/services/oauth2/session', {
      body: JSON.stringify({ clientId: service.client.client_id, clientSecret: service.client.client_secret }),
      headers: { 'content-type': 'application/json', authorization: undefined },
    });
    const cookie = reply.headers.get('set-cookie')!.split(';')[0]!;
    return { cookie, csrf: (JSON.parse(reply.text) as { csrfToken: string }).csrfToken };
  };
  const stream = async (cookie: string) => {
    const opened = await StreamReader.open(service.url + EVENTS, { cookie });
    await opened.until(({ event }) => event === 'stream.opened');
    return opened;
  };
  const first = await log();
  const left = await stream(first.cookie);
  const { cookie, csrf } = first;
  const headers = { authorization: undefined, cookie, 'x-csrf-token': csrf };
  expect((await service.call('DELETE', '/services/oauth2/session', { headers })).status).toBe(204);
  expect((await left.all()).at(-1)).toMatchObject({ event: 'stream.closed', data: { reason: 'session' } });

  const idle = await stream((await log()).cookie);
  now += 3_600_000;
  expect((await idle.all()).at(-1)).toMatchObject({ event: 'stream.closed', data: { reason: 'session' } });
});

it('streams are bounded, one client has no more than it leaves free, and a silent connection is told why it ends', async () => {
  const service = await serveForTest({ limits: { eventStreams: 4, stallSeconds: 0.3 } });
  const streams = [await open(service), await open(service)];
  const third = await open(service);
  expect(third.response.status).toBe(503);
  expect(third.response.headers.get('retry-after')).toBe('1');
  const other = service.auth.issueToken(service.addClient({ scopes: ['read'] }).client_id);
  const theirs = await open(service, '', { authorization: `Bearer ${other}` });
  expect(theirs.response.status).toBe(200);
  // Heartbeats keep an idle connection alive beyond its timeout.
  while (theirs.heartbeats < 5) await theirs.read();
  for (const one of [...streams, theirs]) one.close();
});

it('a reader that takes nothing is dropped, and what it was not told is not kept for it', async () => {
  const service = await serveForTest({ limits: { stallSeconds: 1 } });
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ LastName: `L${i}`, Company: `C${i}` }));
  for (let i = 0; i < rows.length; i += 1_000)
    await service.likeness.importBatch('Lead', rows.slice(i, i + 1_000), { check: false }, { clientId: 'test' });
  const socket = connect(service.port, '127.0.0.1');
  socket.pause();
  socket.write(`GET ${EVENTS}?after=0-0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n\r\n`);
  // The kernel buffers a few hundred kilobytes; several megabytes are waiting.
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const dropped = (service.admission.sheds.get('stalled') ?? 0) + (service.admission.sheds.get('slowStreams') ?? 0);
      if (dropped > 0) resolve();
      else setTimeout(look, 20);
    };
    look();
  });
  socket.destroy();
  const all = await told(service, '&after=0-0');
  expect(all).toHaveLength(20_000);
  expect(all.at(-1)!.id).toBe('20000-0');
});
