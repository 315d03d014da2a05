import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upsertRequestSchema } from '../../src/records/contract/schemas.js';
import { meetsDuplicateScore } from '../../src/service/upsert/best-duplicate.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { Gate } from '../support/gate.js';
import { caller, count, insert, openService, upsert } from './open-service.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org', Phone: '+44 20 7946 0018' };
const ROLLED_BACK =
  'ALL_OR_NONE_OPERATION_ROLLED_BACK: Record rolled back because not all records were valid and the request was using AllOrNone header';

const scenario = (id: string, fields: object[], more: object = {}) => ({
  id,
  name: id,
  object: 'Contact',
  threshold: 75,
  usage: ['restUpsert'],
  fields,
  ...more,
});
const byEmail = scenario('by-email', [{ field: 'Email', method: 'exact', weight: 10 }]);
const byPhone = scenario('by-phone', [{ field: 'Phone', method: 'exact', weight: 10 }], { usage: [] });
/** A scenario whose score is 50 if only the e-mail address agrees. */
const half = scenario(
  'half',
  [
    { field: 'Email', method: 'exact', weight: 10 },
    { field: 'Department', method: 'exact', weight: 10 },
  ],
  { threshold: 40 },
);
/** Disables the built-in scenarios of Contact and Lead, and adds the given scenarios. */
const only = (...scenarios: object[]) => ({
  'scenarios.json': [
    ...['contact-default', 'contact-name-address', 'contact-name-phone', 'contact-name-email'].map((id) => ({
      ...scenario(id, [{ field: 'Email', method: 'exact', weight: 1 }]),
      enabled: false,
    })),
    ...scenarios,
  ],
});

describe('upsert: required', () => {
  it('takes input, objectType and objectData as required and gives the flags their defaults', async () => {
    expect(upsertRequestSchema.safeParse({}).success).toBe(false);
    expect(upsertRequestSchema.safeParse({ input: { objectType: 'Contact' } }).success).toBe(false);
    expect(upsertRequestSchema.safeParse({ input: { objectData: {} } }).success).toBe(false);
    const { input } = upsertRequestSchema.parse({ input: { objectType: 'Contact', objectData: jane } });
    const likeness = await openService();
    const first = await likeness.upsert(input, caller);
    const second = await likeness.upsert(input, caller);
    expect(first).toMatchObject({ isSuccess: true, isCreated: true, errorMessage: null, relatedList: [] });
    expect(second.objectId, 'duplicateCheck defaults to false: a plain insert').not.toBe(first.objectId);
  });

  it('counts a null optional key as absent', () => {
    const parsed = upsertRequestSchema.parse({
      input: {
        objectType: 'Contact',
        objectData: {},
        allOrNone: null,
        duplicateScore: null,
        scenarioIds: null,
        relatedList: null,
      },
    });
    expect(parsed.input.relatedList).toBeUndefined();
    expect(parsed.input.duplicateScore).toBeUndefined();
  });
});

describe('upsert: duplicateScore', () => {
  it('updates when the best match is at or above it, and not just below', async () => {
    for (const [duplicateScore, isCreated] of [
      [50, false],
      [50.01, true],
      [0, false],
    ] as const) {
      const likeness = await openService({ files: only(half) });
      const id = await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
      const output = await upsert(likeness, 'Contact', { ...jane, Department: 'Legal' }, { duplicateScore });
      expect(output).toMatchObject({ isSuccess: true, isCreated });
      if (!isCreated) expect(output.objectId).toBe(id);
    }
  });

  it("is an extra bar on top of the scenario's threshold, never below it", async () => {
    const likeness = await openService({ files: only({ ...half, threshold: 60 }) });
    await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
    expect(
      (await upsert(likeness, 'Contact', { ...jane, Department: 'Legal' }, { duplicateScore: 10 })).isCreated,
    ).toBe(true);
  });

  it.each([-1, 101, 100.5, Number.NaN])('outside 0-100 (%s) the record fails', async (duplicateScore) => {
    const likeness = await openService();
    const output = await upsert(likeness, 'Contact', jane, { duplicateScore });
    expect(output).toMatchObject({ isSuccess: false, isCreated: false, objectId: null });
    expect(output.errorMessage).toContain('duplicateScore');
    expect(count(likeness, 'Contact')).toBe(0);
  });
});

