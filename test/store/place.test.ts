import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { StoreUnavailableError } from '../../src/store/store-errors.js';
import { systemFiles, type StoreFiles } from '../../src/store/store-files.js';
import type { Change } from '../../src/store/commit-log.js';
import { Gate } from '../support/gate.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const put = (number: number): Change => ({ kind: 'put', record: contact(number) });

async function opened() {
  const folder = join(await newFolder(), 'data');
  const store = await openFileStore(folder, { compactAt: Infinity });
  onTestFinished(() => store.close());
  await store.append({ changes: [put(1)] });
  return { folder, store };
}

it('a folder that is removed under the store: the next commit is refused, not written into a file that is lost', async () => {
  const { folder, store } = await opened();
  await rm(folder, { recursive: true });
  await expect(store.append({ changes: [put(2)] })).rejects.toThrow(StoreUnavailableError);
  expect(store.writable).toBe(false);
  expect(store.count('Contact')).toBe(1);
});

it.each([
  ['removed', (folder: string) => rm(folder, { recursive: true })],
  ['moved away', (folder: string) => rename(folder, `${folder}-elsewhere`)],
  ['replaced by an empty one', (folder: string) => rename(folder, `${folder}-elsewhere`).then(() => mkdir(folder))],
  [
    'without its snapshot',
    async (folder: string) => {
      for (const name of await readdir(folder)) if (name.startsWith('snapshot')) await unlink(join(folder, name));
    },
  ],
] as const)('a folder that is %s is seen by looking', async (_name, harm) => {
  const { folder, store } = await opened();
  await store.compact();
  await store.inspect();
  expect(store.writable).toBe(true);
  await harm(folder);
  await store.inspect();
  expect(store.writable).toBe(false);
  await expect(store.append({ changes: [put(2)] })).rejects.toThrow('removed or replaced while in use');
});

it('looking while compactions and commits continue finds nothing wrong', async () => {
  const { store } = await opened();
  const work = [store.compact(), store.compact()];
  for (let i = 2; i < 40; i++) {
    await store.inspect();
    await store.append({ changes: [put(i)] });
  }
  await Promise.all(work);
  await store.inspect();
  expect(store.writable).toBe(true);
});

it('a commit that is on its way to the disk changes no place: a concurrent save of the indexes continues', async () => {
  const gate = new Gate();
  const open: StoreFiles['open'] = async (path, mode) => {
    const file = await systemFiles.open(path, mode);
    return { ...file, sync: () => (path.endsWith('.log') && isHeld ? gate.pass() : file.sync()) };
  };
  let isHeld = false;
  const folder = await newFolder();
  const store = await openFileStore(folder, { files: { ...systemFiles, open } });
  onTestFinished(() => {
    gate.open();
    return store.close();
  });
  isHeld = true;
  const appended = store.append({ changes: [put(1)] });
  await gate.isReached;
  store.checkInPlace();
  gate.open();
  await appended;
  await rename(join(folder, 'journal-1.log'), join(folder, 'elsewhere'));
  expect(() => store.checkInPlace()).toThrow('removed or replaced while in use');
});
