import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../support/draws.js';
import { lead, SEARCH, serve, UPSERT, type AnyBody, type Served } from './serve.js';

describe('hostile meaning', () => {
  let served: Served;
  beforeAll(async () => void (served = await serve()));
  afterAll(() => served.close());

  const upsert = async (objectData: object, more: object = {}): Promise<AnyBody> => {
    const reply = await served.post(UPSERT, { input: { objectType: 'Lead', objectData, ...more } });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const search = (objectData: object, more: object = {}) =>
    served.post(SEARCH, { objectPrefix: '00Q', objectData, ...more });
  const member = (more: object = {}) => ({
    objectType: 'CampaignMember',
    referenceField: 'LeadId',
    objectData: { CampaignId: '7015I0000004rAwQAI' },
    ...more,
  });

  it('very many near-identical names, then one search; and the most common term of all', async () => {
    const crowd = await serve();
    const rows = Array.from({ length: isNightly ? 100_000 : 20_000 }, (_, i) => ({
      FirstName: 'Maria',
      LastName: `Smith${i % 7 === 0 ? 'e' : ''}`,
      Company: `Common Holding ${i % 10}`,
    }));
    await crowd.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
    const reply = await crowd.post(SEARCH, {
      objectPrefix: '00Q',
      objectData: { FirstName: 'Maria', LastName: 'Smithe' },
    });
    expect(reply.status).toBe(200);
    expect(reply.body['00Q']).toHaveLength(100);
    for (const { objectData } of reply.body['00Q']) expect(objectData['LastName']).toBe('Smithe');
    const common = await crowd.post(SEARCH, { objectPrefix: '00Q', objectData: { Company: 'Common Holding' } });
    expect(common.status).toBe(200);
    expect(common.headers.get('likeness-incomplete')).toBeNull();
    await crowd.close();
  });

  it('empty objectData: 200 and an empty list; an upsert fails for its required fields', async () => {
    const found = await search({});
    expect([found.status, found.body]).toEqual([200, { '00Q': [] }]);
    expect((await upsert({})).errorMessage).toMatch(/^REQUIRED_FIELD_MISSING: .*LastName/);
  });

  it('only fields that no scenario reads: 200 and an empty list', async () => {
    await upsert(lead({ LastName: 'Unread', Description: 'unread' }));
    expect((await search({ Description: 'unread' })).body).toEqual({ '00Q': [] });
  });

  it('one-character values: 200', async () => {
    await upsert({ LastName: 'X', Company: 'Y' });
    expect((await search({ LastName: 'X', FirstName: 'a', Company: 'Y', Email: '@' })).status).toBe(200);
  });

  it.each([-1, 101, 1e308])('duplicateScore %d: the record fails', async (duplicateScore) => {
    const failed = await upsert(lead(), { duplicateScore, duplicateCheck: true });
    expect(failed).toMatchObject({ isSuccess: false, isCreated: false, objectId: null });
    expect(failed.errorMessage).toContain('duplicateScore');
  });

  it('duplicateScore "90": 400', async () => {
    const reply = await served.post(UPSERT, {
      input: { objectType: 'Lead', objectData: lead(), duplicateScore: '90' },
    });
    expect([reply.status, reply.error.errorCode]).toEqual([400, 'JSON_PARSER_ERROR']);
  });

  it.each([
    [1_000, 'at most 200 elements'],
    [10_000, 'more than 50000 keys and elements'],
  ])('%i related records: 400', async (length, message) => {
    const relatedList = Array.from({ length }, () => member());
    const reply = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead(), relatedList } });
    expect([reply.status, reply.error.errorCode]).toEqual([400, 'JSON_PARSER_ERROR']);
    expect(reply.error.message).toContain(message);
  });

  it.each([
    ['unknown', { referenceField: 'NoSuchField' }],
    ['not a reference', { referenceField: 'Status' }],
    ['pointing to another type', { referenceField: 'CampaignId' }],
  ])('referenceField %s: the related record fails, its parent does not', async (_name, more) => {
    const saved = await upsert(lead({ LastName: 'Parent' }), { relatedList: [member(more)] });
    expect(saved).toMatchObject({ isSuccess: true, relatedList: [{ isSuccess: false, objectId: null }] });
    expect(saved.relatedList[0]!.errorMessage).not.toBeNull();
  });

  it('referenceField already set: the parent wins', async () => {
    const objectData = { CampaignId: '7015I0000004rAwQAI', LeadId: '00Q5I0000004rAwUAI' };
    const saved = await upsert(lead({ LastName: 'Winner' }), { relatedList: [member({ objectData })] });
    expect(saved.relatedList[0]!.objectData['LeadId']).toBe(saved.objectId);
  });

  it('self-reference: a related record never matches its own parent', async () => {
    const account = { Name: 'Ouroboros Ltd', Phone: '+1 212 555 0100' };
    const related = { objectType: 'Account', duplicateCheck: true, referenceField: 'ParentId', objectData: account };
    const reply = await served.post(UPSERT, {
      input: { objectType: 'Account', objectData: account, relatedList: [related] },
    });
    expect(reply.body.relatedList[0]).toMatchObject({ isSuccess: true, isCreated: true });
    expect(reply.body.relatedList[0]!.objectData['ParentId']).toBe(reply.body.objectId);
    expect(reply.body.relatedList[0]!.objectId).not.toBe(reply.body.objectId);
  });

  it('last related record failing under allOrNone: nothing is changed', async () => {
    const relatedList = [member(), member(), member({ referenceField: 'Status' })];
    const output = await upsert(lead({ LastName: 'Nothing' }), { allOrNone: true, relatedList });
    expect(output).toMatchObject({ isSuccess: false, objectId: null });
    expect(output.errorMessage).toMatch(/^ALL_OR_NONE_OPERATION_ROLLED_BACK: /);
    expect(output.relatedList.map((one) => one.isSuccess)).toEqual([false, false, false]);
    expect((await search({ LastName: 'Nothing' })).body['00Q']).toEqual([]);
  });

  it('two duplicates in one request: the second updates the first', async () => {
    const contact = { objectType: 'Contact', duplicateCheck: true, referenceField: 'AccountId' };
    const objectData = {
      FirstName: 'Twice',
      LastName: 'Related',
      Email: 'twice@example.com',
      Phone: '+1 212 555 0101',
    };
    const reply = await served.post(UPSERT, {
      input: {
        objectType: 'Account',
        objectData: { Name: 'Two In One' },
        relatedList: [
          { ...contact, objectData },
          { ...contact, objectData: { ...objectData, Title: 'Again' } },
        ],
      },
    });
    const [first, second] = reply.body.relatedList;
    expect([first!.isCreated, second!.isCreated]).toEqual([true, false]);
    expect(second!.objectId).toBe(first!.objectId);
  });

  it('16 concurrent identical upserts: one record', async () => {
    const person = lead({ LastName: 'Stampede', Email: 'stampede@example.com' });
    const all = await Promise.all(Array.from({ length: 16 }, () => upsert(person, { duplicateCheck: true })));
    expect(new Set(all.map((one) => one.objectId)).size).toBe(1);
    expect(all.filter((one) => one.isCreated)).toHaveLength(1);
  });

  it('A~B~C chains: each newcomer joins the best match, and no record is made twice', async () => {
    const chain = (Email: string, FirstName: string) =>
      upsert(lead({ LastName: 'Chain', Company: 'Chain Company', FirstName, Email }), { duplicateCheck: true });
    const a = await chain('chain@example.com', 'Alexander');
    const b = await chain('chain@example.com', 'Alex');
    const c = await chain('chain@example.com', 'Sandy');
    expect([a.isCreated, b.isCreated, c.isCreated]).toEqual([true, false, false]);
    expect([b.objectId, c.objectId]).toEqual([a.objectId, a.objectId]);
    // The same mailbox, but two first names: somebody else.
    const other = await chain('chain@example.com', 'Zoe');
    const again = await chain('chain@example.com', 'Zoe');
    expect([other.isCreated, again.isCreated, again.objectId]).toEqual([true, false, other.objectId]);
  });

  describe('Ids', () => {
    it('of 15 and of 18 characters are the same record', async () => {
      const { objectId } = await upsert(lead({ LastName: 'Identity' }));
      const short = await upsert({ Id: objectId.slice(0, 15), Title: 'short' });
      expect(short).toMatchObject({ isSuccess: true, isCreated: false, objectId });
      const read = await served.call('GET', `/services/data/v60.0/sobjects/Lead/${objectId.slice(0, 15)}`);
      expect(JSON.parse(read.text)).toMatchObject({ Id: objectId, Title: 'short' });
    });
    it('with a wrong checksum: the record fails with MALFORMED_ID; nothing is at such an address', async () => {
      const { objectId } = await upsert(lead({ LastName: 'Checksum' }));
      const wrong = objectId.slice(0, 17) + (objectId.endsWith('A') ? 'B' : 'A');
      expect((await upsert({ Id: wrong })).errorMessage).toMatch(/^MALFORMED_ID/);
      expect((await served.call('GET', `/services/data/v60.0/sobjects/Lead/${wrong}`)).status).toBe(404);
    });
    it('of another type, or unknown: the record fails', async () => {
      const account = await served.post(UPSERT, {
        input: { objectType: 'Account', objectData: { Name: 'Other Type' } },
      });
      expect((await upsert({ Id: account.body.objectId, LastName: 'x' })).isSuccess).toBe(false);
      expect((await upsert({ Id: '00Q5I0000004rAwUAI' })).errorMessage).toMatch(/^(NOT_FOUND|MALFORMED_ID)/);
      expect((await served.call('GET', `/services/data/v60.0/sobjects/Lead/${account.body.objectId}`)).status).toBe(
        404,
      );
    });
  });

  it('writes to auto-number and system fields: the record fails', async () => {
    for (const field of ['CreatedDate', 'Name', 'LastModifiedById'])
      expect((await upsert(lead({ [field]: 'x' }))).errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: /);
    const reply = await served.post(UPSERT, {
      input: { objectType: 'Case', objectData: { Subject: 'x', CaseNumber: '1' } },
    });
    expect(reply.body.errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: /);
  });

  describe('formula fields', () => {
    const formula = (name: string, source: string) => ({ name, type: 'formula', returns: 'number', formula: source });
    const objects = (...fields: object[]) => ({
      files: { 'objects.json': [{ name: 'Lead', keyPrefix: '00Q', fields }] },
    });

    it('writes to them: the record fails; division by zero: left out of the answer, the record is saved', async () => {
      const other = await serve(objects(formula('Ratio__c', '1 / (NumberOfEmployees - 1)')));
      const save = async (values: Record<string, unknown>) =>
        (await other.post(UPSERT, { input: { objectType: 'Lead', objectData: lead(values) } })).body;
      expect((await save({ Ratio__c: 1 })).errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: .*Ratio__c/);
      expect((await save({ NumberOfEmployees: 3 })).objectData['Ratio__c']).toBe(0.5);
      const divided = await save({ NumberOfEmployees: 1 });
      expect(divided.isSuccess).toBe(true);
      expect(divided.objectData).not.toHaveProperty('Ratio__c');
      await other.close();
    });

    it('cyclic formulas are refused when the configuration is read', async () => {
      await expect(serve(objects(formula('A__c', 'B__c + 1'), formula('B__c', 'A__c + 1')))).rejects.toThrow(
        /A__c|B__c/,
      );
    });
  });
});