describe('upsert: duplicateScore with decimals', () => {
  it('is met by a score that equals it, whatever the rounding of the threshold', () => {
    const match = (num: number, den: number) => ({ id: '', num, den, scenarioScores: [] });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        expect(meetsDuplicateScore(match(hundredths, 1), hundredths / 100)).toBe(true);
        expect(meetsDuplicateScore(match(hundredths * 3 - 1, 3), hundredths / 100)).toBe(false);
      }),
    );
  });
});

describe('upsert: match between the threshold and duplicateScore', () => {
  it('creates a record and remembers the suspected pair, best match only, newest first', async () => {
    let clock = Date.parse('2026-03-01T10:00:00Z');
    const likeness = await openService({ files: only(half), now: () => new Date((clock += 1000)) });
    const weak = await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
    const created = await upsert(likeness, 'Contact', { ...jane, Department: 'Legal' }, { duplicateScore: 90 });
    const again = await upsert(likeness, 'Contact', { ...jane, Department: 'Board' }, { duplicateScore: 90 });
    const page = likeness.suspectedPairs({ page: 1, pageSize: 10 });
    expect(page.totalSize).toBe(2);
    expect(page.records[1]).toMatchObject({
      objectType: 'Contact',
      createdId: created.objectId,
      matchedId: weak,
      score: 50,
      scenarioScores: [{ scenarioId: 'half', scenarioName: 'half', scenarioScore: 50 }],
    });
    expect(page.records[0]!.createdId).toBe(again.objectId);
    expect(Date.parse(page.records[0]!.time)).toBeGreaterThan(Date.parse(page.records[1]!.time));
    const second = likeness.suspectedPairs({ page: 2, pageSize: 1 });
    expect(second).toMatchObject({ totalSize: 2, page: 2, records: [{ createdId: created.objectId }] });
    expect(likeness.suspectedPairs({ objectType: 'lead', page: 1, pageSize: 10 }).totalSize).toBe(0);
  });

  it('remembers none when the request is rolled back', async () => {
    const likeness = await openService({ files: only(half) });
    await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
    const output = await upsert(
      likeness,
      'Contact',
      { ...jane, Department: 'Legal' },
      {
        duplicateScore: 90,
        allOrNone: true,
        relatedList: [{ objectType: 'Task', referenceField: 'NoSuchField', objectData: {} }],
      },
    );
    expect(output.errorMessage).toBe(ROLLED_BACK);
    expect(likeness.suspectedPairs({ page: 1, pageSize: 10 }).totalSize).toBe(0);
  });
});

describe('upsert: scenarios used', () => {
  it('uses those assigned to the REST upsert target', async () => {
    const likeness = await openService({ files: only(byEmail, { ...byPhone, usage: ['restSearch'] }) });
    const id = await insert(likeness, 'Contact', jane);
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Phone: jane.Phone })).isCreated).toBe(true);
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Email: jane.Email })).objectId).toBe(id);
  });

  it('lets scenarioIds take precedence over the assignment', async () => {
    const likeness = await openService({ files: only(byEmail, byPhone) });
    const id = await insert(likeness, 'Contact', jane);
    const byIds = await upsert(
      likeness,
      'Contact',
      { LastName: 'X', Phone: jane.Phone },
      { scenarioIds: ['by-phone'] },
    );
    expect(byIds.objectId).toBe(id);
    const restricted = await upsert(
      likeness,
      'Contact',
      { LastName: 'X', Email: jane.Email },
      { scenarioIds: ['by-phone'] },
    );
    expect(restricted.isCreated).toBe(true);
  });

  it('counts an empty scenarioIds as absent', async () => {
    const likeness = await openService({ files: only(byEmail) });
    const id = await insert(likeness, 'Contact', jane);
    expect(
      (await upsert(likeness, 'Contact', { LastName: 'X', Email: jane.Email }, { scenarioIds: [] })).objectId,
    ).toBe(id);
  });
});

