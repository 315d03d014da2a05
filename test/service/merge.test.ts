import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import type { MergeInput, MergeOutput } from '../../src/service/merge/merge-types.js';
import { makeId } from '../../src/records/ids.js';
import { caller, count, insert, openService, searchIds, upsert, type Data } from './open-service.js';
import { fieldsOf } from './situations/situation.js';

const merge = (likeness: Likeness, ids: string[], more: Partial<MergeInput> = {}): Promise<MergeOutput> =>
  likeness.merging.merge({ objectType: 'Contact', ids, ...more }, caller);

const objects = [
  {
    name: 'Account',
    keyPrefix: '001',
    fields: [
      {
        name: 'Contacts__c',
        type: 'summary',
        summary: { object: 'Contact', referenceField: 'AccountId', operation: 'count' },
      },
    ],
  },
  {
    name: 'Contact',
    keyPrefix: '003',
    fields: [
      { name: 'Backer__c', type: 'reference', referenceTo: ['Contact', 'User'] },
      { name: 'Points__c', type: 'integer' },
      { name: 'Topics__c', type: 'string', length: 10 },
    ],
  },
  {
    name: 'Visit__c',
    keyPrefix: 'a01',
    fields: [{ name: 'Who__c', type: 'reference', referenceTo: ['Contact'], mustExist: true, required: true }],
  },
];
const survivorship = [{ object: 'Contact', fields: { Points__c: 'sum', Topics__c: 'union' } }];
const open = (files: Readonly<Record<string, unknown>> = {}, now?: () => Date) =>
  openService({ files: { 'objects.json': objects, 'survivorship.json': survivorship, ...files }, ...(now && { now }) });

/** All records without the fields that every save sets. */
function picture(likeness: Likeness): Data[] {
  const isOfSave = (name: string) => name === 'LastModifiedDate' || name === 'SystemModstamp';
  return ['Account', 'Contact', 'Visit__c'].flatMap((type) =>
    [...likeness.records(type)].map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !isOfSave(name))),
    ),
  );
}

async function family(likeness: Likeness) {
  const acme = await insert(likeness, 'Account', { Name: 'Acme' });
  const bell = await insert(likeness, 'Account', { Name: 'Bell' });
  const one = await insert(likeness, 'Contact', {
    LastName: 'Doe',
    Email: 'j@x.example',
    Phone: '1',
    AccountId: acme,
    Points__c: 2,
    Topics__c: 'a',
  });
  const two = await insert(likeness, 'Contact', {
    LastName: 'Do',
    FirstName: 'Jo',
    AccountId: bell,
    Points__c: 3,
    Topics__c: 'b',
    DoNotCall: true,
    ReportsToId: one,
  });
  const visit = await insert(likeness, 'Visit__c', { Who__c: two });
  const child = await insert(likeness, 'Contact', { LastName: 'Kid', ReportsToId: two, Backer__c: one });
  return { acme, bell, one, two, visit, child };
}

