import { describe, expect, it } from 'vitest';
import { revokeClient, setLicence, setObjects, setScopes } from '../../src/service/auth/client-store.js';
import type { Scope } from '../../src/service/auth/scopes.js';
import type { Likeness } from '../../src/service/likeness.js';
import { Gate } from '../support/gate.js';
import { lead, type Reply, type Served, serveForTest, BASE, DATA } from './serve.js';

const LEADS = `${DATA}/sobjects/Lead`;

const as = (served: Served, { client_id }: { client_id: string }) => ({
  authorization: `Bearer ${served.auth.issueToken(client_id)}`,
});
const codes = (reply: Reply): unknown[] => {
  const { compositeResponse, results } = reply.body as unknown as {
    compositeResponse?: { httpStatusCode: number; body: { errorCode?: string }[] | null }[];
    results?: { statusCode: number; result: { errorCode?: string }[] | null }[];
  };
  const all = compositeResponse?.map(({ httpStatusCode, body }) => [httpStatusCode, body] as const);
  return (all ?? results!.map(({ statusCode, result }) => [statusCode, result] as const)).map(([status, body]) =>
    Array.isArray(body) ? [status, body[0]?.errorCode] : status,
  );
};

/** Blocks after the first record was saved. */
const holding = (gate: Gate) => (likeness: Likeness) => {
  let isFirst = true;
  const save = likeness.saveRecords.bind(likeness);
  likeness.saveRecords = async (...args) => {
    const saved = await save(...args);
    if (isFirst) {
      isFirst = false;
      await gate.pass();
    }
    return saved;
  };
  return likeness;
};

const CREATE = { method: 'POST', url: LEADS, body: lead() };
const WAYS: readonly [string, (inner: readonly object[]) => { path: string; body: object }][] = [
  [
    'composite',
    (inner) => ({
      path: `${DATA}/composite`,
      body: { compositeRequest: inner.map((one, i) => ({ ...one, referenceId: `r${i}` })) },
    }),
  ],
  [
    'composite/batch',
    (inner) => ({
      path: `${DATA}/composite/batch`,
      body: {
        batchRequests: (inner as (Omit<typeof CREATE, 'body'> & { body?: object })[]).map(({ method, url, body }) => ({
          ...{ method, url: url.slice('/services/data/'.length) },
          ...(body !== undefined && { richInput: body }),
        })),
      },
    }),
  ],
];

describe.each(WAYS)('%s: rights are asked again for each request inside it', (_way, outer) => {
  it.each<[string, (served: Served, id: string) => void, unknown]>([
    ['revoked', ({ dataFolder }, id) => revokeClient(dataFolder, id), [401, 'INVALID_SESSION_ID']],
    [
      'without a license',
      ({ dataFolder }, id) => setLicence(dataFolder, id, { state: 'revoked' }),
      [403, 'FUNCTIONALITY_NOT_ENABLED'],
    ],
    [
      'without the scope',
      ({ dataFolder }, id) => setScopes(dataFolder, id, () => ['read']),
      [403, 'INSUFFICIENT_ACCESS'],
    ],
    [
      'kept to another object',
      ({ dataFolder }, id) => setObjects(dataFolder, id, ['Contact']),
      [403, 'INSUFFICIENT_ACCESS'],
    ],
  ])('a client that is %s meanwhile saves nothing more', async (_how, change, refusal) => {
    const gate = new Gate();
    const served = await serveForTest({ wrap: holding(gate) });
    const client = served.addClient({ scopes: ['read', 'upsert'] });
    const { path, body } = outer([CREATE, CREATE, CREATE]);
    const asked = served.post(path, body, as(served, client));
    await gate.isReached;
    change(served, client.client_id);
    gate.open();
    expect(codes(await asked)).toEqual([201, refusal, refusal]);
    expect([...served.likeness.records('Lead')]).toHaveLength(1);
  });

  it('an address in its headers is not the one that the audit log names', async () => {
    const served = await serveForTest({ settings: { trustedProxies: ['127.0.0.1'] } });
    const id = (await served.post(LEADS, lead())).text.match(/00Q\w{15}/)![0];
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const inner = { method: 'DELETE', url: `${LEADS}/${id}`, httpHeaders: headers };
    const { path, body } = outer([inner]);
    await served.post(path, body, { 'x-forwarded-for': '198.51.100.7' });
    await served.auth.audit.close();
    const [entry] = await served.auth.audit.search({ most: 1 });
    expect(entry).toMatchObject({ address: '198.51.100.7' });
    expect(entry!.target).toContain(id);
  });
});

