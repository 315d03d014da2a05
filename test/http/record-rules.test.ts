import { beforeAll, describe, expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { EXPLAIN, lead, SEARCH, UPSERT, type AnyBody, serveForAll } from './serve.js';

const files = {
  'objects.json': [
    {
      name: 'Case',
      keyPrefix: '500',
      fields: [
        { name: 'Loud__c', type: 'formula', returns: 'string', formula: 'UPPER(Subject)' },
        { name: 'Open__c', type: 'boolean', default: true },
        { name: 'Closed__c', type: 'formula', returns: 'boolean', formula: 'IsClosed = FALSE' },
      ],
    },
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        {
          name: 'Cases__c',
          type: 'summary',
          summary: { object: 'Case', referenceField: 'AccountId', operation: 'count' },
        },
      ],
    },
    { name: 'Step__c', keyPrefix: 'a01', fields: [{ name: 'Next__c', type: 'reference', referenceTo: ['Step__c'] }] },
  ],
};
const malformed = '0030000000000AAXXX';

const served = serveForAll({ files });

type Data = Record<string, unknown>;
const upsert = async (objectType: string, objectData: Data, more: object = {}): Promise<AnyBody> =>
  (await served.post(UPSERT, { input: { objectType, objectData, ...more } })).body;
const save = async (objectType: string, objectData: Data): Promise<string> => {
  const body = await upsert(objectType, objectData);
  expect(body.errorMessage).toBeNull();
  return body.objectId;
};
const read = async (type: string, id: string): Promise<Data> =>
  (await served.call('GET', `/services/data/v60.0/sobjects/${type}/${id}`)).body as unknown as Data;

describe('a failed record', () => {
  it('has no objectId, and its data as sent, the Id among it', async () => {
    for (const sent of [
      { Id: makeId('00Q', 4711), LastName: 'Ash' },
      { id: malformed, LastName: 'Ash' },
      { attributes: { type: 'Lead' }, Nmae: 'Ash', Company: ' x ' },
    ])
      expect(await upsert('Lead', sent)).toMatchObject({
        isSuccess: false,
        isCreated: false,
        objectId: null,
        objectData: sent,
      });
  });

  const related = [
    { objectType: 'Contact', referenceField: 'AccountId', objectData: { Id: malformed, LastName: 'Ash' } },
    { objectType: 'Contact', referenceField: 'AccountId', objectData: { LastName: 'Birch' } },
  ];
  const failed = (objectData: object) =>
    expect.objectContaining({ isSuccess: false, objectId: null, objectData }) as object;
  it.each([true, false])('answers for each related record when the parent fails (allOrNone %s)', async (allOrNone) => {
    for (const [type, data] of [
      ['Account', {}],
      ['Account', { Id: makeId('001', 4711), Name: 'None' }],
      ['Acount', { Name: 'None' }],
    ] as const)
      expect(await upsert(type, data, { allOrNone, relatedList: related })).toMatchObject({
        isSuccess: false,
        objectData: data,
        relatedList: related.map(({ objectData }) => failed(objectData)),
      });
  });

  it('answers for each related record when one of them fails', async () => {
    const some = await upsert('Account', { Name: 'Some' }, { relatedList: related });
    expect(some.relatedList).toEqual([failed(related[0]!.objectData), expect.objectContaining({ isSuccess: true })]);
    const none = await upsert('Account', { Name: 'None' }, { allOrNone: true, relatedList: related });
    expect(none.objectData).toEqual({ Name: 'None' });
    expect(none.relatedList).toEqual(related.map(({ objectData }) => failed(objectData)));
  });
});