describe('upsert: scenarioIds and related records', () => {
  const parent = { objectType: 'Account', objectData: { Name: 'Harbour Tools' } };
  const related = (Phone: string, Email: string) => ({
    objectType: 'Contact',
    referenceField: 'AccountId',
    duplicateCheck: true,
    objectData: { LastName: 'X', Phone, Email },
  });

  it("restrict a related record's search where they name scenarios of its object", async () => {
    const likeness = await openService({ files: only(byEmail, byPhone) });
    const id = await insert(likeness, 'Contact', jane);
    const output = await likeness.upsert(
      { ...parent, scenarioIds: ['by-phone'], relatedList: [related('1', jane.Email), related(jane.Phone, 'n@e.org')] },
      caller,
    );
    expect(output.relatedList.map(({ isCreated }) => isCreated)).toEqual([true, false]);
    expect(output.relatedList[1]!.objectId).toBe(id);
  });

  it('leave it its usual scenarios where they name none of its object', async () => {
    const likeness = await openService({ files: only(byEmail) });
    const id = await insert(likeness, 'Contact', jane);
    const output = await likeness.upsert(
      { ...parent, scenarioIds: ['account-default'], relatedList: [related('1', jane.Email)] },
      caller,
    );
    expect(output.relatedList[0]).toMatchObject({ isCreated: false, objectId: id });
  });
});

describe('upsert: which duplicate, if several', () => {
  it('takes the highest score', async () => {
    const likeness = await openService({ files: only(half) });
    await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
    const best = await insert(likeness, 'Contact', { ...jane, Department: 'Legal' });
    await insert(likeness, 'Contact', { ...jane, Department: 'Board' });
    expect((await upsert(likeness, 'Contact', { ...jane, Department: 'Legal' })).objectId).toBe(best);
  });

  it('of equal scores the latest modified, then the lowest Id', async () => {
    let clock = Date.parse('2026-03-01T10:00:00Z');
    const likeness = await openService({ files: only(byEmail), now: () => new Date(clock) });
    const first = await insert(likeness, 'Contact', jane);
    const second = await insert(likeness, 'Contact', jane);
    expect((await upsert(likeness, 'Contact', jane, { duplicateCheck: false })).isCreated).toBe(true);
    expect((await upsert(likeness, 'Contact', { ...jane, Id: first })).objectId).toBe(first);
    expect((await upsert(likeness, 'Contact', jane)).objectId, 'all modified at the same moment: lowest Id').toBe(
      first,
    );
    clock += 60_000;
    await upsert(likeness, 'Contact', { Id: second, Title: 'Buyer' });
    expect((await upsert(likeness, 'Contact', jane)).objectId, 'latest modified').toBe(second);
  });
});

describe('upsert: what an update does', () => {
  it('overwrites what is sent, clears a sent null, leaves an absent field', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer', Department: 'Sales' });
    const output = await upsert(likeness, 'Contact', { Id: id, Title: 'Head buyer', Department: null });
    expect(output).toMatchObject({ isSuccess: true, isCreated: false, objectId: id });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ ...jane, Title: 'Head buyer', Department: null });
  });
});

describe('upsert: duplicateCheck: false', () => {
  it('is a plain insert', async () => {
    const likeness = await openService();
    await insert(likeness, 'Contact', jane);
    expect((await upsert(likeness, 'Contact', jane, { duplicateCheck: false })).isCreated).toBe(true);
    expect(count(likeness, 'Contact')).toBe(2);
  });
});

describe('upsert: objectData.Id present', () => {
  it('updates that record without a duplicate search, in both forms of the Id', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', { LastName: 'Other' });
    await insert(likeness, 'Contact', jane);
    for (const sent of [id, id.slice(0, 15)]) {
      const output = await upsert(likeness, 'Contact', { ...jane, id: sent });
      expect(output).toMatchObject({ isCreated: false, objectId: id, objectData: { Id: id } });
    }
  });

  it('fails with NOT_FOUND for an Id that is not stored, MALFORMED_ID for none or a wrong checksum or another object', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    const failed = async (Id: unknown) => (await upsert(likeness, 'Contact', { ...jane, Id })).errorMessage;
    expect(await failed(id.slice(0, 12) + 'zzz')).toMatch(/^NOT_FOUND: /);
    expect(await failed(id.slice(0, 15) + (id.endsWith('AAA') ? 'AAB' : 'AAA'))).toMatch(/^MALFORMED_ID: /);
    expect(await failed('nonsense')).toMatch(/^MALFORMED_ID: /);
    expect(await failed('001' + id.slice(3, 15))).toMatch(/^MALFORMED_ID: /);
    expect(await failed({ $ne: null })).toMatch(/^MALFORMED_ID: /);
    expect(count(likeness, 'Contact')).toBe(1);
  });
});

