import { describe, expect, it } from 'vitest';
import { type Reply, serveForAll, DATA } from './serve.js';

const files = {
  'objects.json': [
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [
        { name: 'Number__c', type: 'string', length: 20, externalId: true },
        { name: 'Code__c', type: 'integer', externalId: true },
      ],
    },
  ],
};

interface Result {
  id?: string;
  success: boolean;
  created?: boolean;
  errors: { statusCode: string; message: string; fields: string[] }[];
}

describe('records as clients of the platform create, update and delete them', () => {
  const served = serveForAll({ files });

  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
    served.send(method, `${DATA}/${path}`, body, headers);
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
  const as = <T>({ text }: Reply) => JSON.parse(text) as T;
  const create = async (data: object): Promise<string> => {
    const reply = await send('POST', 'sobjects/Contact', data);
    expect(reply.status, reply.text).toBe(201);
    return as<{ id: string }>(reply).id;
  };
  const read = async (id: string) => as<Record<string, unknown>>(await send('GET', `sobjects/Contact/${id}`));
  const count = async (where: string) => {
    const q = encodeURIComponent(`SELECT COUNT() FROM Contact WHERE ${where}`);
    return as<{ totalSize: number }>(await send('GET', `query?q=${q}`)).totalSize;
  };

  it('POST creates a record, a duplicate too, as requested', async () => {
    const data = { FirstName: 'Ida', LastName: 'Twice', Email: 'ida.twice@example.org' };
    const ids = [await create(data), await create(data)];
    expect(ids[0]).not.toBe(ids[1]);
    expect(await read(ids[0]!)).toMatchObject(data);
  });

  it.each([
    ['allowSave=false', 'Zimmer', 'Haugen'],
    ['allowSave=false; includeRecordDetails=true; runAsCurrentUser=true', 'Okonkwo', 'Brandl'],
    ['allowSave=false,includeRecordDetails=false', 'Vasquez', 'Moreau'],
  ])('POST with %s refuses a duplicate, and names it', async (header, name, another) => {
    const data = { FirstName: 'Olaf', LastName: name, Email: `${name}@example.org` };
    const id = await create(data);
    const reply = await send('POST', 'sobjects/Contact', data, { 'Sforce-Duplicate-Rule-Header': header });
    expect(reply.status).toBe(400);
    const [error] = as<
      {
        errorCode: string;
        duplicateResut: { matchResults: { matchRecords: { record: Record<string, unknown> }[] }[] };
      }[]
    >(reply);
    expect(error!.errorCode).toBe('DUPLICATES_DETECTED');
    const { record } = error!.duplicateResut.matchResults[0]!.matchRecords[0]!;
    expect(record['Id']).toBe(id);
    expect(record['LastName']).toBe(header.includes('Details=true') ? data.LastName : undefined);
    expect(await count(`Email = '${data.Email}'`)).toBe(1);
    const other = { FirstName: 'Petra', LastName: another, Email: `${another}@example.com` };
    expect((await send('POST', 'sobjects/Contact', other, { 'Sforce-Duplicate-Rule-Header': header })).status).toBe(
      201,
    );
  });

  it('refuses a header that it does not know', async () => {
    const reply = await send(
      'POST',
      'sobjects/Contact',
      { LastName: 'X' },
      { 'Sforce-Duplicate-Rule-Header': 'allow' },
    );
    expect([reply.status, reply.error.errorCode]).toEqual([400, 'INVALID_QUERY_PARAMETER']);
  });

  it.each([
    [{}, 400, 'REQUIRED_FIELD_MISSING', ['LastName']],
    [{ LastName: 'X', Foo: 1 }, 400, 'INVALID_FIELD', []],
    [{ LastName: 'X', Id: '003LK0000000001YAA' }, 400, 'INVALID_FIELD_FOR_INSERT_UPDATE', ['Id']],
  ])('POST of %j is refused', async (data, status, errorCode, fields) => {
    const reply = await send('POST', 'sobjects/Contact', data);
    expect([reply.status, reply.error.errorCode, reply.error.fields]).toEqual([status, errorCode, fields]);
  });

  it('PATCH updates fields, DELETE takes the record away', async () => {
    const id = await create({ LastName: 'Before', Title: 'Dr.' });
    expect((await send('PATCH', `sobjects/Contact/${id}`, { LastName: 'After' })).status).toBe(204);
    expect(await read(id)).toMatchObject({ LastName: 'After', Title: 'Dr.' });
    expect((await send('PATCH', `sobjects/Contact/${id}`, { Foo: 1 })).error.errorCode).toBe('INVALID_FIELD');
    expect((await send('DELETE', `sobjects/Contact/${id}`)).status).toBe(204);
    const gone = await send('PATCH', `sobjects/Contact/${id}`, { LastName: 'X' });
    expect([gone.status, gone.error.errorCode]).toEqual([404, 'ENTITY_IS_DELETED']);
  });

  it('an external Id creates, then updates, is read and deleted by', async () => {
    const path = 'sobjects/Contact/Number__c/A%2F1%20x';
    const first = await send('PATCH', path, { LastName: 'External' });
    expect([first.status, as<Result>(first).created]).toEqual([201, true]);
    const second = await send('PATCH', path, { LastName: 'Changed' });
    expect([second.status, as<Result>(second)]).toEqual([
      200,
      { id: as<Result>(first).id, success: true, errors: [], created: false },
    ]);
    expect(as<Record<string, unknown>>(await send('GET', path))).toMatchObject({
      LastName: 'Changed',
      Number__c: 'A/1 x',
    });
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
    expect((await send('PATCH', 'sobjects/Contact/Email/a@b.org', { LastName: 'X' })).error.message).toContain(
      'not an external Id',
    );
  });

  it('an external Id that several hold names them all', async () => {
    for (const LastName of ['One', 'Two']) await create({ LastName, Code__c: 77 });
    const found = await send('GET', 'sobjects/Contact/Code__c/77');
    expect([found.status, as<string[]>(found).length]).toEqual([300, 2]);
    expect((await send('PATCH', 'sobjects/Contact/Code__c/77', { LastName: 'X' })).status).toBe(300);
  });

  it('equal external Ids at the same instant make one record', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send('PATCH', 'sobjects/Contact/Number__c/same', { LastName: `Same ${n}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await count("Number__c = 'same'")).toBe(1);
  });

  const records = (...data: object[]) => data.map((each) => ({ attributes: { type: 'Contact' }, ...each }));

  it('a collection is saved record by record', async () => {
    const body = { records: records({ LastName: 'Col 1' }, { Title: 'no name' }, { LastName: 'Col 2' }) };
    const results = as<Result[]>(await send('POST', 'composite/sobjects', body));
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    expect(results[1]!.errors[0]).toMatchObject({ statusCode: 'REQUIRED_FIELD_MISSING', fields: ['LastName'] });
    expect(await count("LastName LIKE 'Col _'")).toBe(2);
    const ids = [results[0]!.id!, results[2]!.id!];
    const updated = as<Result[]>(
      await send('PATCH', 'composite/sobjects', { records: records(...ids.map((id) => ({ id, Title: 'Prof.' }))) }),
    );
    expect(updated).toEqual(ids.map((id) => ({ id, success: true, errors: [] })));
    const read = await send('GET', `composite/sobjects/Contact?ids=${ids.join(',')},003LK00000zzzz1YAA&fields=Title`);
    expect(as<unknown[]>(read)).toMatchObject([{ Title: 'Prof.' }, { Title: 'Prof.' }, null]);
    expect(
      as<Result[]>(await send('DELETE', `composite/sobjects?ids=${ids.join(',')}`)).every(({ success }) => success),
    ).toBe(true);
    expect(await count("LastName LIKE 'Col _'")).toBe(0);
  });

  it('a collection of all or none leaves nothing behind where one fails', async () => {
    const body = { allOrNone: true, records: records({ LastName: 'None 1' }, { Title: 'no name' }) };
    const results = as<Result[]>(await send('POST', 'composite/sobjects', body));
    expect(results.map(({ errors }) => errors[0]!.statusCode)).toEqual([
      'ALL_OR_NONE_OPERATION_ROLLED_BACK',
      'REQUIRED_FIELD_MISSING',
    ]);
    expect(await count("LastName LIKE 'None%'")).toBe(0);
  });

  it('a collection is saved by external Ids, of which one can occur twice', async () => {
    const body = {
      records: records({ LastName: 'E1', Number__c: 'e-1' }, { LastName: 'E2', Number__c: 'E-1' }, { LastName: 'E3' }),
    };
    const results = as<Result[]>(await send('PATCH', 'composite/sobjects/Contact/Number__c', body));
    expect(results.map(({ success, created }) => [success, created])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(results[0]!.id).toBe(results[1]!.id);
    expect(results[2]!.errors[0]!.statusCode).toBe('MISSING_ARGUMENT');
  });

  it.each([
    ['no records', { records: [] }],
    ['more than 200', { records: Array.from({ length: 201 }, () => records({ LastName: 'X' })[0]) }],
    ['a record without its object', { records: [{ LastName: 'X' }] }],
  ])('a collection of %s is refused', async (_what, body) => {
    expect((await send('POST', 'composite/sobjects', body)).status).toBe(400);
  });

  it('requests in one may refer to the answers before them', async () => {
    const compositeRequest = [
      { method: 'POST', url: `${DATA}/sobjects/Account`, referenceId: 'company', body: { Name: 'Composite Ltd' } },
      {
        ...{ method: 'POST', url: `${DATA}/sobjects/Contact`, referenceId: 'person' },
        body: { LastName: 'Of @{company.id}', AccountId: '@{company.id}' },
      },
      { method: 'GET', url: `${DATA}/sobjects/Contact/@{person.id}?fields=LastName`, referenceId: 'read' },
      { method: 'GET', url: `${DATA}/query/?q=SELECT+Id+FROM+Account+WHERE+Id='@{company.id}'`, referenceId: 'found' },
      {
        method: 'PATCH',
        url: `${DATA}/sobjects/Contact/@{found.records[0].Id}`,
        referenceId: 'wrong',
        body: { Title: 'x' },
      },
      { method: 'PATCH', url: `${DATA}/sobjects/Contact/@{wrong.id}`, referenceId: 'after', body: { Title: 'x' } },
      { method: 'DELETE', url: `${DATA}/sobjects/Contact/@{person.id}`, referenceId: 'gone' },
      { method: 'POST', url: '/services/oauth2/token', referenceId: 'outside' },
    ];
    type Inner = { httpStatusCode: number; referenceId: string; body: Record<string, unknown> };
    const reply = await send('POST', 'composite', { compositeRequest });
    const { compositeResponse } = as<{ compositeResponse: Inner[] }>(reply);
    expect(compositeResponse.map(({ httpStatusCode }) => httpStatusCode)).toEqual([
      201, 201, 200, 200, 404, 400, 204, 404,
    ]);
    const company = compositeResponse[0]!.body['id'];
    expect(compositeResponse[2]!.body['LastName']).toBe(`Of ${String(company)}`);
    expect(compositeResponse[3]!.body['totalSize']).toBe(1);
    expect(compositeResponse[5]!.body).toMatchObject([{ errorCode: 'PROCESSING_HALTED' }]);
    expect((await send('POST', 'composite', { allOrNone: true, compositeRequest })).error.message).toContain(
      'composite/sobjects',
    );
  });

  it('requests in a batch are independent of each other', async () => {
    const batchRequests = [
      { method: 'POST', url: 'v60.0/sobjects/Contact', richInput: { LastName: 'Batched' } },
      { method: 'POST', url: 'v60.0/sobjects/Contact', richInput: { Title: 'no name' } },
      { method: 'GET', url: "v60.0/query?q=SELECT+Id+FROM+Contact+WHERE+LastName='Batched'" },
    ];
    type Result = { statusCode: number; result: { totalSize?: number } };
    const sent = async (haltOnError: boolean) =>
      as<{ hasErrors: boolean; results: Result[] }>(
        await send('POST', 'composite/batch', { haltOnError, batchRequests }),
      );
    const all = await sent(false);
    expect([all.hasErrors, all.results.map(({ statusCode }) => statusCode)]).toEqual([true, [201, 400, 200]]);
    expect(all.results[2]!.result.totalSize).toBe(1);
    expect((await sent(true)).results.map(({ statusCode }) => statusCode)).toEqual([201, 400, 412]);
  });

  it('lists what was changed and deleted in a period, and how many records there are', async () => {
    const start = new Date(Date.now() - 60_000).toISOString();
    const [kept, gone] = [await create({ LastName: 'Kept' }), await create({ LastName: 'Gone' })];
    await send('DELETE', `sobjects/Contact/${gone}`);
    const during = `?start=${start}&end=${new Date(Date.now() + 60_000).toISOString()}`;
    const { ids } = as<{ ids: string[] }>(await send('GET', `sobjects/Contact/updated/${during}`));
    expect([ids.includes(kept), ids.includes(gone)]).toEqual([true, false]);
    const { deletedRecords } = as<{ deletedRecords: { id: string; deletedDate: string }[] }>(
      await send('GET', `sobjects/Contact/deleted/${during}`),
    );
    expect(deletedRecords.find(({ id }) => id === gone)!.deletedDate > start).toBe(true);
    const before = '?start=2020-01-01T00:00:00%2B00:00&end=2020-01-02T00:00:00%2B00:00';
    expect(as<{ ids: string[] }>(await send('GET', `sobjects/Contact/updated/${before}`)).ids).toEqual([]);
    expect((await send('GET', 'sobjects/Contact/updated?start=x&end=y')).error.errorCode).toBe(
      'INVALID_REPLICATION_DATE',
    );
    const counted = as<{ sObjects: object[] }>(await send('GET', 'limits/recordCount?sObjects=contact,Nothing'));
    expect(counted.sObjects).toEqual([{ count: await count('Id != null'), name: 'Contact' }]);
  });

  it('answers say how many requests there were, as the limits do', async () => {
    const reply = await send('GET', 'limits');
    const [, used, most] = /^api-usage=(\d+)\/(\d+)$/.exec(reply.headers.get('sforce-limit-info')!)!;
    const { DailyApiRequests } = as<{ DailyApiRequests: { Max: number; Remaining: number } }>(reply);
    expect(DailyApiRequests.Max).toBe(Number(most));
    expect(Number(used)).toBeGreaterThan(0);
  });

  it('names the columns of a query instead of running it', async () => {
    const columns = async (query: string) => {
      const reply = await send('GET', `query?q=${encodeURIComponent(query)}&columns=true`);
      type Column = { columnName: string; aggregate: boolean; joinColumns: Column[] };
      const shown = ({ columnName, aggregate, joinColumns }: Column): unknown =>
        joinColumns.length > 0 ? [columnName, aggregate, joinColumns.map(shown)] : columnName;
      return as<{ columnMetadata: Column[] }>(reply).columnMetadata.map(shown);
    };
    expect(await columns('SELECT Id, Account.Name, Account.Owner.Name FROM Contact')).toEqual([
      'Id',
      ['Account', false, ['Name', ['Owner', false, ['Name']]]],
    ]);
    expect(await columns('SELECT Name, (SELECT LastName FROM Contacts) FROM Account')).toEqual([
      'Name',
      ['Contacts', true, ['LastName']],
    ]);
    expect(await columns('SELECT LastName, COUNT(Id), MAX(Email) m FROM Contact GROUP BY LastName')).toEqual([
      'LastName',
      'expr0',
      'm',
    ]);
  });

  it('pages of a query have their addresses', async () => {
    const rows = records(...Array.from({ length: 150 }, (_, n) => ({ LastName: `Paged ${n}` })));
    for (let time = 0; time < 2; time++) await send('POST', 'composite/sobjects', { records: rows });
    const q = encodeURIComponent("SELECT LastName FROM Contact WHERE LastName LIKE 'Paged%' ORDER BY LastName");
    const first = as<{ totalSize: number; done: boolean; nextRecordsUrl: string; records: unknown[] }>(
      await send('GET', `query?q=${q}`, undefined, { 'Sforce-Query-Options': 'batchSize=200' }),
    );
    expect([first.totalSize, first.done, first.records.length]).toEqual([300, false, 200]);
    const second = as<{ done: boolean; records: unknown[] }>(await served.call('GET', first.nextRecordsUrl));
    expect([second.done, second.records.length]).toEqual([true, 100]);
  });

  describe('a query job', () => {
    const start = (query: string, more = {}) => send('POST', 'jobs/query', { operation: 'query', query, ...more });

    it('gives its records as CSV, part by part', async () => {
      const rows = Array.from({ length: 5 }, (_, n) => ({ LastName: `Bulk "${n}", x`, Code__c: n }));
      await send('POST', 'composite/sobjects', { records: records(...rows) });
      const query = "SELECT LastName, Code__c, Account.Name, CreatedDate FROM Contact WHERE LastName LIKE 'Bulk%'";
      const job = as<{ id: string; state: string; object: string }>(await start(query));
      expect(job).toMatchObject({ state: 'JobComplete', object: 'Contact', contentType: 'CSV' });
      expect(as(await send('GET', `jobs/query/${job.id}`))).toMatchObject({
        numberRecordsProcessed: 5,
        jobType: 'V2Query',
      });
      const lines: string[] = [];
      let locator: string | null = '';
      for (const size of [2, 2, 1]) {
        const after = locator === '' ? '' : `&locator=${locator!}`;
        const part = await send('GET', `jobs/query/${job.id}/results?maxRecords=2${after}`);
        expect(part.headers.get('content-type')).toMatch(/^text\/csv/);
        expect(part.headers.get('sforce-numberofrecords')).toBe(String(size));
        const [header, ...more] = part.text.trimEnd().split('\n');
        expect(header).toBe('"LastName","Code__c","Account.Name","CreatedDate"');
        lines.push(...more);
        locator = part.headers.get('sforce-locator');
      }
      expect(locator).toBe('null');
      expect(lines).toHaveLength(5);
      expect(lines[3]).toMatch(/^"Bulk ""3"", x","3","","\d{4}-\d\d-\d\dT[\d:.]+Z"$/);
    });

    it('separates columns and ends lines as requested', async () => {
      const query = "SELECT LastName, Code__c FROM Contact WHERE LastName LIKE 'Bulk%' AND Code__c = 1";
      const { id } = as<{ id: string }>(await start(query, { columnDelimiter: 'PIPE', lineEnding: 'CRLF' }));
      expect((await send('GET', `jobs/query/${id}/results`)).text).toBe(
        '"LastName"|"Code__c"\r\n"Bulk ""1"", x"|"1"\r\n',
      );
    });

    it.each([
      ['SELECT Foo FROM Contact', 'INVALID_FIELD'],
      ['SELECT COUNT(Id) FROM Contact', 'API_ERROR'],
      ['SELECT Id, (SELECT Id FROM Contacts) FROM Account', 'API_ERROR'],
      ['SELECT', 'MALFORMED_QUERY'],
    ])('is refused: %s', async (query, errorCode) => {
      const reply = await start(query);
      expect([reply.status, reply.error.errorCode]).toEqual([400, errorCode]);
    });

    it('is not known by another Id, and is ended without a trace', async () => {
      expect((await send('GET', 'jobs/query/750abc')).status).toBe(404);
      const { id } = as<{ id: string }>(await start('SELECT Id FROM Contact'));
      expect(as(await send('PATCH', `jobs/query/${id}`, { state: 'Aborted' }))).toMatchObject({ state: 'Aborted' });
      expect((await send('DELETE', `jobs/query/${id}`)).status).toBe(204);
    });
  });
});
