import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Likeness } from '../../src/service/likeness.js';
import { makeId } from '../../src/records/ids.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { newFolder } from '../store/folders.js';
import { draws } from '../support/draws.js';
import { caller, count, insert, openService, upsert } from './open-service.js';

const ann = { FirstName: 'Margaret', LastName: 'Okafor', Email: 'peggy@okafor.example', Phone: '+353 1 234 5678' };
const anna = { ...ann, FirstName: 'Peggy' };

const pairs = (likeness: Likeness) => likeness.suspectedPairs({ page: 1, pageSize: 100 }).records;
const decisions = (likeness: Likeness, more = {}) => likeness.review.decisions({ pageSize: 100, ...more }).records;
const notDuplicate = (likeness: Likeness, ...recordIds: string[]) =>
  likeness.review.decide({ verdict: 'notDuplicate', recordIds, note: 'two persons' }, caller);

async function two(likeness: Likeness): Promise<[string, string]> {
  return [await insert(likeness, 'Contact', ann), await insert(likeness, 'Contact', anna)];
}

it('a suspected pair that is decided leaves the list, and is back when the decision is revoked', async () => {
  const likeness = await openService();
  const id = await insert(likeness, 'Contact', ann);
  const created = await upsert(likeness, 'Contact', anna, { duplicateScore: 100 });
  const [pair] = pairs(likeness);
  expect(pair).toMatchObject({ createdId: created.objectId, matchedId: id });

  const decision = await likeness.review.decide({ verdict: 'later', pairId: pair!.id, note: 'ask them' }, caller);
  expect(decision).toMatchObject({ verdict: 'later', clientId: caller.clientId, note: 'ask them', inForce: true });
  expect(decision.records.map((record) => record.id)).toEqual([id, created.objectId]);
  expect(pairs(likeness)).toEqual([]);
  expect(decisions(likeness)).toEqual([decision]);
  await expect(likeness.review.decide({ verdict: 'later', pairId: pair!.id }, caller)).rejects.toMatchObject({
    status: 404,
  });

  await likeness.review.revoke(decision.id, caller);
  expect(pairs(likeness)).toEqual([pair]);
  expect(decisions(likeness)).toEqual([]);
  await expect(likeness.review.revoke(decision.id, caller)).rejects.toMatchObject({ status: 404 });
});

it('what is decided again about the same records replaces what was decided before', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  const first = await notDuplicate(likeness, a, b);
  const second = await likeness.review.decide({ verdict: 'later', recordIds: [b, a] }, caller);
  expect(decisions(likeness).map(({ id, verdict }) => [id, verdict])).toEqual([[second.id, 'later']]);
  expect(second.id > first.id).toBe(true);
});

it('an automatic merge is refused if people have decided otherwise, however long ago', async () => {
  const likeness = await openService();
  const ids = await two(likeness);
  const merge = (ifUndecided?: boolean) => {
    // Simulates that the caller read after the decision but before it was on disk.
    const ifUnmodifiedSince = new Date(Date.now() + 1_000).toISOString();
    return likeness.merging.merge({ objectType: 'Contact', ids, ifUnmodifiedSince, ifUndecided }, caller);
  };
  await notDuplicate(likeness, ...ids);
  await expect(merge(true)).rejects.toMatchObject({ status: 409, errorCode: 'MERGE_REFUSED' });
  expect((await merge()).mergedIds).toHaveLength(1);
});

it('a merge of what was seen earlier is refused where somebody has decided otherwise since', async () => {
  const likeness = await openService();
  const ids = await two(likeness);
  const ifUnmodifiedSince = new Date().toISOString();
  const decision = await notDuplicate(likeness, ...ids);
  const merge = () => likeness.merging.merge({ objectType: 'Contact', ids, ifUnmodifiedSince }, caller);
  await expect(merge()).rejects.toMatchObject({ status: 409, errorCode: 'MERGE_REFUSED' });
  expect(count(likeness, 'Contact')).toBe(2);
  await likeness.review.revoke(decision.id, caller);
  await merge();
  expect(count(likeness, 'Contact')).toBe(1);
});

it('values that somebody judged to be another record never update it, even when that other one has changed since', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  await notDuplicate(likeness, a, b);
  // Ann's new address and name make her old values more similar to Anna than to her own stored record.
  const moved = { Id: a, Email: 'ann@elsewhere.example', Phone: '+1 415 555 0132', FirstName: 'Zoe' };
  await upsert(likeness, 'Contact', moved);
  expect(decisions(likeness)[0]).toMatchObject({ inForce: false });
  const again = await upsert(likeness, 'Contact', ann);
  expect(again).toMatchObject({ isCreated: true });
  expect(pairs(likeness)).toEqual([]);
  // No decision excludes Anna's own values.
  expect(await upsert(likeness, 'Contact', anna)).toMatchObject({ isCreated: false, objectId: b });
});

