import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Change } from '../../src/store/commit-log.js';
import { systemFiles } from '../../src/store/store-files.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { pictureOf, restOf } from '../../src/store/replaced-folder.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const put = (number: number): Change => ({ kind: 'put', record: contact(number) });
const unending = new AbortController().signal;

it('files rest once none of them has changed between two checks, and an empty folder has none', async () => {
  const folder = await newFolder();
  const journal = join(folder, 'journal-1.log');
  const steps = [
    () => writeFile(join(folder, 'clients.json'), 'no file of the store'),
    () => writeFile(journal, 'a'),
    () => writeFile(journal, 'ab'),
    // Overwrites the same file with content of the same length, as some copying programs do.
    () => writeFile(journal, 'cd', { flag: 'r+' }),
    () => Promise.resolve(),
  ];
  let waits = 0;
  const rested = await restOf(systemFiles, folder, '', unending, async () => {
    await steps[waits++]!();
    // Yield, because two changes in the same turn may have the same timestamp.
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect(waits).toBe(steps.length);
  expect(rested).toBe(await pictureOf(systemFiles, folder));
});

it('files that could not be used are waited for until they are others', async () => {
  const folder = await newFolder();
  const journal = join(folder, 'journal-1.log');
  await writeFile(journal, 'half');
  const unfit = await pictureOf(systemFiles, folder);
  let waits = 0;
  await restOf(systemFiles, folder, unfit, unending, async () => {
    if (++waits === 3) await writeFile(journal, 'the whole of it');
  });
  expect(waits).toBe(4);
});

it('a wait for files ends on request', async () => {
  const end = new AbortController();
  const resting = restOf(systemFiles, await newFolder(), '', end.signal);
  end.abort();
  await expect(resting).rejects.toThrow('abort');
});

async function opened() {
  const home = await newFolder();
  const [folder, copy] = [join(home, 'data'), join(home, 'copy')];
  const store = await openFileStore(folder, { compactAt: Infinity });
  onTestFinished(() => store.close());
  await store.append({ changes: [put(1)] });
  await cp(folder, copy, { recursive: true, filter: (path) => !path.includes('lock-') });
  await store.append({ changes: [put(2)] });
  return { store, folder, copy };
}

it('another history in the place of a folder is seen without being asked for, and waited for while it is damaged', async () => {
  const { store, folder, copy } = await opened();
  store.watch();
  expect(store.lag).toBeUndefined();
  await rename(folder, `${folder}-elsewhere`);
  await writeFile(join(copy, 'journal-1.log'), 'not yet');
  await rename(copy, folder);
  const why = await store.diverged;
  expect([why.position, why.message]).toEqual([2, expect.stringContaining('removed or replaced while in use')]);
  expect([store.lag, store.writable]).toEqual([{ commits: 0, seconds: 0, remedy: 'rebuild' }, false]);
  expect(store.count('Contact')).toBe(2);
  await store.close();
});

it.each([
  ['that is gone', (folder: string) => rename(folder, `${folder}-elsewhere`)],
  [
    'that came back',
    async (folder: string) => {
      await rename(folder, `${folder}-elsewhere`);
      return () => rename(`${folder}-elsewhere`, folder);
    },
  ],
])('a folder %s is no other history', async (_, act) => {
  const { store, folder } = await opened();
  const back = await act(folder);
  await store.inspect();
  expect(store.writable).toBe(false);
  await back?.();
  await store.inspect();
  expect([store.replaced === undefined, store.lag]).toEqual([false, undefined]);
});