/** `attributes` in `objectData` is ignored, so a record from a search or GET can be sent back. */
describe('a record sent back', () => {
  let parent: string;
  let id: string;
  beforeAll(async () => {
    parent = await save('Account', { Name: 'Acme' });
    id = await save('Case', { Subject: 'Noise', AccountId: parent });
  });

  it('as a GET returned it, with a value changed', async () => {
    const whole = await read('Case', id);
    expect(whole).toMatchObject({ CaseNumber: '00000001', Loud__c: 'NOISE' });
    expect(await upsert('Case', { ...whole, Subject: 'Silence' })).toMatchObject({
      isSuccess: true,
      isCreated: false,
      objectId: id,
    });
    // Repeat the request after the last modifier and the formula have changed.
    const again = await upsert('Case', { ...whole, Priority: 'High' });
    expect(again).toMatchObject({ isSuccess: true, objectData: { Loud__c: 'NOISE' } });
    expect(again.objectData).not.toHaveProperty('attributes');
    expect(await read('Account', parent)).toMatchObject({ Cases__c: 1 });
    expect((await upsert('Account', { ...(await read('Account', parent)), Site: 'North' })).isSuccess).toBe(true);
  });

  it('as a search returned it, nested parents included; to an upsert, a search and explain', async () => {
    const lone = { FirstName: 'Otto', LastName: 'Sentback', Email: 'otto@back.example' };
    const contact = await save('Contact', { ...lone, AccountId: parent });
    const query = { objectPrefix: '003', objectData: { Email: lone.Email } };
    const found = (await served.post(SEARCH, query)).body as unknown as Record<string, { objectData: Data }[]>;
    const { objectData } = found['003']![0]!;
    expect(objectData).toMatchObject({ Account: { Name: 'Acme' }, Owner: { Name: 'test' }, DoNotCall: false });
    expect(await upsert('Contact', { ...objectData, Title: 'Dr' })).toMatchObject({
      isSuccess: true,
      objectId: contact,
    });
    const again = await served.post(SEARCH, { objectPrefix: '003', objectData });
    expect((again.body as unknown as typeof found)['003']).toHaveLength(1);
    const explained = await served.post(EXPLAIN, { objectPrefix: '003', objectData, otherData: objectData });
    expect((explained.body as unknown as { score: number }).score).toBe(100);
  });

  it('with a read-only value that it never had fails, as does one that was not returned', async () => {
    const attributes = { type: 'Case' };
    const CreatedDate = '2001-01-01T00:00:00.000+0000';
    const refused = expect.stringMatching(/^INVALID_FIELD_FOR_INSERT_UPDATE: .*fields: \w+\. It is/) as string;
    const whole = await read('Case', id);
    for (const data of [
      { attributes, Id: id, CreatedDate },
      { attributes, Id: id, CaseNumber: '00000002' },
      { attributes, Id: id, CreatedById: makeId('005', 4711) },
      { Id: id, CreatedDate: whole['CreatedDate'] },
      { attributes, Subject: 'New', CaseNumber: '00000001' },
    ])
      expect((await upsert('Case', data)).errorMessage, JSON.stringify(data)).toEqual(refused);
  });

  it('a parent without attributes is no part of an answer: it is refused, not lost', async () => {
    for (const Account of [{ Name: 'Acme' }, 'Acme', [{ attributes: {} }]])
      expect((await upsert('Case', { Subject: 'x', Account })).errorMessage).toMatch(
        /^INVALID_FIELD: (?:No such column 'Account'|Account: 'Name' is not an external Id field)/,
      );
    expect((await upsert('Case', { Subject: { attributes: {} } })).errorMessage).toMatch(
      /^INVALID_TYPE_ON_FIELD_IN_RECORD: Subject/,
    );
    for (const [objectData, status, message] of [
      [{ Account: { Name: 'Acme' } }, 400, /objectData\.Account: expected a string/],
      [{ LastName: { attributes: {} } }, 400, /LastName: expected a single value/],
      [{ Nobody: { attributes: {} } }, 400, /No such column 'Nobody'/],
      [{ LastName: ['x'] }, 400, /objectData\.LastName: expected/],
    ] as const) {
      const reply = await served.post(SEARCH, { objectPrefix: '003', objectData });
      expect(reply.status).toBe(status);
      expect(reply.error.message).toMatch(message);
    }
  });
});

describe('booleans are true or false, never null', () => {
  it('absent at create: the default, false where none is declared', async () => {
    const id = await save('Case', { Subject: 'Plain' });
    expect(await read('Case', id)).toMatchObject({
      IsClosed: false,
      IsEscalated: false,
      Open__c: true,
      Closed__c: true,
    });
  });

  it.each([null, '', ' '])('%j sent for one fails that record, at a create and at an update', async (sent) => {
    const message = expect.stringMatching(
      /^INVALID_TYPE_ON_FIELD_IN_RECORD: IsClosed: value not of required type: /,
    ) as string;
    const Id = await save('Case', { IsClosed: true });
    for (const data of [{ IsClosed: sent }, { Id, IsClosed: sent }])
      expect((await upsert('Case', data)).errorMessage).toEqual(message);
    expect(await read('Case', Id)).toMatchObject({ IsClosed: true });
  });

  it('a formula of the answer sees one that is not sent as false', async () => {
    expect((await upsert('Case', { Subject: 'x' })).objectData).toMatchObject({ Closed__c: true });
  });
});

