import jsforce, { type Connection } from 'jsforce';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serveForAll, BASE } from './serve.js';

type Row = Record<string, unknown>;

describe("the product's own objects", () => {
  let connection: Connection;
  const ids: string[] = [];
  let jobId = '';

  const query = async (soql: string) => (await connection.query<Row>(soql)).records;
  const pairsOf = (where: string) =>
    query(`SELECT dupcheck__SourceObject__c, dupcheck__MatchObject__c FROM dupcheck__dc3Duplicate__c D WHERE ${where}`);

  const served = serveForAll();
  beforeAll(async () => {
    connection = new jsforce.Connection({ instanceUrl: served.url, accessToken: served.token, version: '60.0' });
    for (const n of [0, 0, 1, 1, 1, 2]) {
      const person = { FirstName: 'Jen', LastName: `Quist ${'abc'[n]!}`, Email: `jen.quist.${n}@example.com` };
      ids.push((await connection.sobject('Contact').create(person)).id!);
    }
    const started = await served.post(`${BASE}/jobs`, { objectType: 'Contact' });
    jobId = (JSON.parse(started.text) as { id: string }).id;
    await vi.waitFor(async () => {
      const { text } = await served.call('GET', `${BASE}/jobs/${jobId}`);
      expect(JSON.parse(text)).toMatchObject({ status: 'completed', groups: 2 });
    });
  });

  it('show the jobs of the service, found by the object that they compared', async () => {
    const [job] = await query(
      "SELECT Id, Name, dupcheck__Status__c, dupcheck__Type__c, CreatedDate FROM dupcheck__dcJob__c WHERE dupcheck__SourceObject__c = '003'",
    );
    expect(job).toMatchObject({ Name: jobId, dupcheck__Status__c: 'Completed', dupcheck__Type__c: 'search' });
    expect(job!['Id']).toMatch(/^aZJ\w{15}$/);
    expect(await query("SELECT Id FROM dupcheck__dcJob__c WHERE dupcheck__SourceObject__c = '001'")).toEqual([]);
  });

  it('show groups and pairs, as integrations join them', async () => {
    const [job] = await query('SELECT Id FROM dupcheck__dcJob__c');
    const ofJob = `dupcheck__dcGroup__c IN (SELECT Id FROM dupcheck__dcGroup__c G WHERE dupcheck__dcJob__c = '${String(job!['Id'])}')`;
    const pairs = await pairsOf(ofJob);
    const named = pairs.map((pair) => [pair['dupcheck__SourceObject__c'], pair['dupcheck__MatchObject__c']].sort());
    const [a, b, c, d, e] = ids;
    expect(named.sort()).toEqual([
      [a, b],
      [c, d],
      [c, e],
      [d, e],
    ]);
    expect(await pairsOf("dupcheck__dcJob__c = 'aZJLK0000000001'")).toEqual([]);
    const groups = await query(
      'SELECT Id, dupcheck__Group__c, dupcheck__MasterRecord__c, dupcheck__Handled__c, dupcheck__dcJob__r.Name FROM dupcheck__dcGroup__c',
    );
    expect(groups.map((group) => [group['dupcheck__Group__c'], group['dupcheck__Handled__c']])).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(groups.every((group) => ids.includes(String(group['dupcheck__MasterRecord__c'])))).toBe(true);
    expect(groups[0]!['dupcheck__dcJob__r']).toMatchObject({ Name: jobId });
    const [pair] = await query(
      'SELECT dupcheck__dcGroup__r.dupcheck__Group__c, dupcheck__dcGroup__r.dupcheck__dcJob__r.Name FROM dupcheck__dc3Duplicate__c WHERE dupcheck__dcGroup__r.dupcheck__Group__c = 2 LIMIT 1',
    );
    expect(pair).toMatchObject({
      dupcheck__dcGroup__r: { dupcheck__Group__c: 2, dupcheck__dcJob__r: { Name: jobId } },
    });
    const [count] = await query(
      'SELECT dupcheck__dcGroup__c g, COUNT(Id) n FROM dupcheck__dc3Duplicate__c GROUP BY dupcheck__dcGroup__c ORDER BY COUNT(Id) DESC',
    );
    expect(count).toMatchObject({ n: 3 });
    expect((await connection.query('SELECT COUNT() FROM dupcheck__dc3Duplicate__c')).totalSize).toBe(4);
  });

  it('show what was decided and merged: groups as handled, pairs that are not one as discarded', async () => {
    await served.post(`${BASE}/decisions`, { verdict: 'notDuplicate', recordIds: ids.slice(2, 5) });
    await served.post(`${BASE}/decisions`, { verdict: 'duplicate', recordIds: ids.slice(0, 2), masterId: ids[0] });
    const groups = await query('SELECT dupcheck__Handled__c FROM dupcheck__dcGroup__c');
    expect(groups.map((group) => group['dupcheck__Handled__c'])).toEqual([true, true]);
    const discarded = await query(
      'SELECT dupcheck__SourceObject__c, dupcheck__MatchObject__c FROM dupcheck__dcDiscard__c',
    );
    expect(discarded).toHaveLength(3);
  });

  it('are created from a list of pairs as the command line of the product does, and come before people', async () => {
    const job = await connection.sobject('dupcheck__dcJob__c').create({
      dupcheck__name__c: "SF CLI: Create Job from CSV File: 'pairs.csv'",
      dupcheck__type__c: 'search',
      dupcheck__sourceobject__c: '003',
      dupcheck__status__c: 'Completed',
      dupcheck__Ended__c: new Date().toISOString(),
    });
    const groups = await connection
      .sobject('dupcheck__dcGroup__c')
      .create([{ dupcheck__dcJob__c: job.id!, dupcheck__group__c: 1, dupcheck__MasterRecord__c: ids[0]! }]);
    const pairs = await connection.sobject('dupcheck__dc3Duplicate__c').create([
      {
        dupcheck__dcJob__c: job.id!,
        dupcheck__dcGroup__c: groups[0]!.id!,
        dupcheck__SourceObject__c: ids[0]!,
        dupcheck__MatchObject__c: ids[5]!,
        dupcheck__Score__c: 100,
      },
      { dupcheck__dcJob__c: job.id!, dupcheck__SourceObject__c: ids[0]!, dupcheck__MatchObject__c: '003LK0000000999' },
    ]);
    expect(pairs.map(({ success }) => success)).toEqual([true, false]);
    expect(await pairsOf(`dupcheck__dcGroup__r.dupcheck__dcJob__c = '${job.id!}'`)).toMatchObject([
      { dupcheck__SourceObject__c: ids[0], dupcheck__MatchObject__c: ids[5] },
    ]);
    const { text } = await served.call('GET', `${BASE}/suspectedPairs?objectType=Contact`);
    expect(JSON.parse(text)).toMatchObject({ records: [{ matchedId: ids[0], createdId: ids[5], score: 100 }] });
  });

  it('are described, and a discard is made by a decision, not by itself', async () => {
    const described = await connection.sobject('dupcheck__dc3Duplicate__c').describe();
    expect(described.fields.map(({ name }) => name)).toContain('dupcheck__dcGroup__c');
    const discard = { dupcheck__SourceObject__c: ids[0]!, dupcheck__MatchObject__c: ids[5]! };
    await expect(connection.sobject('dupcheck__dcDiscard__c').create(discard)).rejects.toThrow('record a decision');
  });

  it('are pages as well, and unknown to a client that is kept to other objects', async () => {
    const limited = served.addClient({ objects: ['Contact'], scopes: ['read'] });
    const other = new jsforce.Connection({
      ...{ instanceUrl: served.url, version: '60.0' },
      accessToken: served.auth.issueToken(limited.client_id),
    });
    await expect(other.query('SELECT Id FROM dupcheck__dcJob__c')).rejects.toThrow('is not supported');
  });
});