describe('upsert: required fields', () => {
  it('are checked after the duplicate decision: an absent one fails only a create', async () => {
    const likeness = await openService({ files: only(byEmail) });
    const create = await upsert(likeness, 'Contact', { Email: jane.Email });
    expect(create.errorMessage).toBe('REQUIRED_FIELD_MISSING: Required fields are missing: [LastName]');
    const id = await insert(likeness, 'Contact', jane);
    expect(await upsert(likeness, 'Contact', { Email: jane.Email, Title: 'Buyer' })).toMatchObject({
      isSuccess: true,
      objectId: id,
    });
  });

  it('fail always when sent as null, and "" counts as null', async () => {
    const likeness = await openService({ files: only(byEmail) });
    const id = await insert(likeness, 'Contact', jane);
    for (const LastName of [null, '']) {
      for (const data of [
        { Email: jane.Email, LastName },
        { Id: id, LastName },
      ]) {
        expect((await upsert(likeness, 'Contact', data)).errorMessage).toBe(
          'REQUIRED_FIELD_MISSING: Required fields are missing: [LastName]',
        );
      }
    }
    expect(likeness.readRecord('Contact', id)).toMatchObject({ LastName: 'Okafor' });
  });
});

describe('upsert: malformed parts', () => {
  it('an unknown objectType fails the record with INVALID_TYPE; types are matched without regard to case', async () => {
    const likeness = await openService();
    for (const objectType of ['Nonsense', '', '__proto__', 'constructor', 'toString']) {
      expect((await upsert(likeness, objectType, jane)).errorMessage).toMatch(/^INVALID_TYPE: /);
    }
    expect((await upsert(likeness, 'cONTACT', jane)).objectId).toMatch(/^003/);
  });

  it('an object or array as a field value fails the record', async () => {
    const likeness = await openService();
    for (const value of [{}, [], { a: 1 }, [1]]) {
      const output = await upsert(likeness, 'Contact', { LastName: value });
      expect(output.errorMessage).toMatch(/^INVALID_TYPE_ON_FIELD_IN_RECORD: /);
    }
    expect(count(likeness, 'Contact')).toBe(0);
  });

  it('a field that the object does not have fails the record, with the nearest name as a hint', async () => {
    const likeness = await openService();
    const output = await upsert(likeness, 'Contact', { LastName: 'X', Emial: 'x@y.org' });
    expect(output.errorMessage).toMatch(/^INVALID_FIELD: No such column 'Emial' on entity 'Contact'.*Email/);
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      const data = Object.fromEntries([
        ['LastName', 'X'],
        [name, 'y'],
      ]);
      expect((await upsert(likeness, 'Contact', data)).errorMessage).toMatch(/^INVALID_FIELD: /);
    }
  });
});

describe('upsert: related records', () => {
  it('have the reference field set to the parent over a value sent, and return it', async () => {
    const likeness = await openService();
    const other = await insert(likeness, 'Contact', { LastName: 'Other' });
    const output = await upsert(likeness, 'Contact', jane, {
      relatedList: [{ objectType: 'Task', referenceField: 'whoid', objectData: { Subject: 'Call', WHOID: other } }],
    });
    const task = output.relatedList[0]!;
    expect(task).toMatchObject({ isSuccess: true, isCreated: true, errorMessage: null, relatedList: [] });
    expect(task.objectData).toEqual({ Subject: 'Call', WhoId: output.objectId, Id: task.objectId });
    expect(likeness.readRecord('Task', task.objectId!)).toMatchObject({ WhoId: output.objectId });
  });

  it('never match their own parent', async () => {
    const likeness = await openService({ files: only(byEmail) });
    const output = await upsert(likeness, 'Contact', jane, {
      relatedList: [{ objectType: 'Contact', referenceField: 'ReportsToId', duplicateCheck: true, objectData: jane }],
    });
    expect(output.relatedList[0]).toMatchObject({ isSuccess: true, isCreated: true });
    expect(output.relatedList[0]!.objectId).not.toBe(output.objectId);
  });

  it('each have their own duplicateCheck and duplicateScore', async () => {
    const likeness = await openService({ files: only(half) });
    const existing = await insert(likeness, 'Contact', { ...jane, Department: 'Sales' });
    const contact = (more: object) => ({
      objectType: 'Contact',
      referenceField: 'AccountId',
      objectData: { ...jane, Department: 'Legal' },
      ...more,
    });
    const output = await likeness.upsert(
      {
        objectType: 'Account',
        objectData: { Name: 'Harbour Tools' },
        relatedList: [contact({ duplicateCheck: true, duplicateScore: 40 }), contact({ duplicateCheck: false })],
      },
      caller,
    );
    expect(output.relatedList[0]).toMatchObject({ isCreated: false, objectId: existing });
    expect(output.relatedList[1]).toMatchObject({ isCreated: true });
  });

  it.each([
    ['unknown', 'NoSuchField'],
    ['not a reference', 'Subject'],
    ['of another type', 'OwnerId'],
    ['hostile', '__proto__'],
  ])('fail alone when the referenceField is %s', async (_, referenceField) => {
    const likeness = await openService();
    const output = await upsert(likeness, 'Contact', jane, {
      relatedList: [{ objectType: 'Task', referenceField, objectData: { Subject: 'Call' } }],
    });
    expect(output.isSuccess).toBe(true);
    expect(output.relatedList[0]).toMatchObject({ isSuccess: false, objectId: null });
    expect(output.relatedList[0]!.errorMessage).toMatch(/^[A-Z_]+: referenceField/);
    expect(count(likeness, 'Task')).toBe(0);
  });
});

