import { beforeAll, describe, expect, it, vi } from 'vitest';
import { setScopes, type ClientCredentials } from '../../src/service/auth/client-store.js';
import { Documented } from './documented.js';
import { UPSERT, type Reply, serveForAll } from './serve.js';

const JOBS = '/services/data/v60.0/jobs/ingest';
const files = {
  'objects.json': [
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [
        { name: 'Number__c', type: 'string', length: 20, externalId: true },
        { name: 'Amount__c', type: 'integer' },
      ],
    },
    { name: 'Account', keyPrefix: '001', fields: [{ name: 'Vat__c', type: 'string', externalId: true }] },
  ],
};

interface Job {
  readonly id: string;
  readonly state: string;
  readonly contentUrl: string;
  readonly numberRecordsProcessed: number;
  readonly numberRecordsFailed: number;
  readonly errorMessage?: string;
}

describe('a job that saves records by the bulk interface', () => {
  let documented: Documented;
  const served = serveForAll({ files });
  beforeAll(async () => {
    documented = await Documented.by(served);
  });

  const as = ({ text }: Reply) => JSON.parse(text) as Job;
  const bearer = ({ client_id }: ClientCredentials) => ({
    authorization: `Bearer ${served.auth.issueToken(client_id)}`,
  });
  const fits = (reply: Reply, rest: string, verb: string) => {
    expect(documented.faults(reply, `/services/data/{version}/jobs/ingest${rest}`, verb)).toEqual([]);
    return reply;
  };
  const start = async (body: object, headers = {}) =>
    fits(await served.post(JOBS, { object: 'Contact', operation: 'insert', ...body }, headers), '', 'post');
  const send = (id: string, csv: string, headers = {}) =>
    served.call('PUT', `${JOBS}/${id}/batches`, { body: csv, headers: { 'content-type': 'text/csv', ...headers } });
  const change = (id: string, state: string) =>
    served.call('PATCH', `${JOBS}/${id}`, {
      body: JSON.stringify({ state }),
      headers: { 'content-type': 'application/json' },
    });
  const ended = (id: string): Promise<Job> =>
    vi.waitFor(async () => {
      const job = as(fits(await served.call('GET', `${JOBS}/${id}`), '/{jobId}', 'get'));
      expect(['JobComplete', 'Failed', 'Aborted']).toContain(job.state);
      return job;
    });
  const results = async (id: string, name: string) =>
    fits(await served.call('GET', `${JOBS}/${id}/${name}`), `/{jobId}/${name}`, 'get').text;
  const carriedOut = async (body: object, csv: string, headers = {}) => {
    const { id } = as(await start(body, headers));
    expect((await send(id, csv)).status).toBe(201);
    expect((await change(id, 'UploadComplete')).status).toBe(200);
    return ended(id);
  };
  const query = async (soql: string) => {
    const reply = await served.call('GET', `/services/data/v60.0/query?q=${encodeURIComponent(soql)}`);
    return (reply.body as unknown as { records: Record<string, unknown>[] }).records;
  };

  it('inserts the rows, shows which were saved and which were not, each as it was sent', async () => {
    const started = as(await start({ columnDelimiter: 'SEMICOLON', lineEnding: 'CRLF' }));
    expect(started).toMatchObject({ state: 'Open', operation: 'insert', object: 'Contact', jobType: 'V2Ingest' });
    const csv = 'LastName;Title;Amount__c\r\n"Gréen ""1"";";=Dr.;7\r\n;Nobody;1\r\nBlue;;x\r\nGrey;;\r\n';
    const sent = await served.call('PUT', `/${started.contentUrl}`, {
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    expect([sent.status, sent.text]).toEqual([201, '']);
    fits(sent, '/{jobId}/batches', 'put');
    expect(as(fits(await change(started.id, 'UploadComplete'), '/{jobId}', 'patch')).state).toBe('UploadComplete');
    const job = await ended(started.id);
    expect(job).toMatchObject({ state: 'JobComplete', numberRecordsProcessed: 4, numberRecordsFailed: 2 });

    const stored = await query("SELECT Id, LastName, Title, Amount__c FROM Contact WHERE LastName LIKE 'Gr%'");
    expect(stored.map(({ LastName, Title, Amount__c }) => [LastName, Title, Amount__c])).toEqual([
      ['Gréen "1";', '=Dr.', 7],
      ['Grey', null, null],
    ]);
    const [first, second] = stored.map(({ Id }) => String(Id));
    expect(await results(job.id, 'successfulResults')).toBe(
      `"sf__Id";"sf__Created";"LastName";"Title";"Amount__c"\r\n` +
        `"${first!}";"true";"Gréen ""1"";";"=Dr.";"7"\r\n"${second!}";"true";"Grey";"";""\r\n`,
    );
    const [header, ...failed] = (await results(job.id, 'failedResults')).trimEnd().split('\r\n');
    expect(header).toBe('"sf__Id";"sf__Error";"LastName";"Title";"Amount__c"');
    expect(failed.map((line) => line.replace(/^"";"(\w+):[^"]*:(.*?) ?--"/, '$1 $2'))).toEqual([
      'REQUIRED_FIELD_MISSING LastName;"";"Nobody";"1"',
      'INVALID_TYPE_ON_FIELD_IN_RECORD Amount__c;"Blue";"";"x"',
    ]);
    expect(await results(job.id, 'unprocessedrecords')).toBe('"LastName";"Title";"Amount__c"\r\n');
    const list = fits(await served.call('GET', JOBS), '', 'get').body as unknown as { records: Job[] };
    expect(list.records[0]).toEqual(job);
  });

  it('updates by Id, leaves what is empty, empties what is #N/A, and deletes', async () => {
    const rows = 'LastName,Title,Amount__c\nUpdated 1,Dr.,1\nUpdated 2,Dr.,2\n';
    await carriedOut({}, rows);
    const ids = (await query("SELECT Id FROM Contact WHERE LastName LIKE 'Updated%'")).map(({ Id }) => String(Id));
    const updated = await carriedOut(
      { operation: 'update' },
      `Id,Title,Amount__c\n${ids[0]!},#N/A,\n${ids[1]!},Prof.,5\n,X,1\n003LK0000000999AAA,X,1\n`,
    );
    expect(updated).toMatchObject({ numberRecordsProcessed: 4, numberRecordsFailed: 2 });
    expect(await query("SELECT Title, Amount__c FROM Contact WHERE LastName LIKE 'Updated%'")).toMatchObject([
      { Title: null, Amount__c: 1 },
      { Title: 'Prof.', Amount__c: 5 },
    ]);
    expect(await carriedOut({ operation: 'delete' }, `Id\n${ids.join('\n')}\n`)).toMatchObject({
      ...{ state: 'JobComplete', numberRecordsProcessed: 2, numberRecordsFailed: 0 },
    });
    expect(await query("SELECT Id FROM Contact WHERE LastName LIKE 'Updated%'")).toEqual([]);
  });

  it('upserts by an external Id: two equal ones in one job make one record', async () => {
    const rows = Array.from({ length: 450 }, (_, n) => `U-${n % 300},Upserted ${n}`);
    const csv = `Number__c,LastName\n${rows.join('\n')}\n`;
    const job = await carriedOut({ operation: 'upsert', externalIdFieldName: 'Number__c' }, csv);
    expect(job).toMatchObject({ numberRecordsProcessed: 450, numberRecordsFailed: 0 });
    const lines = (await results(job.id, 'successfulResults')).split('\n');
    expect(lines.filter((line) => line.includes('"true"'))).toHaveLength(300);
    expect(await query("SELECT LastName FROM Contact WHERE Number__c IN ('U-0', 'U-299')")).toMatchObject([
      { LastName: 'Upserted 300' },
      { LastName: 'Upserted 299' },
    ]);
    const again = await carriedOut({ operation: 'upsert', externalIdFieldName: 'Number__c' }, csv);
    expect((await results(again.id, 'successfulResults')).includes('"true"')).toBe(false);
  });

  it('checks for duplicates where it is asked to: refuses them, or updates what it finds', async () => {
    const person = 'Jenniffer,Quist,jenniffer.quist@example.com';
    const csv = (more: string) => `FirstName,LastName,Email,Title\n${person},${more}\n`;
    const [created] =
      (await carriedOut({}, csv('First')), await query("SELECT Id FROM Contact WHERE LastName='Quist'"));
    const rule = { 'Sforce-Duplicate-Rule-Header': 'allowSave=false' };
    for (const [body, headers] of [[{ duplicates: 'refuse' }], [{}, rule]] as const) {
      const refused = await carriedOut(body, csv('Second'), headers);
      expect(refused.numberRecordsFailed).toBe(1);
      expect(await results(refused.id, 'failedResults')).toContain('DUPLICATES_DETECTED');
    }
    const updated = await carriedOut({ duplicates: 'update' }, csv('Third'));
    expect(await results(updated.id, 'successfulResults')).toContain(`"${String(created!['Id'])}","false"`);
    expect(await query("SELECT Title FROM Contact WHERE LastName='Quist'")).toMatchObject([{ Title: 'Third' }]);
  });

  it.each([
    ['insert', { operation: 'insert' }],
    ['update', { operation: 'update' }],
    ['upsert', { operation: 'upsert', externalIdFieldName: 'Number__c' }],
    ['insert that updates duplicates', { operation: 'insert', duplicates: 'update' }],
  ])('finds parents by their external Ids, row by row: %s', async (way, job) => {
    for (const Vat__c of ['V1', 'V2'])
      await served.send('PATCH', `/services/data/v60.0/sobjects/Account/Vat__c/${Vat__c}`, { Name: Vat__c });
    const numbers = ['a', 'b', 'c', 'd'].map((end) => `${way.slice(0, 8)}-${end}`);
    const those = `FROM Contact WHERE Number__c LIKE '${numbers[0]!.slice(0, -1)}%' ORDER BY Number__c`;
    if (way === 'update') await carriedOut({}, `Number__c,LastName\n${numbers.map((n) => `${n},${n}\n`).join('')}`);
    const ids = (await query(`SELECT Id ${those}`)).map(({ Id }) => `${String(Id)},`);
    const parents = ['V1', 'V2', 'none', ''];
    const rows = numbers.map((n, i) => `${ids[i] ?? ''}${n},${n},${parents[i]!}\n`);
    const csv = `${way === 'update' ? 'Id,' : ''}Number__c,LastName,account.vat__C\n${rows.join('')}`;
    const done = await carriedOut(job, csv);
    expect(done).toMatchObject({ state: 'JobComplete', numberRecordsProcessed: 4, numberRecordsFailed: 1 });
    const why = /Foreign key external ID: none not found for field Vat__c/;
    expect(await results(done.id, 'failedResults')).toMatch(why);
    const found = (await query(`SELECT Account.Name ${those}`)).map(
      ({ Account }) => (Account as { Name: string } | null)?.Name ?? null,
    );
    expect(found).toEqual(way === 'update' ? ['V1', 'V2', null, null] : ['V1', 'V2', null]);
  });

  it('takes a parent away by #N/A, and is told the object of a parent that may be of several', async () => {
    await served.send('PATCH', '/services/data/v60.0/sobjects/Account/Vat__c/V1', { Name: 'V1' });
    await carriedOut({}, 'Number__c,LastName,Account:Account.Vat__c\np1,Told,V1\n');
    const accounts = async () =>
      (await query("SELECT Account.Name FROM Contact WHERE LastName = 'Told'")).map(
        ({ Account }) => (Account as { Name: string } | null)?.Name,
      );
    expect(await accounts()).toEqual(['V1']);
    const by = { operation: 'upsert', externalIdFieldName: 'Number__c' };
    await carriedOut(by, 'Number__c,Account.Vat__c\np1,#N/A\n');
    expect(await accounts()).toEqual([undefined]);
  });

  it.each([
    ['Account.Nme', 'Field name not found : Account.Nme'],
    ['Firm.Vat__c', 'Field name not found : Firm.Vat__c'],
    ['Account.Name', 'Field name not found : Account.Name'],
    ['Lead:Account.Vat__c', 'Field name not found : Lead:Account.Vat__c'],
    ['Account.Vat__c,Account.Id', 'Field name twice : AccountId'],
    ['AccountId,Account.Vat__c', 'Field name twice : AccountId'],
  ])('fails completely for the parent %s', async (columns, why) => {
    const job = await carriedOut({}, `LastName,${columns}\nX${',1'.repeat(columns.split(',').length)}\n`);
    expect(job).toMatchObject({ state: 'Failed', numberRecordsProcessed: 0 });
    expect(job.errorMessage).toContain(`InvalidBatch : ${why}`);
  });

  it.each([
    ['Nme', 'Field name not found : Nme'],
    ['CreatedDate', 'Field name not writable : CreatedDate'],
    ['lastname', 'Field name twice : LastName'],
  ])('fails completely for the column %s, and reports what it has not processed', async (column, why) => {
    const job = await carriedOut({}, `LastName,${column}\nX,1\nY,2\n`);
    expect(job).toMatchObject({ state: 'Failed', numberRecordsProcessed: 0 });
    expect(job.errorMessage).toContain(`InvalidBatch : ${why}`);
    expect(await results(job.id, 'unprocessedrecords')).toBe(`"LastName","${column}"\n"X","1"\n"Y","2"\n`);
    expect(await results(job.id, 'successfulResults')).toBe(`"sf__Id","sf__Created","LastName","${column}"\n`);
    expect((await served.call('DELETE', `${JOBS}/${job.id}`)).status).toBe(204);
    expect((await served.call('GET', `${JOBS}/${job.id}`)).status).toBe(404);
    expect((await send(job.id, 'LastName\nAgain\n')).status).toBe(404);
  });

  it('is ended before it begins, and forgotten', async () => {
    const { id } = as(await start({}));
    expect((await change(id, 'UploadComplete')).status).toBe(409);
    const isAborted = async (job: string) => {
      expect(as(await change(job, 'Aborted')).state).toBe('Aborted');
      expect(as(await served.call('GET', `${JOBS}/${job}`)).state).toBe('Aborted');
      expect((await change(job, 'UploadComplete')).error.errorCode).toBe('INVALIDJOBSTATE');
      expect((await send(job, 'LastName\nTwice\n')).error.errorCode).toBe('INVALIDJOBSTATE');
    };
    await isAborted(id);
    await isAborted(id);
    const { id: sent } = as(await start({}));
    expect((await send(sent, 'LastName\nNever\n')).status).toBe(201);
    await isAborted(sent);
    const gone = await served.call('DELETE', `${JOBS}/${sent}`);
    expect(fits(gone, '/{jobId}', 'delete').status).toBe(204);
    expect((await served.call('GET', `${JOBS}/${sent}`)).status).toBe(404);
    expect((await send(sent, 'LastName\nTwice\n')).status).toBe(404);
    expect(await query("SELECT Id FROM Contact WHERE LastName IN ('Never', 'Twice')")).toEqual([]);
  });

  it('is known no more once it was carried out and forgotten, and takes no content again', async () => {
    const { id } = await carriedOut({}, 'LastName\nOnce\n');
    expect((await served.call('DELETE', `${JOBS}/${id}`)).status).toBe(204);
    expect((await served.call('GET', `${JOBS}/${id}`)).status).toBe(404);
    expect((await send(id, 'LastName\nMore\n')).status).toBe(404);
    expect(await query("SELECT LastName FROM Contact WHERE LastName IN ('Once', 'More')")).toHaveLength(1);
  });

  it('makes way for the next one of its client once it has ended: a tool may send hundreds a day', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) ids.push((await carriedOut({}, `Nothing\nMany ${n}\n`)).id);
    expect(await results(ids.at(-1)!, 'unprocessedrecords')).toContain('"Many 23"');
    expect(as(await served.call('GET', `${JOBS}/${ids[0]!}`)).state).toBe('Aborted');
  });

  it.each([
    [{ object: 'Nothing' }, 'NOT_FOUND'],
    [{ operation: 'upsert' }, 'INVALIDJOB'],
    [{ operation: 'upsert', externalIdFieldName: 'LastName' }, 'INVALIDJOB'],
    [{ operation: 'insert', externalIdFieldName: 'Number__c' }, 'INVALIDJOB'],
    [{ operation: 'hardDelete' }, 'INVALIDJOB'],
    [{ contentType: 'XML' }, 'JSON_PARSER_ERROR'],
  ])('is refused: %o', async (body, errorCode) => {
    const reply = await start(body);
    expect(reply.error.errorCode).toBe(errorCode);
    expect(reply.status).toBeGreaterThanOrEqual(400);
  });

  it('takes CSV as it is, and nothing else', async () => {
    const { id } = as(await start({}));
    expect((await send(id, 'LastName\nX\n', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await send(id, 'LastName\nX\n', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send(id, '')).status).toBe(201);
    expect((await send('750abc', 'LastName\nX\n')).status).toBe(404);
  });

  it('is known to its client alone, whatever others may do', async () => {
    const [mine, other] = [served.addClient(), served.addClient()];
    const { id } = as(await start({}, bearer(mine)));
    expect(id).toMatch(/^750[A-Za-z0-9]{15}$/);
    await send(id, 'LastName\nMine\n', bearer(mine));
    const json = { 'content-type': 'application/json' };
    for (const [method, rest, state] of [
      ['GET', ''],
      ['GET', '/successfulResults'],
      ['GET', '/failedResults'],
      ['GET', '/unprocessedrecords'],
      ['PATCH', '', 'UploadComplete'],
      ['PATCH', '', 'Aborted'],
      ['DELETE', ''],
    ] as const) {
      const headers = { ...bearer(other), ...(state && json) };
      const body = state && JSON.stringify({ state });
      const reply = await served.call(method, `${JOBS}/${id}${rest}`, { headers, body });
      expect([method, rest, reply.status]).toEqual([method, rest, 404]);
    }
    expect((await send(id, 'LastName\nTheirs\n', bearer(other))).status).toBe(404);
    const seen = await served.call('GET', `${JOBS}/${id}`, { headers: bearer(mine) });
    expect(as(seen).state).toBe('Open');
    const list = await served.call('GET', JOBS, { headers: bearer(other) });
    expect(list.body).toMatchObject({ records: [] });
  });

  it('needs the right to delete for deleting, at every step', async () => {
    const doomed = (await served.post(UPSERT, { input: { objectType: 'Contact', objectData: { LastName: 'Kept' } } }))
      .body.objectId;
    const client = served.addClient({ scopes: ['upsert', 'delete'] });
    const [filled, empty] = [
      as(await start({ operation: 'delete' }, bearer(client))).id,
      as(await start({ operation: 'delete' }, bearer(client))).id,
    ];
    const csv = `Id\n${doomed}\n`;
    expect((await send(filled, csv, bearer(client))).status).toBe(201);
    setScopes(served.dataFolder, client.client_id, () => ['upsert']);
    const refused = [
      await start({ operation: 'delete' }, bearer(client)),
      await send(empty, csv, bearer(client)),
      await served.call('PATCH', `${JOBS}/${filled}`, {
        body: JSON.stringify({ state: 'UploadComplete' }),
        headers: { 'content-type': 'application/json', ...bearer(client) },
      }),
    ];
    expect(refused.map(({ status, error }) => [status, error.errorCode])).toEqual(
      refused.map(() => [403, 'INSUFFICIENT_ACCESS']),
    );
    expect(await query("SELECT LastName FROM Contact WHERE LastName = 'Kept'")).toHaveLength(1);
  });
});
