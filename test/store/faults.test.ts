import { readdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { contact } from './contact.js';
import { FaultyFiles, type Operation } from './faulty-files.js';
import { newFolder } from './folders.js';

/** Behaviour of the disk after the failure: one operation fails, or all operations of some kinds. */
const disks: [string, Operation[], number][] = [
  ['a write that leaves nothing', ['write'], 0],
  ['a write that leaves a part', ['write'], 0.4],
  ['a write that leaves whole entries', ['write'], 1],
  ['a write, and the journal cannot be cut', ['write', 'truncate'], 1],
  ['a sync', ['sync'], 1],
];

for (const code of ['ENOSPC', 'EIO'] as const)
  it.each(disks)(
    `${code} at %s: commits are refused, without a trace, now and after a restart`,
    async (_, kinds, share) => {
      const folder = await newFolder();
      const files = new FaultyFiles();
      const store = await openFileStore(folder, { files, compactAt: Infinity });
      await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
      files.writtenShare = share;
      const once = new Set<string>(kinds);
      files.fails = (operation, path) => (path.includes('journal') && once.delete(operation) ? code : undefined);
      const waiting = [2, 3, 4].map((number) => store.append({ changes: [{ kind: 'put', record: contact(number) }] }));
      for (const result of await Promise.allSettled(waiting))
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailableError' } });
      expect(files.failed).toEqual(expect.arrayContaining([kinds[0]]));
      expect(store.writable).toBe(false);
      expect(store.fault?.message).toContain(code);
      await expect(store.append({ changes: [{ kind: 'put', record: contact(5) }] })).rejects.toMatchObject({
        name: 'StoreUnavailableError',
      });
      // The disk works again, but the store must not use it.
      expect(store.writable).toBe(false);
      expect(store.get(contact(1).id)).toEqual(contact(1));
      expect([...store.scan('Contact')]).toEqual([contact(1)]);
      await store.close();

      const again = await openFileStore(folder);
      expect([...again.scan('Contact')]).toEqual([contact(1)]);
      await again.append({ changes: [{ kind: 'put', record: contact(6) }] });
      await again.close();
      const third = await openFileStore(folder);
      expect([...third.scan('Contact')]).toEqual([contact(1), contact(6)]);
      await third.close();
    },
  );

it('says so when it is unknown what the next start will find', async () => {
  const files = new FaultyFiles();
  const store = await openFileStore(await newFolder(), { files, compactAt: Infinity });
  files.writtenShare = 1;
  files.fails = () => 'EIO';
  const commit = store.append({ changes: [{ kind: 'put', record: contact(1) }] });
  await expect(commit).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    message: expect.stringContaining('it is unknown whether the change was saved') as string,
  });
  await expect(store.append({ changes: [] })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  expect(store.count('Contact')).toBe(0);
  await store.close();
});

it('never tries a failed sync of the journal again before the bytes in question are cut off', async () => {
  const files = new FaultyFiles();
  const store = await openFileStore(await newFolder(), { files, compactAt: Infinity });
  const seen: string[] = [];
  let failures = 1;
  files.fails = (operation) => {
    seen.push(operation);
    return operation === 'sync' && failures-- > 0 ? 'EIO' : undefined;
  };
  await expect(store.append({ changes: [] })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  await expect(store.append({ changes: [] })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  expect(seen).toEqual(['write', 'sync', 'truncate', 'sync']);
  await store.close();
});

it.each(['create', 'write', 'sync', 'syncFolder', 'rename', 'remove'] as const)(
  'a compaction that fails at any %s turns the store read-only and loses nothing',
  async (kind) => {
    for (let nth = 1; nth <= 4; nth++) {
      const folder = await newFolder();
      const files = new FaultyFiles();
      const store = await openFileStore(folder, { files, compactAt: Infinity });
      const records = [1, 2, 3].map((number) => contact(number));
      await store.append({ changes: records.map((record) => ({ kind: 'put', record })) });
      let left = nth;
      files.fails = (operation) => (operation === kind && --left === 0 ? 'ENOSPC' : undefined);
      const compaction = store.compact();
      const during = store.append({ changes: [{ kind: 'put', record: contact(4) }] }).then(
        () => [contact(4)],
        () => [],
      );
      const outcome = await compaction.then(
        () => 'done',
        () => 'failed',
      );
      const kept = [...records, ...(await during)];
      if (files.failed.length > 0) expect(store.writable).toBe(false);
      else expect(outcome).toBe('done');
      expect([...store.scan('Contact')]).toEqual(kept);
      await store.close();
      const again = await openFileStore(folder);
      expect([...again.scan('Contact')]).toEqual(kept);
      await again.close();
    }
  },
);

it.each([1, 2])(
  'a compaction that finds no file descriptor for its file number %s is put off: the store continues to write and loses nothing',
  async (nth) => {
    const folder = await newFolder();
    const files = new FaultyFiles();
    const store = await openFileStore(folder, { files, compactAt: Infinity });
    await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
    let left = nth;
    files.fails = (operation) => (operation === 'create' && --left === 0 ? 'EMFILE' : undefined);
    await expect(store.compact()).rejects.toThrow('EMFILE');
    expect(store.writable).toBe(true);
    await store.append({ changes: [{ kind: 'put', record: contact(2) }] });
    await store.compact();
    await store.append({ changes: [{ kind: 'put', record: contact(3) }] });
    await store.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('snapshot'))).toHaveLength(1);
    const again = await openFileStore(folder);
    expect([...again.scan('Contact')]).toEqual([contact(1), contact(2), contact(3)]);
    await again.close();
  },
);

it('an append that waits behind a failed change of journal does not go to the old journal', async () => {
  const folder = await newFolder();
  const files = new FaultyFiles();
  const store = await openFileStore(folder, { files, compactAt: Infinity });
  await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
  let waiting: Promise<number> | undefined;
  // The new journal file exists when syncing the folder fails.
  files.syncFolder = async () => {
    waiting ??= store.append({ changes: [{ kind: 'put', record: contact(2) }] });
    waiting.catch(() => undefined);
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    throw Object.assign(new Error('EIO: injected at syncFolder'), { code: 'EIO' });
  };
  await expect(store.compact()).rejects.toThrow('EIO');
  const kept = await waiting!.then(
    () => [contact(1), contact(2)],
    () => [contact(1)],
  );
  expect(store.writable).toBe(false);
  await store.close();
  const again = await openFileStore(folder);
  expect([...again.scan('Contact')]).toEqual(kept);
  await again.close();
});