describe('upsert: allOrNone', () => {
  const bad = { objectType: 'Task', referenceField: 'WhoId', objectData: { NoSuchField: 1 } };
  const good = { objectType: 'Task', referenceField: 'WhoId', objectData: { Subject: 'Call' } };

  it('true: any failure leaves nothing changed, and those that would have succeeded say so', async () => {
    const likeness = await openService();
    const existing = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    const output = await upsert(
      likeness,
      'Contact',
      { ...jane, Title: 'Changed' },
      { allOrNone: true, relatedList: [good, bad] },
    );
    expect(output).toMatchObject({ isSuccess: false, isCreated: false, objectId: null, errorMessage: ROLLED_BACK });
    expect(output.objectData).toEqual({ ...jane, Title: 'Changed' });
    expect(output.relatedList[0]).toMatchObject({
      isSuccess: false,
      isCreated: false,
      objectId: null,
      errorMessage: ROLLED_BACK,
    });
    expect(output.relatedList[1]!.errorMessage).toMatch(/^INVALID_FIELD: /);
    expect(count(likeness, 'Task')).toBe(0);
    expect(likeness.readRecord('Contact', existing)).toMatchObject({ Title: 'Buyer' });
    const { output: found } = await likeness.search({
      objectPrefix: '003',
      objectData: { Email: jane.Email, LastName: jane.LastName },
    });
    expect(found['003']!.map((result) => result.objectData['Title'])).toEqual(['Buyer']);
  });

  it('false: if the parent fails, its related records fail too', async () => {
    const likeness = await openService();
    const output = await upsert(likeness, 'Contact', {}, { relatedList: [good] });
    expect(output.isSuccess).toBe(false);
    expect(output.relatedList[0]).toMatchObject({ isSuccess: false, objectId: null });
    expect(count(likeness, 'Task')).toBe(0);
  });
});

describe('upsert: retries', () => {
  const input = { objectType: 'Contact', objectData: jane };

  it('a repeat in flight waits', async () => {
    const likeness = await openService();
    const outputs = await Promise.all([1, 2, 3].map(() => likeness.upsert(input, caller, 'key-1')));
    expect(outputs[1]).toEqual(outputs[0]);
    expect(outputs[2]).toEqual(outputs[0]);
    expect(count(likeness, 'Contact')).toBe(1);
  });

  it('while the first is in flight, the same key with another body is 409 and changes nothing', async () => {
    const gate = new Gate();
    const store = createMemoryStore();
    const append = store.append.bind(store);
    store.append = async (commit) => {
      await gate.pass();
      return append(commit);
    };
    const likeness = await openService({ store });
    const first = likeness.upsert(input, caller, 'key-1');
    await gate.isReached;
    const other = { ...input, objectData: { ...jane, LastName: 'Other' } };
    const refused = { status: 409, errorCode: 'DUPLICATE_REQUEST' };
    const second = likeness.upsert(other, caller, 'key-1');
    gate.open();
    await expect(second).rejects.toMatchObject(refused);
    expect((await first).objectData).toMatchObject({ LastName: 'Okafor' });
    expect(count(likeness, 'Contact')).toBe(1);
  });

  it('is per client, and the same key with another body is 409 DUPLICATE_REQUEST', async () => {
    const likeness = await openService();
    await likeness.upsert(input, caller, 'key-1');
    const other = await likeness.upsert(input, { clientId: 'another' }, 'key-1');
    expect(other.isCreated).toBe(true);
    await expect(likeness.upsert({ ...input, allOrNone: true }, caller, 'key-1')).rejects.toMatchObject({
      status: 409,
      errorCode: 'DUPLICATE_REQUEST',
    });
  });

  it('is forgotten after 24 hours', async () => {
    let clock = Date.parse('2026-03-01T10:00:00Z');
    const likeness = await openService({ now: () => new Date(clock) });
    const first = await likeness.upsert(input, caller, 'key-1');
    clock += 24 * 3600 * 1000 - 1;
    expect((await likeness.upsert(input, caller, 'key-1')).objectId).toBe(first.objectId);
    clock += 1;
    expect((await likeness.upsert(input, caller, 'key-1')).objectId).not.toBe(first.objectId);
  });
});

