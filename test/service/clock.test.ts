import { expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { verify } from '../../src/store/verify.js';
import { caller, openService, searchIds, upsert } from './open-service.js';
import { newFolder } from '../support/temporary-folder.js';

it('a clock that goes back: Ids and changes continue in order, nothing is doubled or lost, undo and idempotency keys go on', async () => {
  const folder = newFolder();
  let time = Date.UTC(2026, 5, 1);
  const now = () => new Date(time);
  const open = async () => openService({ now, store: await openFileStore(folder, { now: () => time }) });
  const ash = { FirstName: 'Anna', LastName: 'Ash', Email: 'anna@ash.example' };
  const once = { objectType: 'Contact', objectData: { LastName: 'Once' } };

  let likeness = await open();
  const first = await upsert(likeness, 'Contact', ash);
  await likeness.upsert(once, caller, 'key 1');
  for (const { Title, back, isRestarted } of [
    { Title: 'an hour back', back: 3_600_000, isRestarted: false },
    { Title: 'a year back, and a restart', back: 365 * 86_400_000, isRestarted: true },
  ]) {
    time -= back;
    if (isRestarted) {
      await likeness.close();
      likeness = await open();
    }
    const again = await upsert(likeness, 'Contact', { ...ash, Title });
    expect([again.isCreated, again.objectId]).toEqual([false, first.objectId]);
    await likeness.upsert(once, caller, 'key 1');
    expect(await searchIds(likeness, '003', { LastName: 'Once' })).toHaveLength(1);
  }
  const other = await upsert(likeness, 'Contact', { LastName: 'Birch' });
  expect(other.objectId! > first.objectId!).toBe(true);
  const { records } = await likeness.history(first.objectId!, { page: 1, pageSize: 10 });
  // The order is by commit, not by the clock.
  expect(records.map(({ action, changes }) => [action, changes['Title']?.after])).toEqual([
    ['update', 'a year back, and a restart'],
    ['update', 'an hour back'],
    ['create', undefined],
  ]);
  await likeness.undo(records[0]!.id, caller);
  const { output } = await likeness.search({ objectPrefix: '003', objectData: { Email: ash.Email } });
  expect(output['003']![0]!.objectData['Title']).toBe('an hour back');
  expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
  await likeness.close();
  expect(await verify(folder)).toMatchObject({ ok: true, damages: [], faults: [] });
});
