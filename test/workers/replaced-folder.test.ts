import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Auth } from '../../src/auth/auth.js';
import { loadConfiguration } from '../../src/config/load.js';
import type { FileStore } from '../../src/store/file-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { openFollower, type Follower } from '../../src/workers/follower.js';
import { LogServer } from '../../src/workers/log-server.js';
import { SharedCounts } from '../../src/workers/shared-counts.js';
import { contact } from '../store/contact.js';
import { newFolder } from '../store/folders.js';

const log = { warn: () => undefined };
const newCounts = (): SharedCounts => new SharedCounts(60_000, 100);

async function put(store: FileStore, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await store.append({ changes: [{ kind: 'put', record: contact(number) }] });
}

/** A process that writes a folder, as the first of several workers. */
async function writing(dataFolder: string): Promise<{ store: FileStore; follow: () => Promise<Follower> }> {
  const sockets = await newFolder();
  const store = await openFileStore(dataFolder, { compactAt: Infinity });
  const auth = new Auth({ dataFolder });
  const configuration = await loadConfiguration(undefined);
  const parts = { store, auth, configuration, configurationFolder: undefined, sockets, log };
  const server = new LogServer({ ...parts, counts: newCounts() });
  await server.listen();
  onTestFinished(async () => {
    await server.close();
    await auth.close();
    await store.close();
  });
  const follow = async (): Promise<Follower> => {
    const follower = await openFollower({ dataFolder, sockets, counts: newCounts(), log });
    onTestFinished(() => follower.close());
    return follower;
  };
  return { store, follow };
}

/** The journal of a folder in which other commits follow the same first one. */
async function otherJournal(of: string, ...numbers: number[]): Promise<Buffer> {
  const other = await newFolder();
  for (const name of await readdir(of))
    if (name.startsWith('journal')) await writeFile(join(other, name), await readFile(join(of, name)));
  const store = await openFileStore(other, { compactAt: Infinity });
  await put(store, ...numbers);
  await store.close();
  return readFile(join(other, 'journal-1.log'));
}

async function begun(): Promise<string> {
  const folder = await newFolder();
  const store = await openFileStore(folder);
  await put(store, 1);
  await store.close();
  return folder;
}

it('a follower shows what the process shows that writes', async () => {
  const { store, follow } = await writing(await begun());
  await put(store, 2);
  const follower = await follow();
  await follower.follow(() => Promise.resolve([]));
  await put(store, 3);
  await follower.likeness.visible.waitFor(3);
  const { visible } = follower.likeness;
  expect([1, 2, 3].map((at) => visible.commitAt(at))).toEqual([1, 2, 3].map((at) => store.commitAt(at)));
});

it('no follower begins with a folder that was replaced by an earlier copy', async () => {
  const folder = await begun();
  const earlier = await otherJournal(folder);
  const { store, follow } = await writing(folder);
  await put(store, 2, 3);
  await writeFile(join(folder, 'journal-1.log'), earlier);
  await expect(follow()).rejects.toThrow(/journal-1.log in .* it was replaced or changed while in use/);
  expect([store.writable, await readFile(join(folder, 'journal-1.log'))]).toEqual([false, earlier]);
});

it('no follower goes on from files of another history, be they as long as the right ones', async () => {
  const folder = await begun();
  const other = await otherJournal(folder, 4, 5);
  const { store, follow } = await writing(folder);
  await put(store, 2, 3);
  expect(other).toHaveLength((await readFile(join(folder, 'journal-1.log'))).length);
  await writeFile(join(folder, 'journal-1.log'), other);
  const follower = await follow();
  void follower.follow(() => Promise.resolve([])).catch(() => undefined);
  const lost = await follower.lost;
  expect([lost.name, lost.message]).toEqual([
    'DivergedError',
    expect.stringMatching(/ends with commit 2 of run \S+ at position 3, but the log has commit 2 of run \S+ there/),
  ]);
});