it('without the decision, the same values update the record', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  await upsert(likeness, 'Contact', {
    Id: a,
    Email: 'ann@elsewhere.example',
    Phone: '+1 415 555 0132',
    FirstName: 'Zoe',
  });
  expect(await upsert(likeness, 'Contact', ann)).toMatchObject({ isCreated: false, objectId: b });
});

it('the decision ends when the record that it protects changes in a compared field, and applies again when that is undone', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  await notDuplicate(likeness, a, b);
  await upsert(likeness, 'Contact', { Id: a, Email: 'x@elsewhere.example', Phone: null, FirstName: 'Zoe' });
  await upsert(likeness, 'Contact', { Id: b, Title: 'Director' });
  expect(decisions(likeness)[0]!.records.map(({ state }) => state)).toEqual(['changed', 'unchanged']);

  await upsert(likeness, 'Contact', { Id: b, FirstName: 'Annie' });
  expect(decisions(likeness)[0]!.records.map(({ state }) => state)).toEqual(['changed', 'changed']);
  const { records } = await likeness.history(b, { page: 1, pageSize: 1 });
  await likeness.undo(records[0]!.id, caller);
  expect(decisions(likeness)[0]!.records.map(({ state }) => state)).toEqual(['changed', 'unchanged']);
  expect(await upsert(likeness, 'Contact', ann)).toMatchObject({ isCreated: true });
});

it('values that fit both records say nothing about which one is meant: the usual rules decide', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  await notDuplicate(likeness, a, b);
  const { objectId } = await upsert(likeness, 'Contact', { LastName: 'Okafor', Email: ann.Email, Phone: ann.Phone });
  expect([a, b]).toContain(objectId);
  expect(count(likeness, 'Contact')).toBe(2);
});

it('an update by Id looks for no duplicates, and search shows what scoring gives', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  await notDuplicate(likeness, a, b);
  expect(await upsert(likeness, 'Contact', { Id: b, ...ann })).toMatchObject({ objectId: b, isCreated: false });
  expect(pairs(likeness)).toEqual([]);
  const { output } = await likeness.search({ objectPrefix: '003', objectData: ann });
  expect(output['003']!.map(({ objectData }) => objectData['Id']).sort()).toEqual([a, b].sort());
});

it('a decision about several records says it of every two, and a newer one about two of them counts instead', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  const c = await insert(likeness, 'Contact', { ...ann, FirstName: 'Maggie' });
  await notDuplicate(likeness, a, b, c);
  await upsert(likeness, 'Contact', {
    Id: a,
    Email: 'ann@elsewhere.example',
    Phone: '+1 415 555 0132',
    FirstName: 'Zoe',
  });
  await likeness.review.decide({ verdict: 'later', recordIds: [a, b] }, caller);
  // No decision is in force for Margaret and Peggy; one is for Margaret and Maggie.
  expect(await upsert(likeness, 'Contact', ann)).toMatchObject({ isCreated: false, objectId: b });
});

it('decisions survive restart, compaction and backup, and go with an erased record', async () => {
  const folder = await newFolder();
  let store = await openFileStore(folder, { compactAt: Infinity });
  let likeness = await openService({ store });
  const [a, b] = await two(likeness);
  const decision = await notDuplicate(likeness, a, b);
  await likeness.close();
  store = await openFileStore(folder, { compactAt: Infinity });
  await store.compact();
  likeness = await openService({ store });
  expect(decisions(likeness)).toEqual([decision]);
  await likeness.deleteRecord('Contact', a, caller);
  expect(decisions(likeness)[0]!.records[0]!.state).toBe('deleted');
  await likeness.erase(a, caller);
  expect(decisions(likeness)).toEqual([]);
});

it('a decision about a record that is gone for good is forgotten with its history', async () => {
  const folder = await newFolder();
  let time = Date.UTC(2026, 0, 1);
  const store = await openFileStore(folder, { compactAt: Infinity, now: () => time, historyDays: 7 });
  const likeness = await openService({ store, now: () => new Date((time += 1_000)) });
  const [a, b] = await two(likeness);
  await notDuplicate(likeness, a, b);
  await likeness.deleteRecord('Contact', a, caller);
  for (let day = 0; day < 20; day++) {
    time += 86_400_000;
    await upsert(likeness, 'Contact', { Id: b, Title: `day ${day}` });
  }
  await store.compact();
  expect(decisions(likeness)).toEqual([]);
});

