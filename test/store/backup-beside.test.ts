import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupBeside, restore } from '../../src/store/backup.js';
import { systemFiles } from '../../src/store/store-files.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { isNightly } from '../support/draws.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const COPIES = isNightly ? 20 : 5;

it('a copy of a store that is written to and compacted all the time is complete', async () => {
  const root = await newFolder();
  const data = join(root, 'data');
  const store = await openFileStore(data, { compactAt: Infinity });
  await writeFile(join(data, 'clients.json'), '[]');
  let next = 1;
  let acknowledged = 0;
  let stop = false;
  const writer = (async () => {
    while (!stop) {
      const changes = [contact(next++), contact(next++)].map((record) => ({ kind: 'put' as const, record }));
      await store.append({ changes });
      acknowledged += 2;
    }
  })();
  const compactor = (async () => {
    while (!stop) await store.compact();
  })();
  // Reads slowly, so compactions delete files between its steps.
  const files = {
    ...systemFiles,
    open: async (...[path, mode]: Parameters<typeof systemFiles.open>) => {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
      return systemFiles.open(path, mode);
    },
  };
  for (let i = 0; i < COPIES; i++) {
    const before = acknowledged;
    const target = join(root, `backup-${i}`);
    let verification;
    // If compactions are too frequent, the backup fails and leaves nothing.
    while (verification === undefined)
      verification = await backupBeside(data, target, { files, also: ['clients.json'] }).catch((error: unknown) => {
        expect(error).toMatchObject({ message: expect.stringContaining('try again later') as string });
      });
    expect(verification).toMatchObject({ damages: [], faults: [] });
    expect(verification.records).toBeGreaterThanOrEqual(before);
    expect(verification.records % 2).toBe(0);
  }
  stop = true;
  await Promise.all([writer, compactor]);
  await store.close();
  expect((await readdir(root)).filter((name) => name.includes('partial'))).toEqual([]);
  await restore(join(root, `backup-${COPIES - 1}`), join(root, 'again'), { also: ['clients.json'] });
  expect(await readdir(join(root, 'again'))).toContain('clients.json');
});

it('a folder without a store is no backup, and a target that is not empty is left alone', async () => {
  const root = await newFolder();
  await expect(backupBeside(root, join(root, 'b'))).rejects.toThrow(/contains no store/);
  const data = join(root, 'data');
  await (await openFileStore(data)).close();
  await writeFile(join(root, 'kept'), 'kept');
  await expect(backupBeside(data, root)).rejects.toThrow(/not empty/);
  expect(await readdir(root)).toEqual(expect.arrayContaining(['kept', 'data']));
});