describe('a merge', () => {
  it('gives the master what survives, points what pointed to the others to it, and deletes them', async () => {
    const likeness = await open();
    const { acme, bell, one, two, visit, child } = await family(likeness);
    const answer = await merge(likeness, [two, one]);
    expect(answer).toMatchObject({ masterId: one, masterRule: 'mostComplete', mergedIds: [two], repointed: 2 });
    expect(answer.fields).toContainEqual({ field: 'Points__c', value: 5, rule: 'sum', from: [one, two] });
    expect(likeness.readRecord('Contact', one)).toMatchObject({
      LastName: 'Doe',
      FirstName: 'Jo',
      Phone: '1',
      Points__c: 5,
      Topics__c: 'a;b',
      DoNotCall: true,
      ReportsToId: null,
      AccountId: acme,
    });
    expect(likeness.readRecord('Visit__c', visit)).toMatchObject({ Who__c: one });
    expect(likeness.readRecord('Contact', child)).toMatchObject({ ReportsToId: one, Backer__c: one });
    expect(likeness.readRecord('Account', acme)).toMatchObject({ Contacts__c: 1 });
    expect(likeness.readRecord('Account', bell)).toMatchObject({ Contacts__c: 0 });
    expect(await searchIds(likeness, '003', { Email: 'j@x.example', FirstName: 'Jo', LastName: 'Doe' })).toEqual([one]);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
  });

  it('is undone completely by any of its changes, and done again by undoing that', async () => {
    const likeness = await open();
    const { one, two, visit } = await family(likeness);
    const before = picture(likeness);
    const { changeId } = await merge(likeness, [one, two]);
    const merged = picture(likeness);
    const { records } = await likeness.history(two, { page: 1, pageSize: 1 });
    expect(records[0]).toMatchObject({
      action: 'delete',
      mergedInto: one,
      group: changeId,
      decision: { reason: 'merge' },
    });
    const undone = await likeness.undo(records[0]!.id, caller);
    expect(picture(likeness)).toEqual(before);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
    expect(likeness.merging.crosswalk({ pageSize: 9 }).records).toMatchObject([{ oldId: two, survivingId: two }]);
    await expect(likeness.undo(changeId!, caller)).rejects.toMatchObject({ status: 409, message: /already undone/ });

    await likeness.undo(undone.id, caller);
    expect(picture(likeness)).toEqual(merged);
    expect(() => likeness.readRecord('Contact', two)).toThrow(expect.objectContaining({ mergedInto: one }));
    const [again] = (await likeness.history(visit, { page: 1, pageSize: 1 })).records;
    await likeness.undo(again!.id, caller);
    expect(picture(likeness)).toEqual(before);
  });

  it('is tried without a trace, and then does what the trial showed', async () => {
    const likeness = await open();
    const { one, two, visit } = await family(likeness);
    const before = picture(likeness);
    const asked = { masterId: two, fields: { LastName: two, Phone: '2' } };
    const tried = await merge(likeness, [one, two], { ...asked, dryRun: true });
    expect(tried).toMatchObject({ masterId: two, mergedIds: [one], changeId: null });
    expect(tried.fields).toContainEqual({ field: 'LastName', value: 'Do', rule: 'given', from: [two] });
    expect(picture(likeness)).toEqual(before);
    expect(likeness.merging.crosswalk({ pageSize: 9 }).records).toEqual([]);
    expect((await likeness.history(two, { page: 1, pageSize: 9 })).records.length).toBe(1);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);

    const refused = merge(likeness, [one, two], { dryRun: true, fields: { Nothing__c: one } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    const merged = await merge(likeness, [one, two], asked);
    expect({ ...merged, changeId: null }).toEqual(tried);
    expect(likeness.readRecord('Visit__c', visit)).toMatchObject({ Who__c: two });
  });

  it('is not undone while something depends on it, which is named', async () => {
    const likeness = await open();
    const { one, two, visit } = await family(likeness);
    const other = await insert(likeness, 'Contact', { LastName: 'Other' });
    const { changeId } = await merge(likeness, [one, two]);
    await upsert(likeness, 'Visit__c', { Id: visit, Who__c: other });
    const [change] = (await likeness.history(visit, { page: 1, pageSize: 1 })).records;
    const before = picture(likeness);
    await expect(likeness.undo(changeId!, caller)).rejects.toMatchObject({
      status: 409,
      errorCode: 'UNDO_REFUSED',
      message: expect.stringContaining(`of ${visit}: ${change!.id}`) as string,
    });
    expect(picture(likeness)).toEqual(before);
    await likeness.undo(change!.id, caller);
    await likeness.undo(changeId!, caller);
    expect(likeness.readRecord('Visit__c', visit)).toMatchObject({ Who__c: two });
  });

  it('takes master and values from the request where it names them', async () => {
    const likeness = await open();
    const { one, two } = await family(likeness);
    const answer = await merge(likeness, [one], {
      masterId: two.slice(0, 15),
      fields: { email: two, LASTNAME: one, Title: 'CEO', Points__c: '7' },
    });
    expect(answer).toMatchObject({ masterId: two, masterRule: 'given', mergedIds: [one] });
    expect(likeness.readRecord('Contact', two)).toMatchObject({
      Email: null,
      LastName: 'Doe',
      Title: 'CEO',
      Points__c: 7,
    });
    expect(answer.fields).toContainEqual({ field: 'LastName', value: 'Doe', rule: 'given', from: [one] });
  });

  it('of records that were merged before is one of what they are part of; the same again changes nothing', async () => {
    // All records have the same modification time, so the first record survives.
    const likeness = await open({}, () => new Date('2026-06-01T12:00:00Z'));
    const ids = await Promise.all(['A', 'B', 'C'].map((LastName) => insert(likeness, 'Contact', { LastName })));
    const [a, b, c] = ids as [string, string, string];
    await merge(likeness, [a, b]);
    const answer = await merge(likeness, [b, c]);
    expect(answer).toMatchObject({ masterId: a, mergedIds: [c] });
    const before = picture(likeness);
    expect(await merge(likeness, [a, b, c])).toMatchObject({ masterId: a, mergedIds: [], changeId: null });
    expect(picture(likeness)).toEqual(before);
  });

  it('leads from every old Id, over merges of merges, to what is left', async () => {
    const likeness = await open();
    const ids = await Promise.all(['A', 'B', 'C'].map((LastName) => insert(likeness, 'Contact', { LastName })));
    const [a, b, c] = ids as [string, string, string];
    await merge(likeness, [b], { masterId: c });
    await merge(likeness, [c], { masterId: a });
    for (const old of [b, c]) {
      const expected = { status: 404, errorCode: 'ENTITY_IS_DELETED', mergedInto: a };
      expect(() => likeness.readRecord('Contact', old)).toThrow(expect.objectContaining(expected));
      await expect(likeness.deleteRecord('Contact', old, caller)).rejects.toMatchObject(expected);
      const sent = await upsert(likeness, 'Contact', { Id: old, LastName: 'X' });
      expect(sent).toMatchObject({
        isSuccess: false,
        objectId: null,
        errorMessage: `ENTITY_IS_DELETED: Record ${old} was merged into ${a}`,
      });
    }
    const first = likeness.merging.crosswalk({ objectType: 'contact', pageSize: 1 });
    expect(first.records).toMatchObject([{ oldId: b, survivingId: a, objectType: 'Contact' }]);
    const rest = likeness.merging.crosswalk({ pageSize: 5, after: first.next! });
    expect(rest).toMatchObject({ records: [{ oldId: c, survivingId: a }], next: null });
    expect(likeness.merging.crosswalk({ objectType: 'Lead', pageSize: 5 }).records).toEqual([]);
    const { time } = rest.records[0]!;
    expect(likeness.merging.crosswalk({ pageSize: 5, since: time }).records.at(-1)).toMatchObject({ oldId: c });
    expect(likeness.merging.crosswalk({ pageSize: 5, since: '2999-01-01' }).records).toEqual([]);
  });

  it('takes suspected pairs along, and gives them back', async () => {
    const likeness = await open();
    const first = await insert(likeness, 'Contact', {
      LastName: 'Doe',
      FirstName: 'Jo',
      Email: 'j@x.example',
      Phone: '5551234567',
    });
    const near = await upsert(
      likeness,
      'Contact',
      { LastName: 'Doe', FirstName: 'Joe', Email: 'j@x.example' },
      { duplicateScore: 100 },
    );
    const stranger = await insert(likeness, 'Contact', { LastName: 'Stranger', Email: 's@x.example' });
    const pairs = () => likeness.suspectedPairs({ page: 1, pageSize: 9 }).records;
    const before = pairs();
    expect(before).toMatchObject([{ createdId: near.objectId, matchedId: first }]);
    const { changeId } = await merge(likeness, [first], { masterId: stranger });
    expect(pairs()).toEqual([{ ...before[0], matchedId: stranger, matchedName: 'Jo Stranger' }]);
    await likeness.undo(changeId!, caller);
    expect(pairs()).toEqual(before);
    await merge(likeness, [first, near.objectId!]);
    expect(pairs()).toEqual([]);
  });

  it('of two records that were suspected of being the same third one, leaves one pair with it', async () => {
    const likeness = await open();
    const third = { FirstName: 'Jo', LastName: 'Doe', Email: 'j@x.example', Phone: '5551234567' };
    const thirdId = await insert(likeness, 'Contact', third);
    const suspect = async (sent: Data): Promise<string> => {
      const { objectId } = await upsert(likeness, 'Contact', sent, { duplicateScore: 100 });
      return objectId!;
    };
    const one = await suspect({ FirstName: 'Joe', LastName: 'Doe', Email: third.Email });
    const two = await suspect({ FirstName: 'Joe', LastName: 'Doe', Phone: third.Phone });
    const pairs = () =>
      likeness
        .suspectedPairs({ page: 1, pageSize: 9 })
        .records.map(({ createdId, matchedId }) => [createdId, matchedId]);
    const before = pairs();
    expect(before).toEqual([
      [two, thirdId],
      [one, thirdId],
    ]);
    const { changeId } = await merge(likeness, [two], { masterId: one });
    expect(pairs()).toEqual([[one, thirdId]]);
    await likeness.undo(changeId!, caller);
    expect(pairs().sort()).toEqual(before.sort());
    // The master is a third record: both pairs would become the same pair with it, so only one is kept.
    const stranger = await insert(likeness, 'Contact', { LastName: 'Stranger', Email: 's@x.example' });
    await merge(likeness, [one, two], { masterId: stranger });
    expect(pairs()).toEqual([[stranger, thirdId]]);
  });

  it('leaves no record above itself', async () => {
    const likeness = await open();
    const a = await insert(likeness, 'Account', { Name: 'A' });
    const b = await insert(likeness, 'Account', { Name: 'B' });
    const between = await insert(likeness, 'Account', { Name: 'Between', ParentId: b });
    await upsert(likeness, 'Account', { Id: a, ParentId: between });
    const before = picture(likeness);
    const { changeId } = await likeness.merging.merge({ objectType: 'Account', masterId: a, ids: [b] }, caller);
    expect(likeness.readRecord('Account', a)).toMatchObject({ ParentId: null });
    expect(likeness.readRecord('Account', between)).toMatchObject({ ParentId: a });
    await likeness.undo(changeId!, caller);
    expect(picture(likeness)).toEqual(before);
  });

  it.each<[string, Partial<MergeInput>, object]>([
    ['an unknown object', { objectType: 'Contract' }, { status: 400, errorCode: 'INVALID_TYPE' }],
    ['users', { objectType: 'User' }, { status: 400, errorCode: 'INVALID_TYPE' }],
    ['one record', { ids: ['$one'] }, { status: 400, message: /at least two records/ }],
    ['an Id that is none', { ids: ['$one', '003x'] }, { status: 400, errorCode: 'MALFORMED_ID' }],
    ['an Id of another object', { ids: ['$one', makeId('001', 1)] }, { status: 400, errorCode: 'MALFORMED_ID' }],
    ['a record that is not there', { ids: ['$one', makeId('003', 900)] }, { status: 404, errorCode: 'NOT_FOUND' }],
    ['an unknown field', { fields: { Emial: 'x' } }, { status: 400, message: /fields: .*Emial.*Email/ }],
    ['a field of the service', { fields: { CreatedDate: 'x' } }, { status: 400, message: /read-only/ }],
    ['a value that does not fit', { fields: { Points__c: 'many' } }, { status: 400, message: /Points__c/ }],
    [
      'a required field without a value',
      { fields: { LastName: null } },
      { status: 400, errorCode: 'REQUIRED_FIELD_MISSING' },
    ],
    [
      'too many records',
      { ids: Array.from({ length: 201 }, (_, i) => makeId('003', i)) },
      { errorCode: 'LIMIT_EXCEEDED' },
    ],
    [
      'records that were changed meanwhile',
      { ifUnmodifiedSince: '2001-01-01' },
      { status: 409, errorCode: 'MERGE_REFUSED' },
    ],
    ['no time', { ifUnmodifiedSince: 'now' }, { status: 400, message: /ifUnmodifiedSince/ }],
  ])('of %s is refused and leaves no trace', async (_what, input, expected) => {
    const likeness = await open();
    const { one, two } = await family(likeness);
    const before = picture(likeness);
    const ids = (input.ids ?? [one, two]).map((id) => (id === '$one' ? one : id));
    await expect(merge(likeness, ids, { ...input, ids })).rejects.toMatchObject(
      'message' in expected
        ? { ...expected, message: expect.stringMatching(expected.message as RegExp) as string }
        : expected,
    );
    expect(picture(likeness)).toEqual(before);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
  });

  it('is refused where a union is longer than its field, until a value is given', async () => {
    const likeness = await open();
    const one = await insert(likeness, 'Contact', { LastName: 'A', Topics__c: 'abcdefgh' });
    const two = await insert(likeness, 'Contact', { LastName: 'A', Topics__c: 'ijklmnop' });
    await expect(merge(likeness, [one, two])).rejects.toMatchObject({
      errorCode: 'MERGE_REFUSED',
      fields: ['Topics__c'],
    });
    expect(await merge(likeness, [one, two], { masterId: one, fields: { Topics__c: one } })).toMatchObject({
      mergedIds: [two],
    });
  });

  it('is refused to a client that may not change a record that points to one of them', async () => {
    const likeness = await open();
    const { one, two } = await family(likeness);
    const limited = { ...caller, objects: new Set(['Contact']) };
    const input = { objectType: 'Contact', ids: [one, two] };
    await expect(likeness.merging.merge(input, limited)).rejects.toMatchObject({ status: 403 });
    const allowed = { ...caller, objects: new Set(['Contact', 'Visit__c']) };
    expect(await likeness.merging.merge(input, allowed)).toMatchObject({ repointed: 2 });
  });
});

describe('merges at the same moment', () => {
  it('of overlapping groups by 16 clients leave one record a group', async () => {
    const likeness = await open();
    const groups: string[][] = [];
    for (let g = 0; g < 4; g++) {
      const group: string[] = [];
      for (let i = 0; i < 9; i++) group.push(await insert(likeness, 'Contact', { LastName: `G${g}`, Points__c: 1 }));
      groups.push(group);
    }
    const visits = await Promise.all(groups.map((group) => insert(likeness, 'Visit__c', { Who__c: group[8]! })));
    await Promise.all(
      Array.from({ length: 16 }, (_, client) =>
        Promise.all(
          groups.map((group) =>
            likeness.merging.merge(
              { objectType: 'Contact', ids: [group[client % 9]!, group[(client + 1) % 9]!, group[(client + 5) % 9]!] },
              { clientId: `client-${client}` },
            ),
          ),
        ),
      ),
    );
    expect(count(likeness, 'Contact')).toBe(4);
    for (const [g, group] of groups.entries()) {
      const [left] = group.filter((id) => [...likeness.records('Contact')].some(({ Id }) => Id === id));
      expect(likeness.readRecord('Contact', left!)).toMatchObject({ Points__c: 9 });
      expect(likeness.readRecord('Visit__c', visits[g]!)).toMatchObject({ Who__c: left });
    }
    expect(likeness.merging.crosswalk({ pageSize: 100 }).records).toHaveLength(32);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
  });

  it('as upserts of the same person leave one record', async () => {
    const likeness = await open();
    const person = { FirstName: 'Jo', LastName: 'Doe', Email: 'j@x.example', Phone: '5551234567' };
    const ids = await Promise.all(Array.from({ length: 8 }, () => insert(likeness, 'Contact', person)));
    const outputs = await Promise.all(
      ids.flatMap((id, i) => [
        merge(likeness, [ids[0]!, id, ids[(i + 1) % 8]!]).then(() => undefined),
        upsert(likeness, 'Contact', { ...person, Title: `T${i}` }),
      ]),
    );
    expect(count(likeness, 'Contact')).toBe(1);
    expect(outputs.every((output) => output?.isCreated !== true)).toBe(true);
    expect(await likeness.checkConsistency({ sample: 100 })).toEqual([]);
  });
});

describe('a merge without review needs the grounds that an upsert needs', () => {
  const shared = 'Phone=+1 212 555 0115; MailingStreet=15 Dock Road; MailingCity=Riverton';
  const anna = 'FirstName=Anna; LastName=Moss';
  const mailbox = 'Email=anna.moss@post.example';

  it.each<[string, string[], boolean]>([
    [
      'two people of one shared mailbox',
      ['Novotny', 'Hrubesch'].map((last) => `FirstName=Peter; LastName=${last}; Email=info@acme.example`),
      false,
    ],
    [
      'a last name and the whole name at a shared mailbox',
      ['', 'FirstName=Susan; '].map((first) => `${first}LastName=Millgate; Email=sales@acme.example`),
      false,
    ],
    [
      'two people of one switchboard and address',
      ['Whitlock', 'Applegate'].map((last) => `FirstName=Susan; LastName=${last}; ${shared}`),
      false,
    ],
    ['namesakes of one city', [1, 2].map(() => `${anna}; MailingCity=Riverton`), false],
    [
      'a mailbox that a third person has, too',
      ['Sundberg', 'Hallgren'].map((last) => `FirstName=Greta; LastName=${last}; Email=both@post.example`),
      false,
    ],
    ['a name and a mailbox', [1, 2].map(() => `${anna}; ${mailbox}`), true],
    [
      'three that hang together by two pairs',
      [mailbox, `${mailbox}; Phone=+1 212 555 0117`, 'Phone=+1 212 555 0117'].map((more) => `${anna}; ${more}`),
      true,
    ],
  ])('%s', async (_, records, isMerged) => {
    const likeness = await open();
    await insert(likeness, 'Contact', { FirstName: 'Tom', LastName: 'Kern', Email: 'both@post.example' });
    const ids: string[] = [];
    for (const record of records) ids.push(await insert(likeness, 'Contact', fieldsOf(record)));
    const merged = merge(likeness, ids, { ifUndecided: true });
    if (isMerged) expect((await merged).mergedIds).toHaveLength(ids.length - 1);
    else await expect(merged).rejects.toMatchObject({ status: 409, errorCode: 'MERGE_REFUSED' });
    // Users may merge such records themselves.
    if (!isMerged) expect((await merge(likeness, ids)).mergedIds).toHaveLength(1);
  });
});