describe('upsert: formula fields in the answer', () => {
  const invoice = {
    name: 'Invoice__c',
    keyPrefix: 'a01',
    fields: [
      { name: 'Name', type: 'autoNumber', autoNumber: 'INV-{00000}' },
      { name: 'Net__c', type: 'currency' },
      { name: 'Rate__c', type: 'number', default: 20 },
      { name: 'Note__c', type: 'string', length: 40 },
      { name: 'Gross__c', type: 'formula', returns: 'currency', formula: 'Net__c * 1.2' },
      { name: 'Twice__c', type: 'formula', returns: 'number', formula: 'Gross__c * 2' },
      { name: 'WithRate__c', type: 'formula', returns: 'number', formula: 'Rate__c', blankAs: 'blank' },
      { name: 'Broken__c', type: 'formula', returns: 'number', formula: '1 / (Net__c - 100)' },
      { name: 'Account__c', type: 'reference', referenceTo: ['Account'] },
      { name: 'Payer__c', type: 'formula', returns: 'string', formula: 'Account__r.Name' },
    ],
    onSave: [{ when: 'Net__c > 1000', set: { Note__c: 'large' } }],
  };
  const files = { 'objects.json': [invoice] };

  it('are calculated from stored plus sent values, before defaults, auto-numbers and on-save updates', async () => {
    const likeness = await openService({ files });
    const account = await insert(likeness, 'Account', { Name: 'Harbour Tools' });
    const output = await upsert(likeness, 'Invoice__c', { Net__c: 2000, Account__c: account });
    expect(output.objectData).toEqual({
      Net__c: 2000,
      Account__c: account,
      Id: output.objectId,
      Gross__c: 2400,
      Twice__c: 4800,
      WithRate__c: null,
      Broken__c: expect.any(Number) as number,
      Payer__c: 'Harbour Tools',
    });
    expect(likeness.readRecord('Invoice__c', output.objectId!)).toMatchObject({
      Name: 'INV-00001',
      Rate__c: 20,
      Note__c: 'large',
      WithRate__c: 20,
    });
    const updated = await upsert(likeness, 'Invoice__c', { Id: output.objectId, Note__c: 'checked' });
    expect(updated.objectData).toMatchObject({ Note__c: 'checked', Gross__c: 2400, WithRate__c: 20 });
  });

  it('one that cannot be calculated is left out and the record is saved; one that is sent fails it', async () => {
    const likeness = await openService({ files });
    const output = await upsert(likeness, 'Invoice__c', { Net__c: 100 });
    const sent = await upsert(likeness, 'Invoice__c', { Net__c: 100, Gross__c: 1 });
    expect(sent.errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: .*Gross__c/);
    expect(output.isSuccess).toBe(true);
    expect(output.objectData).not.toHaveProperty('Broken__c');
    expect(output.objectData).toMatchObject({ Gross__c: 120, Payer__c: null });
  });

  it("come with related records too; a person's Name is never returned", async () => {
    const likeness = await openService({ files });
    const output = await likeness.upsert(
      {
        objectType: 'Account',
        objectData: { Name: 'Harbour Tools' },
        relatedList: [
          { objectType: 'Invoice__c', referenceField: 'Account__c', objectData: { Net__c: 10 } },
          { objectType: 'Contact', referenceField: 'AccountId', objectData: jane },
        ],
      },
      caller,
    );
    expect(output.relatedList[0]!.objectData).toMatchObject({
      Gross__c: 12,
      Payer__c: 'Harbour Tools',
      Account__c: output.objectId,
    });
    expect(output.relatedList[1]!.objectData).not.toHaveProperty('Name');
  });
});

