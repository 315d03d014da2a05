import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { FileStore } from '../../src/store/file-store.js';
import { encodeLine } from '../../src/store/lines.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { readState } from '../../src/store/resting-folder.js';
import { digestOf } from '../../src/store/state-digest.js';
import { StoreDamagedError } from '../../src/store/store-errors.js';
import { verify } from '../../src/store/verify.js';
import { SEARCH, serveForTest } from '../http/serve.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const open = (folder: string): Promise<FileStore> => openFileStore(folder, { compactAt: Infinity });

/** Commits one contact per number. */
async function put(store: FileStore, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await store.append({ changes: [{ kind: 'put', record: contact(number) }] });
}

async function filled(...numbers: number[]): Promise<string> {
  const folder = join(await newFolder(), 'data');
  await goOn(folder, ...numbers);
  return folder;
}

/** Runs one process. */
async function goOn(folder: string, ...numbers: number[]): Promise<void> {
  const store = await open(folder);
  await put(store, ...numbers);
  await store.close();
}

async function copyOf(folder: string): Promise<string> {
  const copy = join(await newFolder(), 'copy');
  await copyTo(folder, copy);
  return copy;
}

/** Copies a folder without its lock socket. */
async function copyTo(folder: string, copy: string): Promise<void> {
  await cp(folder, copy, { recursive: true, filter: (name) => !basename(name).startsWith('lock-') });
}

/** Returns the store's files and their content. */
async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => /^(?:journal|snapshot)-/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

/** Removes the identities, like a folder of the previous version. */
async function forgetIdentities(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(await contents(folder))) {
    const lines = text.trimEnd().split('\n');
    const payloads = lines.map((line) => JSON.parse(line.slice(9)) as Record<string, unknown> | unknown[]);
    const older = payloads.map((payload) => {
      if (Array.isArray(payload)) return payload[0] === 'end' ? payload.slice(0, 3) : payload;
      return Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'r' && key !== 'commits'));
    });
    await writeFile(join(folder, name), Buffer.concat(older.map((payload) => encodeLine(JSON.stringify(payload)))));
  }
}

const identities = (store: FileStore) => Array.from({ length: store.position }, (_, i) => store.commitAt(i + 1));

it('a commit is known by its run and its number in it, after restarts and compactions, too', async () => {
  const folder = await filled(1, 2, 3);
  await goOn(folder, 4, 5);
  const store = await open(folder);
  const known = identities(store);
  expect(known.map((commit) => commit?.number)).toEqual([1, 2, 3, 1, 2]);
  expect(new Set(known.map((commit) => commit?.writer)).size).toBe(2);
  expect([store.commitAt(0), store.commitAt(6)]).toEqual([undefined, undefined]);
  await store.compact();
  await put(store, 6);
  await store.close();
  const again = await open(folder);
  onTestFinished(() => again.close());
  expect(identities(again).slice(0, 5)).toEqual(known);
  expect(again.commitAt(6)?.number).toBe(1);
  expect((await verify(folder)).ok).toBe(true);
});

it.each(['a journal', 'a snapshot'])('%s of the version before opens, and later commits are known', async (kind) => {
  const folder = await filled(1, 2);
  if (kind === 'a snapshot') {
    const store = await open(folder);
    await store.compact();
    await store.close();
  }
  await forgetIdentities(folder);
  const store = await open(folder);
  await put(store, 3, 4);
  expect(identities(store).map((commit) => commit?.number)).toEqual([undefined, undefined, 1, 2]);
  const known = identities(store);
  await store.compact();
  await store.close();
  const again = await open(folder);
  onTestFinished(() => again.close());
  expect(identities(again)).toEqual(known);
  expect(again.count('Contact')).toBe(4);
});

it('what the version before appends to a folder of this one opens', async () => {
  const folder = await filled(1, 2);
  const line = encodeLine(JSON.stringify({ s: 3, t: [{ kind: 'put', record: contact(3) }] }));
  await writeFile(join(folder, 'journal-1.log'), line, { flag: 'a' });
  await goOn(folder, 4);
  expect((await readState(folder)).records.size).toBe(4);
});

/**
 * Each case replaces the folder with a copy that has three contacts, while a process that has written five contacts has
 * the folder open.
 */
const swaps: [string, (folder: string, copy: string) => Promise<void>][] = [
  [
    'moved away, and an earlier copy put in its place',
    async (folder, copy) => {
      await rename(folder, `${folder}-elsewhere`);
      await copyTo(copy, folder);
    },
  ],
  [
    'overwritten by an earlier copy, file by file',
    async (folder, copy) => {
      for (const [name, text] of Object.entries(await contents(copy)))
        await writeFile(join(folder, name), text, 'latin1');
    },
  ],
  [
    'overwritten by an earlier copy that others went on with',
    async (folder, copy) => {
      await goOn(copy, 11, 12, 13, 14, 15);
      for (const [name, text] of Object.entries(await contents(copy)))
        await writeFile(join(folder, name), text, 'latin1');
    },
  ],
];

const writes: [string, (store: FileStore) => Promise<void>][] = [
  ['a commit', (store) => put(store, 6)],
  ['a compaction', (store) => store.compact()],
  ['a commit after a look', (store) => store.inspect().then(() => put(store, 6))],
];