/** A reference to the same object must not form a cycle, directly or indirectly. Such a record is rejected. */
describe('a parent of itself', () => {
  const circular = expect.stringMatching(/^CIRCULAR_DEPENDENCY: /) as string;

  it('directly', async () => {
    const Id = await save('Account', { Name: 'A' });
    expect((await upsert('Account', { Id, ParentId: Id })).errorMessage).toEqual(circular);
    expect(await read('Account', Id)).toMatchObject({ ParentId: null });
  });

  it('through others', async () => {
    const top = await save('Account', { Name: 'Top' });
    const middle = await save('Account', { Name: 'Middle', ParentId: top });
    const bottom = await save('Account', { Name: 'Bottom', ParentId: middle });
    expect((await upsert('Account', { Id: top, ParentId: bottom })).errorMessage).toEqual(circular);
    expect((await upsert('Account', { Id: bottom, ParentId: top })).errorMessage).toBeNull();
    expect((await upsert('Account', { Id: middle, ParentId: bottom })).errorMessage).toBeNull();
  });

  it('of two requests at the same moment one fails', async () => {
    const [a, b] = [await save('Step__c', {}), await save('Step__c', {})];
    const both = await Promise.all([
      upsert('Step__c', { Id: a, Next__c: b }),
      upsert('Step__c', { Id: b, Next__c: a }),
    ]);
    expect(both.map(({ isSuccess }) => isSuccess).sort()).toEqual([false, true]);
  });

  it('through a related record; allOrNone leaves nothing changed', async () => {
    const top = await save('Account', { Name: 'Top' });
    const below = await save('Account', { Name: 'Below', ParentId: top });
    const relatedList = [{ objectType: 'Account', referenceField: 'ParentId', objectData: { Id: top, Site: 'x' } }];
    const answer = await upsert('Account', { Id: below, Site: 'y' }, { allOrNone: true, relatedList });
    expect(answer.relatedList[0]!.errorMessage).toEqual(circular);
    expect(await read('Account', below)).toMatchObject({ Site: null });
    const other = await upsert('Account', { Id: below, Site: 'y' }, { relatedList });
    expect([other.isSuccess, other.relatedList[0]!.isSuccess]).toEqual([true, false]);
  });

  it('what undo would make one is refused', async () => {
    const top = await save('Account', { Name: 'Top' });
    const below = await save('Account', { Name: 'Below', ParentId: top });
    await upsert('Account', { Id: below, ParentId: null });
    const history = await served.call('GET', `/services/apexrest/dupcheck/history/${below}`);
    const cleared = (history.body as unknown as { records: { id: string }[] }).records[0]!.id;
    await upsert('Account', { Id: top, ParentId: below });
    const undone = await served.call('POST', `/services/apexrest/dupcheck/undo/${cleared}`);
    expect([undone.status, undone.error.errorCode]).toEqual([409, 'UNDO_REFUSED']);
    expect(undone.error.message).toContain('CIRCULAR_DEPENDENCY');
  });

  it('looks at no more than 1,000 records above one another', async () => {
    const stored = (rows: Data[]) =>
      served.likeness.importBatch('Step__c', rows, { check: false }, { clientId: 'test' });
    const ids = (await stored(Array.from({ length: 1_001 }, () => ({})))).map(({ objectId }) => objectId!);
    // Each record is linked before its parent gets a parent of its own, so that each check is short.
    const linked = await stored(ids.slice(1).map((Next__c, i) => ({ Id: ids[i]!, Next__c })));
    expect(linked.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect((await upsert('Step__c', { Next__c: ids[1]! })).isSuccess).toBe(true);
    expect((await upsert('Step__c', { Next__c: ids[0]! })).errorMessage).toEqual(circular);
  });
});

it('the history of a create holds its values, also of one that was changed and deleted since', async () => {
  const id = await save('Contact', lead({ Company: undefined, Email: 'first@history.example' }));
  const first = await read('Contact', id);
  await upsert('Contact', { Id: id, Email: 'second@history.example', Title: 'Dr' });
  await served.call('DELETE', `/services/data/v60.0/sobjects/Contact/${id}`);
  const { records } = (await served.call('GET', `/services/apexrest/dupcheck/history/${id}`)).body as unknown as {
    records: { action: string; changes: Data }[];
  };
  expect(records.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  const derived = ['attributes', 'Id', 'Name', 'IsDeleted', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp'];
  const given = Object.entries(first).filter(([name, value]) => value !== null && !derived.includes(name));
  expect(records[2]!.changes).toEqual(
    Object.fromEntries(given.map(([name, after]) => [name, { before: null, after }])),
  );
  expect(records[2]!.changes).toMatchObject({ Email: { before: null, after: 'first@history.example' } });
  expect(records[2]!.changes).not.toHaveProperty('Title');
});