describe('the rate limit', () => {
  const stored = (served: Served) => [...served.likeness.records('Lead')].length;
  const limited = () => serveForTest({ settings: { rateLimit: 5 } });
  const LIMIT = [403, 'REQUEST_LIMIT_EXCEEDED'];
  const records = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ attributes: { type: 'Lead', referenceId: `r${i}` }, ...lead() }));

  it.each(WAYS)('%s: each request inside it counts', async (_way, outer) => {
    const served = await limited();
    const { path, body } = outer(Array.from({ length: 7 }, () => CREATE));
    expect(codes(await served.post(path, body))).toEqual([201, 201, 201, 201, 201, LIMIT, LIMIT]);
    const { status, error } = await served.post(path, body);
    expect([status, error.errorCode]).toEqual(LIMIT);
    expect(stored(served)).toBe(5);
  });

  it('a collection: each record counts, and the others fail one by one', async () => {
    const served = await limited();
    const at = `${DATA}/composite/sobjects`;
    const { status, body, headers } = await served.post(at, { records: records(7) });
    const results = body as unknown as { success: boolean; errors: { statusCode: string }[] }[];
    expect(status).toBe(200);
    expect(results.map(({ success }) => success)).toEqual([true, true, true, true, true, false, false]);
    expect(results[6]!.errors[0]!.statusCode).toBe('REQUEST_LIMIT_EXCEEDED');
    expect(headers.get('ratelimit')).toContain('r=0');
    expect(stored(served)).toBe(5);
  });

  it.each([
    ['a collection of all or none', 'composite/sobjects', { allOrNone: true }],
    ['a tree', 'composite/tree/Lead', {}],
  ])('%s is refused completely if it has too many records', async (_name, path, more) => {
    const served = await limited();
    const { status, error } = await served.post(`${DATA}/${path}`, { records: records(6), ...more });
    expect([status, error.errorCode]).toEqual(LIMIT);
    expect((await served.post(`${DATA}/${path}`, { records: records(4), ...more })).status).toBeLessThan(300);
    expect(stored(served)).toBe(4);
  });

  it('the usage that clients of the platform read counts them, too', async () => {
    const served = await serveForTest();
    const usage = async () =>
      Number(/api-usage=(\d+)/.exec((await served.call('GET', LEADS)).headers.get('sforce-limit-info')!)![1]);
    const before = await usage();
    await served.post(`${DATA}/composite/sobjects`, { records: records(3) });
    const { path, body } = WAYS[0]![1]([CREATE, CREATE]);
    await served.post(path, body);
    expect((await usage()) - before).toBe(6);
  });
});

describe('scopes for what a file does', () => {
  const kept = async (scopes: readonly Scope[]) => {
    const served = await serveForTest();
    const id = (await served.post(LEADS, lead())).text.match(/00Q\w{15}/)![0];
    return { served, id, headers: as(served, served.addClient({ scopes })) };
  };

  it('a file whose rows are to be deleted is not worked on without it', async () => {
    const { served, id, headers } = await kept(['upsert', 'read']);
    const sent = await served.call('POST', `${BASE}/files?name=any.csv`, { body: `Id\n${id}\n`, headers });
    const file = (sent.body as unknown as { id: string }).id;
    const task = { action: 'import', objectType: 'Lead', mapping: [{ field: 'Id', positions: [0] }] };
    const run = { ...task, writes: { operation: 'delete' } };
    const { status, error } = await served.post(`${BASE}/files/${file}/run`, run, headers);
    expect([status, error.message]).toEqual([403, "This client lacks the scope 'delete'"]);
  });
});