it('duplicate merges the records in one transaction with the decision, and both can be taken back', async () => {
  const likeness = await openService();
  const a = await insert(likeness, 'Contact', ann);
  const { objectId: b } = await upsert(likeness, 'Contact', { ...anna, Title: 'Dr' }, { duplicateScore: 100 });
  const [pair] = pairs(likeness);
  const input = { verdict: 'duplicate', pairId: pair!.id, masterId: a, fields: { FirstName: 'Anna' } } as const;
  const decision = await likeness.review.decide(input, caller);
  expect(decision).toMatchObject({ verdict: 'duplicate', inForce: false, note: null, undone: null });
  expect(decision.records.map(({ state }) => state)).toEqual(['changed', 'deleted']);
  expect(decision.records[1]!.name).toMatch(/ Okafor$/);
  expect(likeness.readRecord('Contact', a)).toMatchObject({ FirstName: 'Anna', Title: 'Dr' });
  expect([count(likeness, 'Contact'), pairs(likeness)]).toEqual([1, []]);
  await expect(likeness.review.revoke(decision.id, caller)).rejects.toMatchObject({ errorCode: 'REVOKE_REFUSED' });
  await expect(likeness.review.decide({ verdict: 'later', recordIds: [a, b!] }, caller)).rejects.toMatchObject({
    errorCode: 'ENTITY_IS_DELETED',
  });

  await likeness.undo(decision.changeId!, caller);
  expect(decisions(likeness)[0]).toMatchObject({
    id: decision.id,
    inForce: true,
    undone: { clientId: caller.clientId },
  });
  await likeness.review.revoke(decision.id, caller);
  expect(pairs(likeness)).toEqual([pair]);
  expect([count(likeness, 'Contact'), decisions(likeness)]).toEqual([2, []]);
});

it('a merge that is refused leaves no decision', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  const decide = (more: object) => likeness.review.decide({ verdict: 'duplicate', recordIds: [a, b], ...more }, caller);
  await expect(decide({ fields: { Nothing: 'x' } })).rejects.toMatchObject({ status: 400 });
  await expect(decide({ verdict: 'later', masterId: a })).rejects.toMatchObject({ status: 400 });
  expect([decisions(likeness), count(likeness, 'Contact')]).toEqual([[], 2]);
});

it('refuses what is wrong, and says what would be right', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  const account = await insert(likeness, 'Account', { Name: 'Acme' });
  const decide = (input: object) => likeness.review.decide({ verdict: 'later', ...input }, caller);
  const refused: [object, number, RegExp][] = [
    [{}, 400, /either recordIds or pairId/],
    [{ recordIds: [a, b], pairId: 'pair-000000000001' }, 400, /either/],
    [{ recordIds: [a] }, 400, /2 to 50/],
    [{ recordIds: Array.from({ length: 51 }, () => a) }, 400, /2 to 50/],
    [{ recordIds: [a, a.slice(0, 15)] }, 400, /given twice/],
    [{ recordIds: [a, '__proto__'] }, 400, /is not an Id/],
    [{ recordIds: [a, account] }, 400, /different objects/],
    [{ recordIds: [a, makeId('003', 999)] }, 404, /does not exist/],
    [{ pairId: 'pair-000000000009' }, 404, /Suspected pair .* does not exist/],
  ];
  for (const [input, status, message] of refused)
    await expect(decide(input), JSON.stringify(input)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message) as string,
    });
  expect(decisions(likeness)).toEqual([]);
  expect(() => decisions(likeness, { before: 'decision-1' })).toThrow(/is not the Id of a decision/);
});

it('pages give every decision once, whatever is passed over', async () => {
  const likeness = await openService();
  const ids = [...(await two(likeness)), await insert(likeness, 'Contact', { LastName: 'Third' })];
  const companies = [
    await insert(likeness, 'Account', { Name: 'A' }),
    await insert(likeness, 'Account', { Name: 'B' }),
  ];
  await notDuplicate(likeness, ids[0]!, ids[1]!);
  await notDuplicate(likeness, ...companies);
  await notDuplicate(likeness, ids[1]!, ids[2]!);
  await likeness.review.decide({ verdict: 'later', recordIds: [ids[0]!, ids[2]!] }, caller);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(undefined, 'contact', 'Account'),
      fc.constantFrom(undefined, 'later', 'notDuplicate'),
      async (pageSize, objectType, verdict) => {
        const found: string[] = [];
        for (let before: string | null | undefined; before !== null;) {
          const page = likeness.review.decisions({ pageSize, objectType, verdict, before });
          found.push(...page.records.map(({ id }) => id));
          before = page.next;
        }
        const all = decisions(likeness).filter(
          (each) =>
            (objectType === undefined || each.objectType.toLowerCase() === objectType.toLowerCase()) &&
            (verdict === undefined || each.verdict === verdict),
        );
        expect(found).toEqual(all.map(({ id }) => id));
        return Promise.resolve();
      },
    ),
    { numRuns: draws(50) },
  );
});

it('leaves a decision to somebody, and lists what waits for whom', async () => {
  const likeness = await openService();
  const [a, b] = await two(likeness);
  const later = { verdict: 'later', recordIds: [a, b], note: 'ask the branch', assignedTo: 'olga' } as const;
  expect(await likeness.review.decide(later, caller)).toMatchObject({ assignedTo: 'olga', note: 'ask the branch' });
  const waiting = (assignedTo: string) => likeness.review.decisions({ assignedTo, pageSize: 5 }).records.length;
  expect([waiting('olga'), waiting('ivan')]).toEqual([1, 0]);
  await expect(likeness.review.decide({ ...later, verdict: 'notDuplicate' }, caller)).rejects.toMatchObject({
    status: 400,
  });
});
