import { beforeAll, describe, expect, it } from 'vitest';
import { MOST } from '../../src/store/config/config-limits.js';
import { header, rawConnection } from './raw-connection.js';
import { lead, serve, type Reply, type Served, serveForAll, DATA } from './serve.js';

/** A condition with many parts, slow to evaluate for a record with `LONG`. */
const HEAVY = Array.from({ length: 300 }, (_, n) => `Description LIKE '%x%y%z%${n}%'`).join(' OR ');
const LONG = 'xyz '.repeat(8_000);

interface Inner {
  readonly httpStatusCode: number;
  readonly body: unknown;
}

describe('bounds of what one request may ask', () => {
  let id: string;
  const served = serveForAll();
  beforeAll(async () => {
    const created = await served.post(`${DATA}/sobjects/Lead`, lead({ Description: LONG }));
    ({ id } = created.body as unknown as { id: string });
  });

  const compose = async (requests: readonly object[]): Promise<Inner[]> => {
    const compositeRequest = requests.map((request, n) => ({ method: 'GET', referenceId: `r${n}`, ...request }));
    const reply = await served.post(`${DATA}/composite`, { compositeRequest });
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    return (reply.body as unknown as { compositeResponse: Inner[] }).compositeResponse;
  };
  const read = () => ({ url: `${DATA}/sobjects/Lead/${id}` });
  const create = (body: object) => ({ method: 'POST', url: `${DATA}/sobjects/Lead`, body });
  const errorOf = ({ httpStatusCode, body }: Inner) => {
    const [error] = body as { errorCode: string; message: string }[];
    return { status: httpStatusCode, ...error! };
  };
  const count = async () =>
    (await served.call('GET', `${DATA}/query?q=SELECT+COUNT()+FROM+Lead`)).body as unknown as { totalSize: number };

  it('a body of a composite grows no larger than one that is sent, in whatever place its references stand', async () => {
    const many = '@{r0.Description}'.repeat(15_000);
    const before = await count();
    const bodies = [
      { LastName: many },
      { LastName: 'x', Description: { deep: [{ er: many }] } },
      { LastName: 'x', list: Array.from({ length: 5_000 }, () => '@{r0.Description}') },
      { LastName: 'x', list: Array.from({ length: 5_000 }, () => '@{r0}') },
    ];
    for (const body of bodies) {
      const [first, second, third] = await compose([read(), create(body), read()]);
      expect(errorOf(second!)).toMatchObject({ status: 413, errorCode: 'REQUEST_TOO_LARGE' });
      expect(errorOf(second!).message).toMatch(/^After references are replaced by their values, /);
      expect([first!.httpStatusCode, third!.httpStatusCode]).toEqual([200, 200]);
    }
    expect(await count()).toEqual(before);
  });

  it('all references of a composite add no more than one body', async () => {
    const part = { LastName: 'x', Description: '@{r0.Description}'.repeat(80) };
    const answers = await compose([read(), ...Array.from({ length: 5 }, () => create(part))]);
    const refused = answers.filter(({ httpStatusCode }) => httpStatusCode === 413);
    expect(refused.length).toBeGreaterThan(0);
    expect(errorOf(refused[0]!).message).toContain('all requests together are more than');
  });

  it('a reference to a list of records counts as all of them', async () => {
    const records = Array.from({ length: 100 }, (_, n) => ({
      attributes: { type: 'Lead' },
      ...lead({ LastName: `Many ${n}`, Email: `many${n}@example.org` }),
    }));
    await served.post(`${DATA}/composite/sobjects`, { records });
    const all = { url: `${DATA}/query?q=SELECT+FIELDS(ALL)+FROM+Lead+LIMIT+100` };
    const body = { LastName: 'x', list: Array.from({ length: 300 }, () => '@{r0.records}') };
    const [, second] = await compose([all, create(body)]);
    expect(errorOf(second!)).toMatchObject({ status: 413, errorCode: 'REQUEST_TOO_LARGE' });
  });

  it('addresses stay addresses, and lists have no place in a text', async () => {
    const [, second, third] = await compose([
      read(),
      { url: `${DATA}/sobjects/Lead/@{r0.Description}` },
      { url: `${DATA}/sobjects/Lead/@{r0.attributes}` },
    ]);
    expect(errorOf(second!)).toMatchObject({ status: 413, errorCode: 'REQUEST_TOO_LARGE' });
    expect(errorOf(third!)).toMatchObject({ status: 400, errorCode: 'PROCESSING_HALTED' });
  });

  it('references to values are replaced as before', async () => {
    const [, second, third] = await compose([
      read(),
      create(lead({ LastName: 'From @{r0.FirstName}', Description: '@{r0.Description}' })),
      { url: `${DATA}/sobjects/Lead/@{r1.id}` },
    ]);
    expect([second!.httpStatusCode, third!.httpStatusCode]).toEqual([201, 200]);
    const { FirstName } = lead();
    expect(third!.body).toMatchObject({ LastName: `From ${FirstName as string}`, Description: LONG.trim() });
  });

  it('other requests of a composite or batch are not made once the answers before are too large', async () => {
    await served.post(`${DATA}/composite/sobjects`, {
      records: Array.from({ length: 40 }, (_, n) => ({
        attributes: { type: 'Lead' },
        ...lead({ LastName: `Long ${n}`, Email: `long${n}@example.org`, Description: LONG }),
      })),
    });
    const url = `${DATA}/query?q=SELECT+Id,Description+FROM+Lead+WHERE+Description+!=+null`;
    const answers = await compose(Array.from({ length: 25 }, () => ({ url })));
    expect(errorOf(answers.at(-1)!)).toMatchObject({ status: 413, errorCode: 'REQUEST_TOO_LARGE' });
    const batchRequests = Array.from({ length: 25 }, () => ({
      method: 'GET',
      url: url.replace('/services/data/', ''),
    }));
    const batch = await served.post(`${DATA}/composite/batch`, { batchRequests });
    const { results } = batch.body as unknown as { results: { statusCode: number }[] };
    expect([results[0]!.statusCode, results.at(-1)!.statusCode]).toEqual([200, 413]);
  });

  it('a page of a query ends before it has too many bytes, and the next one continues', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `toLabel(Description) d${n}`).join(',');
    const q = encodeURIComponent(`SELECT Id,${many} FROM Lead WHERE Description != null`);
    let reply = await served.call('GET', `${DATA}/query?q=${q}`);
    const ids: unknown[] = [];
    for (;;) {
      const page = reply.body as unknown as { totalSize: number; records: { Id: string }[]; nextRecordsUrl?: string };
      expect(reply.text.length).toBeLessThan(1.2 * MOST.pageBytes);
      ids.push(...page.records.map(({ Id }) => Id));
      if (page.nextRecordsUrl === undefined) break;
      expect(page.records.length).toBeLessThan(page.totalSize);
      reply = await served.call('GET', page.nextRecordsUrl);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(40);
  });

  it('a search for words compares whole words, and refuses one that is too long by name', async () => {
    const cut = 'q'.repeat(511);
    const long = `${cut}rest`;
    await served.post(
      `${DATA}/sobjects/Lead`,
      lead({ LastName: 'Cut', Description: `${long} ${'w '.repeat(600)}far` }),
    );
    const find = (term: string): Promise<Reply> =>
      served.call('GET', `${DATA}/search?q=${encodeURIComponent(`FIND {${term}} RETURNING Lead(LastName)`)}`);
    const namesOf = (reply: Reply) =>
      (reply.body as unknown as { searchRecords: { LastName: string }[] }).searchRecords.map(
        ({ LastName }) => LastName,
      );
    expect(namesOf(await find(cut))).toEqual([]);
    expect(namesOf(await find(`${cut.slice(1)}*`))).toEqual(['Cut']);
    expect(namesOf(await find('far'))).toEqual(['Cut']);
    for (const term of [long, `a ${long} b`, `"a ${long}"`, `${long}*`, `a OR ${long}`]) {
      const { status, error } = await find(term);
      expect([status, error.errorCode]).toEqual([400, 'MALFORMED_SEARCH']);
      expect(error.message).toContain(`a word can have at most ${MOST.searchWord} characters`);
    }
    const parameter = await served.call('GET', `${DATA}/parameterizedSearch?q=${long}`);
    expect([parameter.status, parameter.error.errorCode]).toEqual([400, 'MALFORMED_SEARCH']);
  });
});

