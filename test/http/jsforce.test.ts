import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jsforce from 'jsforce';
import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { serveForAll } from './serve.js';

interface Upserted {
  isSuccess: boolean;
  isCreated: boolean;
  errorMessage: string | null;
  objectId: string;
  objectData: Record<string, unknown>;
  relatedList: Upserted[];
}
interface Found {
  score: number;
  scenarioScores: unknown[];
  objectData: { attributes: { type: string; url: string }; Id: string };
}

describe('an unmodified jsforce client', () => {
  let connection: InstanceType<typeof jsforce.Connection>;

  const served = serveForAll();
  beforeAll(async () => {
    connection = new jsforce.Connection({
      oauth2: { loginUrl: served.url, clientId: served.client.client_id, clientSecret: served.client.client_secret },
    });
    await connection.authorize({ grant_type: 'client_credentials' });
  });

  it('logs in at the token endpoint by client credentials', () => {
    expect(connection.instanceUrl).toBe(served.url);
    expect(connection.userInfo?.organizationId).toMatch(/^00D[A-Za-z0-9]{15}$/);
    expect(connection.userInfo?.id).toMatch(/^005[A-Za-z0-9]{15}$/);
  });

  it.each([
    ['the address', (url: string) => url],
    ['this machine by its usual name', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['the login address of the platform', () => 'https://login.salesforce.com'],
  ])('logs in by JWT bearer, aud being %s', async (_name, aud) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKeyFile = join(served.dataFolder, 'jsforce.pem');
    writeFileSync(publicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }));
    const { client_id: clientId } = served.addClient({ publicKeyFile });
    const assertion = jwt.sign({ iss: clientId, sub: 'user@example.com', aud: aud(served.url) }, privateKey, {
      algorithm: 'RS256',
      expiresIn: 180,
    });
    const other = new jsforce.Connection({ oauth2: { loginUrl: served.url, clientId } });
    await other.authorize({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    expect(await other.request('/services/data')).toMatchObject([{ version: '60.0', url: '/services/data/v60.0' }]);
  });

  it('makes the example calls of the product as they are, and fetches the record behind attributes.url', async () => {
    const call = {
      input: {
        allOrNone: true,
        duplicateCheck: true,
        duplicateScore: 75,
        objectType: 'Lead',
        objectData: {
          LastName: 'Doe',
          FirstName: 'Jenniffer',
          Company: 'Example Ltd',
          Email: 'jenniffer.doe@example.com',
        },
        relatedList: [
          {
            duplicateCheck: false,
            duplicateScore: 0,
            objectType: 'CampaignMember',
            referenceField: 'LeadId',
            objectData: { CampaignId: '7015I0000004rAwQAI' },
          },
        ],
      },
    };
    const created = await connection.apex.post<Upserted>('/dupcheck/dc3DataApi', call);
    expect(created).toMatchObject({ isSuccess: true, isCreated: true, errorMessage: null });
    expect(created.objectData).toEqual({ ...call.input.objectData, Id: created.objectId });
    expect(created.relatedList).toHaveLength(1);
    expect(created.relatedList[0]).toMatchObject({
      isSuccess: true,
      isCreated: true,
      errorMessage: null,
      relatedList: [],
    });
    expect(created.relatedList[0]!.objectData).toEqual({
      CampaignId: '7015I0000004rAwQAI',
      LeadId: created.objectId,
      Id: created.relatedList[0]!.objectId,
    });

    const again = await connection.apex.post<Upserted>('/dupcheck/dc3DataApi', call);
    expect(again).toMatchObject({ isSuccess: true, isCreated: false, objectId: created.objectId });

    const found = await connection.apex.post<Record<string, Found[]>>('/dupcheck/dc3Api/search', {
      objectPrefix: '00Q',
      objectData: { FirstName: 'Jenniffer' },
    });
    expect(Object.keys(found)).toEqual(['00Q']);
    const [match] = found['00Q']!;
    expect(match!.objectData).toMatchObject({
      attributes: { type: 'Lead', url: `/services/data/v60.0/sobjects/Lead/${created.objectId}` },
      Id: created.objectId,
      LastName: 'Doe',
    });

    const record = await connection.request<Record<string, unknown>>(match!.objectData.attributes.url);
    expect(record).toMatchObject({ Id: created.objectId, Email: 'jenniffer.doe@example.com' });
    expect(record['CreatedDate']).toBeDefined();
    const retrieved = await connection.sobject('Lead').retrieve(created.objectId);
    expect(retrieved).toEqual(record);
  });

  describe('by its documented calls', () => {
    type Row = Record<string, unknown>;
    let ids: string[];

    beforeAll(async () => {
      const { client_id: clientId, client_secret: clientSecret } = served.addClient({ scopes: [...SCOPES] });
      connection = new jsforce.Connection({ oauth2: { loginUrl: served.url, clientId, clientSecret } });
      await connection.authorize({ grant_type: 'client_credentials' });
      const rows = Array.from({ length: 5 }, (_, n) => ({ LastName: `Row ${n}`, Title: n % 2 ? 'Dr.' : 'Prof.' }));
      const results = await connection.sobject('Contact').create(rows);
      ids = results.map(({ id }) => id!);
      expect(results.every(({ success }) => success)).toBe(true);
    });

    it('creates, retrieves, updates and destroys one record or several', async () => {
      const contact = connection.sobject('Contact');
      const { id } = await contact.create({ LastName: 'Single' });
      expect(await contact.retrieve(id!)).toMatchObject({ Id: id, LastName: 'Single' });
      expect(await contact.update({ Id: id!, Title: 'Dr.' })).toMatchObject({ id, success: true });
      const { id: other } = await contact.create({ LastName: 'Other' });
      const both = await contact.retrieve([id!, other!]);
      expect(both.map(({ LastName }) => LastName as string)).toEqual(['Single', 'Other']);
      const updated = await contact.update([
        { Id: id!, Title: 'A' },
        { Id: other!, Title: 'B' },
      ]);
      expect(updated.map(({ success }) => success)).toEqual([true, true]);
      expect(await contact.destroy(id!)).toMatchObject({ success: true });
      expect((await contact.destroy([other!])).map(({ success }) => success)).toEqual([true]);
      await expect(contact.retrieve(id!)).rejects.toMatchObject({ errorCode: 'ENTITY_IS_DELETED' });
      await expect(contact.create({ Title: 'no name' })).rejects.toMatchObject({ errorCode: 'REQUIRED_FIELD_MISSING' });
    });

    it('upserts by the Id', async () => {
      const contact = connection.sobject('Contact');
      expect(await contact.upsert({ Id: ids[0]!, Department: 'Books' }, 'Id')).toMatchObject({ success: true });
      expect(await contact.retrieve(ids[0]!)).toMatchObject({ Department: 'Books' });
    });

    it('queries: whole, page by page, as a stream of events, by its own builder', async () => {
      const soql = "SELECT Id, LastName FROM Contact WHERE LastName LIKE 'Row%' ORDER BY LastName";
      const { totalSize, done, records } = await connection.query<Row>(soql);
      expect([totalSize, done, records.map(({ Id }) => Id)]).toEqual([5, true, ids]);
      const found: Row[] = [];
      await new Promise((resolve, reject) => {
        connection
          .query<Row>(soql)
          .on('record', (row: Row) => found.push(row))
          .on('end', resolve)
          .on('error', reject)
          .run({ autoFetch: true });
      });
      expect(found).toHaveLength(5);
      const built = await connection
        .sobject('Contact')
        .find({ LastName: { $like: 'Row%' }, Title: 'Dr.' }, ['Id', 'LastName'])
        .sort({ LastName: -1 })
        .limit(10);
      expect(built.map((row) => (row as Row)['LastName'])).toEqual(['Row 3', 'Row 1']);
      expect(await connection.sobject('Contact').count({ Title: 'Dr.' })).toBe(2);
      const all = await connection.query<Row>(soql, { scanAll: true });
      expect(all.totalSize).toBe(5);
    });

    it('goes from page to page', async () => {
      const rows = Array.from({ length: 150 }, (_, n) => ({ LastName: `Many ${n}` }));
      for (let time = 0; time < 2; time++) await connection.sobject('Contact').create(rows);
      const soql = "SELECT Id FROM Contact WHERE LastName LIKE 'Many%'";
      const first = await connection.query<Row>(soql, { headers: { 'Sforce-Query-Options': 'batchSize=200' } });
      expect([first.done, first.records.length]).toEqual([false, 200]);
      const second = await connection.queryMore<Row>(first.nextRecordsUrl!);
      expect([second.done, second.records.length]).toEqual([true, 100]);
    });

    it('describes one object and all, and knows its limits', async () => {
      expect((await connection.describeGlobal()).sobjects.map(({ name }) => name)).toContain('CampaignMember');
      const described = await connection.sobject('Contact').describe();
      expect(described).toMatchObject({ name: 'Contact', queryable: true, createable: true });
      expect(described.fields.find(({ name }) => name === 'AccountId')).toMatchObject({
        ...{ type: 'reference', referenceTo: ['Account'], relationshipName: 'Account', soapType: 'tns:ID' },
      });
      expect(described.childRelationships.map(({ relationshipName }) => relationshipName)).toContain('CampaignMembers');
      expect(await connection.limits()).toHaveProperty('DailyApiRequests');
      expect(connection.limitInfo.apiUsage?.limit).toBeGreaterThan(1_000);
      expect(await connection.identity()).toHaveProperty('organization_id');
    });

    it('asks what was updated and deleted', async () => {
      const [start, end] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
      const { ids: updated } = await connection.sobject('Contact').updated(start, end);
      expect(updated).toContain(ids[0]);
      const { deletedRecords } = await connection.sobject('Contact').deleted(start, end);
      expect(deletedRecords.map(({ id }) => id)).not.toContain(ids[0]);
    });

    it('searches for words, the likest first', async () => {
      const { searchRecords } = await connection.search('FIND {Jenifer Quist} RETURNING Contact(Id, Name), Lead');
      expect(searchRecords).toEqual([]);
      const id = (await connection.sobject('Contact').create({ FirstName: 'Jennifer', LastName: 'Quist' })).id;
      const found = await connection.search('FIND {Jenifer Quist} RETURNING Contact(Id, Name), Lead');
      expect(found.searchRecords).toMatchObject([{ Id: id, Name: 'Jennifer Quist', attributes: { type: 'Contact' } }]);
      await connection.sobject('Contact').delete(id!);
    });

    it('shows children, and fetches those that have pages of their own', async () => {
      const { id: AccountId } = await connection.sobject('Account').create({ Name: 'With children' });
      const rows = Array.from({ length: 210 }, (_, n) => ({ LastName: `Child ${n}`, AccountId }));
      for (const some of [rows.slice(0, 200), rows.slice(200)]) await connection.sobject('Contact').create(some);
      const soql = "SELECT Id, (SELECT LastName FROM Contacts) FROM Account WHERE Name = 'With children'";
      const contactsOf = async (autoFetch: boolean) => {
        const { records } = await connection.query<Row>(soql).autoFetch(autoFetch).execute();
        return records[0]!['Contacts'] as { done: boolean; records: Row[] };
      };
      const [first, all] = [await contactsOf(false), await contactsOf(true)];
      expect([first.done, first.records.length]).toEqual([false, 200]);
      expect(all.done).toBe(true);
      expect(all.records.map(({ LastName }) => LastName)).toEqual(rows.map(({ LastName }) => LastName));
    });

    it('explains a query', async () => {
      const { plans } = await connection.query("SELECT Id FROM Contact WHERE Email = 'a@x.org'").explain();
      expect(plans).toMatchObject([{ leadingOperationType: 'Index', fields: ['Email'], sobjectType: 'Contact' }]);
    });

    it('saves nothing in bulk without an error', async () => {
      for (const operation of ['insert', 'update', 'delete'] as const)
        expect(
          await connection.bulk2.loadAndWaitForResults({
            ...{ object: 'Contact', operation, input: [], pollInterval: 50, pollTimeout: 60_000 },
          }),
        ).toEqual({ successfulResults: [], failedResults: [], unprocessedRecords: [] });
    });

    it('saves in bulk', async () => {
      const { successfulResults, failedResults, unprocessedRecords } = await connection.bulk2.loadAndWaitForResults({
        ...{ object: 'Contact', operation: 'insert', pollInterval: 50, pollTimeout: 60_000 },
        input: ['Bulk 1', '', 'Bulk 2'].map((LastName) => ({ LastName, Title: 'Dr.' })),
      });
      expect(successfulResults.map((row) => [row.sf__Created, (row as unknown as Row)['LastName']])).toEqual([
        ['true', 'Bulk 1'],
        ['true', 'Bulk 2'],
      ]);
      expect(failedResults.map(({ sf__Error }) => sf__Error)).toEqual([
        'REQUIRED_FIELD_MISSING:Required fields are missing: [LastName]:LastName --',
      ]);
      expect(unprocessedRecords).toEqual([]);
      const bulkIds = successfulResults.map(({ sf__Id }) => ({ Id: sf__Id }));
      const deleted = await connection.bulk2.loadAndWaitForResults({
        ...{ object: 'Contact', operation: 'delete', pollInterval: 50, pollTimeout: 60_000, input: bulkIds },
      });
      expect(deleted.successfulResults).toHaveLength(2);
    });

    it('queries in bulk', async () => {
      const rows: Row[] = [];
      const stream = await connection.bulk2.query("SELECT Id, LastName FROM Contact WHERE LastName LIKE 'Row%'");
      for await (const row of stream) rows.push(row as Row);
      expect(rows.map(({ Id }) => Id)).toEqual(ids);
    });
  });
});
