import { rm } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { UpsertDataInput } from '../../src/records/contract/schemas.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { caller, count, insert, searchIds } from './open-service.js';
import { newFolder } from '../support/temporary-folder.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org' };

async function restartable(): Promise<{ open: (time?: number) => Promise<Likeness> }> {
  const folder = newFolder();
  const configuration = await loadConfiguration();
  let last: Likeness | undefined;
  onTestFinished(async () => {
    await last?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    async open(time = Date.UTC(2026, 5, 1)) {
      await last?.close();
      const store = await openFileStore(folder, { now: () => time });
      return (last = await openLikeness({ configuration, store, now: () => new Date(time) }));
    },
  };
}

describe('idempotency keys survive a restart', () => {
  const input: UpsertDataInput = {
    objectType: 'Contact',
    objectData: jane,
    duplicateCheck: true,
    relatedList: [{ objectType: 'Task', referenceField: 'WhoId', objectData: { Subject: 'Call' } }],
  };

  it('a repeat gets the first answer and changes nothing; the same key with another body is refused', async () => {
    const { open } = await restartable();
    const first = await (await open()).upsert(input, caller, 'k-1');
    expect(first).toMatchObject({ isSuccess: true, isCreated: true });
    const again = await open();
    expect(await again.upsert(structuredClone(input), caller, 'k-1')).toEqual(first);
    expect([count(again, 'Contact'), count(again, 'Task')]).toEqual([1, 1]);
    expect((await again.history(first.objectId!, { page: 1, pageSize: 10 })).totalSize).toBe(1);
    await expect(again.upsert({ ...input, objectData: { LastName: 'X' } }, caller, 'k-1')).rejects.toMatchObject({
      status: 409,
      errorCode: 'DUPLICATE_REQUEST',
    });
    // Keys are separate for each client.
    expect(await again.upsert(input, { clientId: 'other' }, 'k-1')).toMatchObject({ isCreated: false });
  });

  it('after 24 hours a key is free again', async () => {
    const { open } = await restartable();
    const day = 24 * 60 * 60 * 1000;
    const start = Date.UTC(2026, 5, 1);
    await (await open(start)).upsert(input, caller, 'k-1');
    const stillKept = await open(start + day - 1);
    expect(await stillKept.upsert(input, caller, 'k-1')).toMatchObject({ isCreated: true });
    const forgotten = await open(start + day);
    expect(await forgotten.upsert(input, caller, 'k-1')).toMatchObject({ isCreated: false });
  });
});

it('a deletion is undone after a restart, with later records present', async () => {
  const { open } = await restartable();
  const first = await open();
  const id = await insert(first, 'Contact', jane);
  await insert(first, 'Contact', { LastName: 'Later' });
  await first.deleteRecord('Contact', id, caller);
  const again = await open();
  const { records } = await again.history(id, { page: 1, pageSize: 10 });
  await again.undo(records[0]!.id, caller);
  expect(await searchIds(again, '003', { Email: jane.Email })).toEqual([id]);
  const next = await insert(again, 'Contact', { LastName: 'Newest' });
  expect(next > id).toBe(true);
  expect(await again.checkConsistency({ sample: 100 })).toEqual([]);
});
