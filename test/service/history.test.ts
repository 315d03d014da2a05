import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import type { ShownChange } from '../../src/service/undo/shown-change.js';
import { caller, insert, openService, searchIds, upsert } from './open-service.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org' };

/** Advances by one second per call, so each change has a distinct time. */
function clock(): () => Date {
  let time = Date.UTC(2026, 5, 1);
  return () => new Date((time += 1000));
}

async function changesOf(likeness: Likeness, id: string): Promise<ShownChange[]> {
  return (await likeness.history(id, { page: 1, pageSize: 100 })).records;
}

/** Reads a record without the times of its last change. */
function read(likeness: Likeness, type: string, id: string): Record<string, unknown> {
  const { LastModifiedDate, SystemModstamp, ...record } = likeness.readRecord(type, id);
  expect(LastModifiedDate).toBe(SystemModstamp);
  return record;
}

const nameAndEmail = (threshold: number) => ({
  id: 's-email',
  name: 'By e-mail',
  object: 'Contact',
  threshold,
  usage: ['restSearch', 'restUpsert'],
  minimumEvidence: 0,
  fields: [
    { field: 'Email', method: 'email', weight: 60 },
    { field: 'LastName', method: 'exact', weight: 40 },
  ],
});

describe('the history of a record', () => {
  it('says who, when and by which request, and which scenario and score decided', async () => {
    const now = clock();
    const likeness = await openService({ now, files: { 'scenarios.json': [nameAndEmail(50)] } });
    const scenarioIds = ['s-email'];
    const created = await likeness.upsert(
      { objectType: 'Contact', objectData: jane, duplicateCheck: true, scenarioIds },
      { clientId: 'shop', requestId: '123e4567-e89b-42d3-a456-426614174000' },
    );
    const id = created.objectId!;
    await upsert(likeness, 'Contact', { ...jane, LastName: 'Smith', Title: 'Buyer' }, { scenarioIds });
    await upsert(likeness, 'Contact', { Id: id, Title: 'Head buyer' });
    await upsert(likeness, 'Contact', { Id: id, Title: null });
    const changes = await changesOf(likeness, id);
    const given = expect.objectContaining({
      LastName: { before: null, after: 'Okafor' },
      Email: { before: null, after: jane.Email },
      DoNotCall: { before: null, after: false },
    }) as object;
    expect(changes.map(({ action, decision, changes: fields }) => ({ action, decision, fields }))).toEqual([
      { action: 'update', decision: { reason: 'idSent' }, fields: { Title: { before: 'Head buyer', after: null } } },
      { action: 'update', decision: { reason: 'idSent' }, fields: { Title: { before: 'Buyer', after: 'Head buyer' } } },
      {
        action: 'update',
        decision: { reason: 'duplicate', scenarioId: 's-email', scenarioName: 'By e-mail', score: 60 },
        fields: { LastName: { before: 'Okafor', after: 'Smith' }, Title: { before: null, after: 'Buyer' } },
      },
      { action: 'create', decision: { reason: 'noDuplicate' }, fields: given },
    ]);
    expect(changes.at(-1)).toMatchObject({
      recordId: id,
      objectType: 'Contact',
      clientId: 'shop',
      requestId: '123e4567-e89b-42d3-a456-426614174000',
      time: '2026-06-01T00:00:01.000Z',
    });
    expect(changes[0]).toMatchObject({ clientId: caller.clientId, requestId: null });
  });

  it('distinguishes a create without a duplicate check from one whose best match fell short of duplicateScore', async () => {
    const likeness = await openService({ files: { 'scenarios.json': [nameAndEmail(50)] } });
    const first = await insert(likeness, 'Contact', jane);
    const second = await upsert(
      likeness,
      'Contact',
      { ...jane, LastName: 'Smith' },
      { duplicateScore: 90, scenarioIds: ['s-email'] },
    );
    expect((await changesOf(likeness, first))[0]?.decision).toEqual({ reason: 'notChecked' });
    expect((await changesOf(likeness, second.objectId!))[0]?.decision).toMatchObject({ reason: 'belowBar', score: 60 });
  });

  it('keeps the complete record of a deletion, and remains after it; newest first, paged', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    for (let i = 0; i < 5; i++) await upsert(likeness, 'Contact', { Id: id, Title: `T${i}` });
    await likeness.deleteRecord('Contact', id, caller);
    const all = await changesOf(likeness, id);
    expect(all).toHaveLength(7);
    expect(all[0]).toMatchObject({
      action: 'delete',
      decision: null,
      changes: { LastName: { before: 'Okafor', after: null }, Title: { before: 'T4', after: null } },
    });
    const page = await likeness.history(id.slice(0, 15), { page: 2, pageSize: 3 });
    expect(page).toEqual({ totalSize: 7, page: 2, records: all.slice(3, 6) });
  });

  it('is unknown of a record that never was', async () => {
    const likeness = await openService();
    for (const id of ['0030000000000AfAAI', 'nonsense', '__proto__', ''])
      await expect(likeness.history(id, { page: 1, pageSize: 10 })).rejects.toMatchObject({ status: 404 });
  });

  it('contains nothing of a request that was rolled back or failed', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Account', { Name: 'Ash Ltd' });
    await upsert(
      likeness,
      'Account',
      { Id: id, Phone: '555 0100' },
      { allOrNone: true, relatedList: [{ objectType: 'Contact', referenceField: 'AccountId', objectData: {} }] },
    );
    await upsert(likeness, 'Account', { Id: id, Nonsense: 1 });
    expect(await changesOf(likeness, id)).toHaveLength(1);
    const next = await upsert(likeness, 'Account', { Id: id, Phone: '555 0101' });
    expect((await changesOf(likeness, next.objectId!)).map(({ id: change }) => change)).toEqual([
      'change-000000000002',
      'change-000000000001',
    ]);
  });
});