describe('upsert: response objectData', () => {
  it('contains every field sent in its declared spelling, null values sent, the Id, and nothing else', async () => {
    const likeness = await openService();
    const output = await upsert(likeness, 'contact', { LASTNAME: 'Okafor', email: 'jane@example.org', Title: null });
    expect(output.objectData).toEqual({
      LastName: 'Okafor',
      Email: 'jane@example.org',
      Title: null,
      Id: output.objectId,
    });
  });
});

describe('upsert: field names', () => {
  it('the same field sent twice in two spellings fails', async () => {
    const likeness = await openService();
    expect((await upsert(likeness, 'Contact', { LastName: 'A', lastname: 'A' })).errorMessage).toMatch(
      /^INVALID_FIELD: .*LastName/,
    );
  });
});

describe('upsert: values', () => {
  it('are coerced where nothing is lost, else the record fails naming the field', async () => {
    const likeness = await openService();
    const output = await upsert(likeness, 'Account', {
      Name: 'Harbour Tools',
      NumberOfEmployees: '42',
      AnnualRevenue: '1.5',
    });
    expect(output.objectData).toMatchObject({ NumberOfEmployees: 42, AnnualRevenue: 1.5 });
    const failed = async (data: object) => (await upsert(likeness, 'Account', { Name: 'X', ...data })).errorMessage;
    expect(await failed({ NumberOfEmployees: '4x' })).toMatch(/^INVALID_TYPE_ON_FIELD_IN_RECORD: .*NumberOfEmployees/);
    expect(await failed({ NumberOfEmployees: 4.5 })).toMatch(/NumberOfEmployees/);
    expect(await failed({ Name: 'x'.repeat(256) })).toMatch(/^STRING_TOO_LONG: .*Name/);
  });

  it('formula, auto-number, roll-up and system fields are refused', async () => {
    const likeness = await openService();
    expect((await upsert(likeness, 'Case', { CaseNumber: '1' })).errorMessage).toMatch(
      /^INVALID_FIELD_FOR_INSERT_UPDATE: .*CaseNumber/,
    );
    expect((await upsert(likeness, 'Contact', { LastName: 'X', CreatedDate: '2026-01-01' })).errorMessage).toMatch(
      /^INVALID_FIELD_FOR_INSERT_UPDATE: /,
    );
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Name: 'Y' })).errorMessage).toMatch(
      /^INVALID_FIELD_FOR_INSERT_UPDATE: /,
    );
  });
});

describe('upsert: references', () => {
  it('must have the form of an Id of an allowed type; the target need not exist', async () => {
    const likeness = await openService();
    const failed = async (AccountId: unknown) =>
      (await upsert(likeness, 'Contact', { LastName: 'X', AccountId }, { duplicateCheck: false })).errorMessage;
    expect(await failed('0015I0000004rAwQAI')).toBeNull();
    expect(await failed('7015I0000004rAwQAI')).toMatch(/AccountId/);
    expect(await failed('0015I0000004rAwQAA')).toMatch(/^MALFORMED_ID: .*AccountId/);
    expect(await failed('x')).toMatch(/^MALFORMED_ID: .*AccountId/);
  });

  it('must exist where the field says so (mustExist)', async () => {
    const files = {
      'objects.json': [
        {
          name: 'Contact',
          keyPrefix: '003',
          fields: [{ name: 'Branch__c', type: 'reference', referenceTo: ['Account'], mustExist: true }],
        },
      ],
    };
    const likeness = await openService({ files });
    const output = await upsert(likeness, 'Contact', { LastName: 'X', Branch__c: '0015I0000004rAwQAI' });
    expect(output.isSuccess).toBe(false);
    expect(output.errorMessage).toMatch(/Branch__c/);
    const account = await insert(likeness, 'Account', { Name: 'Harbour Tools' });
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Branch__c: account })).isSuccess).toBe(true);
  });
});