it.each(swaps.flatMap(([how, swap]) => writes.map(([what, write]) => [how, what, swap, write] as const)))(
  'a folder that is %s is not written to any more: %s is refused',
  async (_how, _what, swap, write) => {
    const folder = await filled(1, 2, 3);
    const copy = await copyOf(folder);
    const store = await open(folder);
    await put(store, 4, 5);
    await swap(folder, copy);
    const there = await contents(folder);
    await expect(write(store)).rejects.toThrow(/in use/);
    expect([store.writable, store.replaced?.message]).toEqual([false, expect.stringContaining('journal-1.log')]);
    expect([store.count('Contact'), store.get(contact(5).id)]).toEqual([5, contact(5)]);
    await store.close();
    expect(await contents(folder)).toEqual(there);
  },
);

it('commits that were refused because the folder was moved away are not in it when it is put back', async () => {
  const folder = await filled(1, 2);
  const store = await open(folder);
  const [appended] = await Promise.allSettled([put(store, 3), rename(folder, `${folder}-elsewhere`)]);
  await store.close();
  await rename(`${folder}-elsewhere`, folder);
  expect((await readState(folder)).records.size).toBe(appended.status === 'rejected' ? 2 : 3);
});

it('a snapshot with another journal than its own is damage, and so are journals that do not belong together', async () => {
  const folder = await filled(1, 2);
  const other = await copyOf(folder);
  await goOn(folder, 3, 4);
  await goOn(other, 13, 14);
  for (const each of [folder, other]) {
    const store = await open(each);
    await store.compact();
    await put(store, 5);
    await store.close();
  }
  await cp(join(other, 'journal-2.log'), join(folder, 'journal-2.log'));
  await expect(open(folder)).rejects.toThrow(StoreDamagedError);
  await expect(open(folder)).rejects.toThrow(/belong to different histories/);
  const chain = await filled(1);
  for (const each of [folder, other]) {
    await rm(each, { recursive: true });
    await copyTo(chain, each);
    await goOn(each, each === folder ? 2 : 3);
    const { sequence, commits } = await readState(each);
    const header = { file: 'likeness journal', version: 3, generation: 2, sequence, commits: commits.newest() };
    await writeFile(join(each, 'journal-2.log'), encodeLine(JSON.stringify(header)));
  }
  await (await open(folder)).close();
  await cp(join(other, 'journal-2.log'), join(folder, 'journal-2.log'));
  await expect(open(folder)).rejects.toThrow(/journal-2.log: continues .* belong to different histories/);
});

it.each([
  ['ends before it', [], 'it ends at position 3'],
  ['has gone on otherwise', [14, 15, 16], 'it has commit 2 of run'],
])('a client learns that its position is lost where a folder was set back and %s', async (_, instead, why) => {
  const folder = await filled(1, 2, 3);
  const copy = await copyOf(folder);
  await goOn(folder, 4, 5);
  await goOn(copy, ...instead);
  const search = async (data: string, headers?: Record<string, string>) => {
    const served = await serveForTest({ store: await open(data) });
    return served.post(SEARCH, { objectPrefix: '003', objectData: { LastName: 'L1' } }, headers);
  };
  const { headers } = await search(folder);
  const [position, commit] = [headers.get('likeness-position')!, headers.get('likeness-commit')!];
  const refused = await search(copy, { 'Likeness-At-Least': position, 'Likeness-Commit': commit });
  expect([refused.status, refused.error.message]).toEqual([412, expect.stringContaining(why)]);
});

type Step = 'commit' | 'compact' | 'restart' | 'copy' | 'copyBack' | 'cut';
const steps = fc.array(
  fc.constantFrom<Step>('commit', 'commit', 'commit', 'compact', 'restart', 'copy', 'copyBack', 'cut'),
  { minLength: 5, maxLength: 20 },
);

it('whatever becomes of a folder: states with the same commit are the same', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const home = await newFolder();
      const [folder, copy] = [join(home, 'data'), join(home, 'copy')];
      let store = await open(folder);
      let number = 0;
      const known = new Map<string, string>();
      const restart = async (): Promise<void> => {
        await store.close();
        store = await open(folder);
      };
      for (const step of program) {
        if (step === 'commit') await put(store, (number = (number % 9) + 1));
        if (step === 'compact') await store.compact();
        if (step === 'restart') await restart();
        if (step === 'copy') {
          await rm(copy, { recursive: true, force: true });
          await copyTo(folder, copy);
        }
        if (step === 'copyBack' && (await readdir(home)).includes('copy')) {
          await rm(folder, { recursive: true });
          await copyTo(copy, folder);
          await expect(put(store, 10)).rejects.toThrow(/in use/);
          await restart();
        }
        if (step === 'cut') await cutLastLine(folder, store, restart);
        const { sha256 } = digestOf(await readState(folder));
        const { position, last } = store.end;
        const commit = `${position} ${JSON.stringify(last)}`;
        expect(known.get(commit) ?? sha256).toBe(sha256);
        known.set(commit, sha256);
      }
      await store.close();
      await rm(home, { recursive: true });
    }),
    { numRuns: 12 },
  );
});

/** Removes the last commit from the journal of a store, which is closed for this and reopened. */
async function cutLastLine(folder: string, store: FileStore, restart: () => Promise<void>): Promise<void> {
  const names = Object.keys(await contents(folder)).filter((name) => name.startsWith('journal'));
  const path = join(folder, names.at(-1)!);
  const text = await readFile(path, 'latin1');
  const lines = text.trimEnd().split('\n');
  if (lines.length < 2) return;
  await store.close();
  await truncate(path, text.length - lines.at(-1)!.length - 1);
  await mkdir(folder, { recursive: true });
  await restart();
}