describe('fair shares of queries', () => {
  const QUERY = `${DATA}/query?q=${encodeURIComponent(`SELECT Id FROM Lead WHERE ${HEAVY}`)}`;
  const heavyLeads = async (served: Served) =>
    served.post(`${DATA}/composite/sobjects`, {
      records: Array.from({ length: 50 }, (_, n) => ({
        attributes: { type: 'Lead' },
        ...lead({ LastName: `Heavy ${n}`, Email: `heavy${n}@example.org`, Description: LONG }),
      })),
    });

  it('a client that asks as many queries as it can leaves room for others, and loses its own with its connections', async () => {
    const served = await serve();
    try {
      await heavyLeads(served);
      const other = `Bearer ${served.auth.issueToken(served.addClient().client_id)}`;
      const fields = { Authorization: `Bearer ${served.token}` };
      const greedy = await Promise.all(Array.from({ length: 40 }, () => rawConnection(served.port)));
      for (const one of greedy) one.write(header('GET', QUERY, 0, fields));
      // Half of the total limit.
      await expect.poll(() => served.likeness.queries.running).toBe(Math.floor(MOST.queriesAtOnce / 2));
      const refused = await served.call('GET', QUERY);
      expect([refused.status, refused.error.errorCode]).toEqual([503, 'REQUEST_LIMIT_EXCEEDED']);
      expect(refused.error.message).toContain('this client runs too many queries');
      const small = `${DATA}/query?q=SELECT+Id+FROM+Lead+LIMIT+1`;
      expect((await served.call('GET', small, { headers: { authorization: other } })).status).toBe(200);
      for (const one of greedy) one.socket.destroy();
      await expect.poll(() => served.likeness.queries.running).toBe(0);
      expect((await served.call('GET', small)).status).toBe(200);
    } finally {
      await served.close();
    }
  });

  it.each([
    ['a query of many conditions', QUERY],
    ['a query of one record and many conditions', `${QUERY}%20LIMIT%201`],
    ['a count', QUERY.replace('SELECT%20Id', 'SELECT%20COUNT()')],
    [
      'a search of many words',
      `${DATA}/search?q=${encodeURIComponent(`FIND {${'x*y*q OR '.repeat(24)}nothing*} RETURNING Lead`)}`,
    ],
  ])('%s is given up when its time is over, by the work that it does', async (_what, url) => {
    const served = await serve({ limits: { querySeconds: 0.02 } });
    try {
      await heavyLeads(served);
      const { status, error } = await served.call('GET', url);
      expect([status, error.errorCode]).toEqual([400, 'QUERY_TIMEOUT']);
    } finally {
      await served.close();
    }
  });
});