describe('undo', () => {
  it('of an update gives its fields the values they had, and is a change that can be undone', async () => {
    const likeness = await openService({ now: clock() });
    const id = await insert(likeness, 'Contact', jane);
    const before = read(likeness, 'Contact', id);
    await upsert(likeness, 'Contact', { Id: id, FirstName: 'Joan', Email: null, Title: 'Buyer' });
    const after = read(likeness, 'Contact', id);
    const [update] = await changesOf(likeness, id);
    const undo = await likeness.undo(update!.id, caller);
    expect(undo).toMatchObject({ action: 'update', undoes: update!.id, decision: { reason: 'undo' }, undoneBy: null });
    expect(read(likeness, 'Contact', id)).toEqual(before);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([id]);
    expect((await changesOf(likeness, id))[1]).toMatchObject({ id: update!.id, undoneBy: undo.id });
    await likeness.undo(undo.id, caller);
    expect(read(likeness, 'Contact', id)).toEqual(after);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([]);
  });

  it('of a create deletes, of that deletion restores under the same Id, with auto-number and date of creation', async () => {
    const likeness = await openService({ now: clock() });
    const id = await insert(likeness, 'Case', { Subject: 'Broken' });
    const before = read(likeness, 'Case', id);
    expect(before['CaseNumber']).toEqual(expect.any(String));
    const [create] = await changesOf(likeness, id);
    const deletion = await likeness.undo(create!.id, caller);
    expect(deletion).toMatchObject({ action: 'delete', undoes: create!.id });
    expect(() => likeness.readRecord('Case', id)).toThrow(expect.objectContaining({ status: 404 }));
    await likeness.undo(deletion.id, caller);
    expect(read(likeness, 'Case', id)).toEqual(before);
    const other = await insert(likeness, 'Case', { Subject: 'Next' });
    expect(other).not.toBe(id);
    expect(read(likeness, 'Case', other)['CaseNumber']).not.toBe(before['CaseNumber']);
  });

  it('is refused, with the reason, when later changes stand on it', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    await upsert(likeness, 'Contact', { Id: id, Title: 'A' });
    await upsert(likeness, 'Contact', { Id: id, Title: 'B' });
    const [second, first, create] = await changesOf(likeness, id);
    const refused = (change: ShownChange, message: RegExp) =>
      expect(likeness.undo(change.id, caller)).rejects.toMatchObject({
        status: 409,
        errorCode: 'UNDO_REFUSED',
        message: expect.stringMatching(message) as string,
      });
    await refused(first!, new RegExp(`${second!.id} of .* also changed Title`));
    await refused(create!, new RegExp(`${second!.id} of .* changed the record`));
    const undone = await likeness.undo(second!.id, caller);
    await refused(second!, new RegExp(`already undone by ${undone.id}`));
    // An undone change no longer blocks an undo.
    await likeness.undo(first!.id, caller);
    expect(read(likeness, 'Contact', id)['Title']).toBeNull();
    await likeness.deleteRecord('Contact', id, caller);
    const [deletion] = await changesOf(likeness, id);
    await refused(create!, new RegExp(`${deletion!.id} of .* deleted the record`));
    const back = await likeness.undo(deletion!.id, caller);
    await refused(deletion!, new RegExp(`already undone by ${back.id}`));
    await likeness.undo(create!.id, caller);
    expect(() => likeness.readRecord('Contact', id)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('is unknown of a change that is not kept', async () => {
    const likeness = await openService();
    for (const id of ['change-000000000001', 'change-1', 'change-999999999999999', '__proto__', ''])
      await expect(likeness.undo(id, caller)).rejects.toMatchObject({ status: 404 });
  });

  it('takes back what on-save updates filled, and refuses where they may have read what came later', async () => {
    const files = {
      'objects.json': [
        {
          name: 'Opportunity',
          keyPrefix: '006',
          fields: [{ name: 'Grade__c', type: 'string', length: 10 }],
          onSave: [{ when: 'Amount > 100', set: { Grade__c: 'big' } }],
        },
      ],
    };
    const likeness = await openService({ files, now: clock() });
    const id = await insert(likeness, 'Opportunity', {
      Name: 'Deal',
      StageName: 'Prospecting',
      CloseDate: '2026-07-01',
      Amount: 10,
    });
    const before = read(likeness, 'Opportunity', id);
    await upsert(likeness, 'Opportunity', { Id: id, Amount: 500 });
    expect(read(likeness, 'Opportunity', id)).toMatchObject({ Amount: 500, Grade__c: 'big' });
    const [update] = await changesOf(likeness, id);
    expect(update!.changes).toEqual({ Amount: { before: 10, after: 500 }, Grade__c: { before: null, after: 'big' } });
    await likeness.undo(update!.id, caller);
    expect(read(likeness, 'Opportunity', id)).toEqual(before);
    await upsert(likeness, 'Opportunity', { Id: id, Amount: 600 });
    await upsert(likeness, 'Opportunity', { Id: id, NextStep: 'Call' });
    const [, amount] = await changesOf(likeness, id);
    await expect(likeness.undo(amount!.id, caller)).rejects.toMatchObject({
      message: expect.stringContaining('on-save updates') as string,
    });
  });

  it('keeps the roll-ups of old and new parents right; they are no changes of the parents', async () => {
    const files = {
      'objects.json': [
        {
          name: 'Account',
          keyPrefix: '001',
          fields: [
            {
              name: 'Total__c',
              type: 'summary',
              summary: { object: 'Opportunity', referenceField: 'AccountId', operation: 'sum', field: 'Amount' },
            },
          ],
        },
      ],
    };
    const likeness = await openService({ files });
    const total = (id: string) => likeness.readRecord('Account', id)['Total__c'];
    const a = await insert(likeness, 'Account', { Name: 'Ash Ltd' });
    const b = await insert(likeness, 'Account', { Name: 'Birch Ltd' });
    const deal = { Name: 'Deal', StageName: 'Won', CloseDate: '2026-07-01', Amount: 10, AccountId: a };
    const id = await insert(likeness, 'Opportunity', deal);
    await upsert(likeness, 'Opportunity', { Id: id, AccountId: b, Amount: 30 });
    expect([total(a), total(b)]).toEqual([0, 30]);
    await likeness.undo((await changesOf(likeness, id))[0]!.id, caller);
    expect([total(a), total(b)]).toEqual([10, 0]);
    expect(await changesOf(likeness, a)).toHaveLength(1);
    // A restored parent gets the summary of its current children.
    await likeness.deleteRecord('Account', a, caller);
    await upsert(likeness, 'Opportunity', { Id: id, Amount: 70 });
    await likeness.undo((await changesOf(likeness, a))[0]!.id, caller);
    expect(total(a)).toBe(70);
  });

  it('is refused where a reference that must exist would point to nothing', async () => {
    const files = {
      'objects.json': [
        {
          name: 'Ticket__c',
          keyPrefix: 'a01',
          fields: [
            { name: 'Name', type: 'string', length: 80 },
            { name: 'Contact__c', type: 'reference', referenceTo: ['Contact'], mustExist: true },
          ],
        },
      ],
    };
    const likeness = await openService({ files });
    const contact = await insert(likeness, 'Contact', jane);
    const ticket = await insert(likeness, 'Ticket__c', { Name: 'T', Contact__c: contact });
    await upsert(likeness, 'Ticket__c', { Id: ticket, Contact__c: null });
    await likeness.deleteRecord('Contact', contact, caller);
    const [update] = await changesOf(likeness, ticket);
    await expect(likeness.undo(update!.id, caller)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('requires one') as string,
    });
  });

  it('sent twice at once takes effect once', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    await upsert(likeness, 'Contact', { Id: id, Title: 'A' });
    const [update] = await changesOf(likeness, id);
    const results = await Promise.allSettled([likeness.undo(update!.id, caller), likeness.undo(update!.id, caller)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await changesOf(likeness, id)).toHaveLength(3);
  });

  it('sees an update whose write is still in flight', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    await upsert(likeness, 'Contact', { Id: id, Title: 'A' });
    const [update] = await changesOf(likeness, id);
    const [, undone] = await Promise.allSettled([
      upsert(likeness, 'Contact', { Id: id, Title: 'B' }),
      likeness.undo(update!.id, caller),
    ]);
    expect(undone).toMatchObject({ status: 'rejected', reason: { errorCode: 'UNDO_REFUSED' } });
    expect(read(likeness, 'Contact', id)['Title']).toBe('B');
  });
});
