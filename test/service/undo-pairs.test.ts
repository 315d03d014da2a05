import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import type { FileStore } from '../../src/store/file-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { caller } from './open-service.js';

interface Opened {
  readonly likeness: Likeness;
  readonly store: FileStore;
}

async function open(folder: string): Promise<Opened> {
  const store = await openFileStore(folder);
  const likeness = await openLikeness({ configuration: await loadConfiguration(), store });
  onTestFinished(() => likeness.close().catch(() => undefined));
  return { likeness, store };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-pairs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Saves similar people. Each new record forms a suspected pair with the most similar earlier record. */
async function suspected(likeness: Likeness, firstNames: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const FirstName of firstNames) {
    const objectData = { FirstName, LastName: 'Sandvik', Email: 'berit@sandvik.example' };
    const input = { objectType: 'Contact', objectData, duplicateCheck: true, duplicateScore: 100 };
    ids.push((await likeness.upsert(input, caller)).objectId!);
  }
  return ids;
}

const pairs = (likeness: Likeness): string[][] =>
  likeness
    .suspectedPairs({ objectType: 'Contact', page: 1, pageSize: 50 })
    .records.map(({ createdId, matchedId }) => [createdId, matchedId].sort())
    .sort();

const last = async (likeness: Likeness, id: string): Promise<string> =>
  (await likeness.history(id, { page: 1, pageSize: 1 })).records[0]!.id;

it('an undone deletion brings the suspected pairs of the record back, and the undo of that takes them again', async () => {
  const folder = await newFolder();
  let { likeness, store } = await open(folder);
  const [one, two] = (await suspected(likeness, ['Berit', 'Berta'])) as [string, string];
  const before = pairs(likeness);
  expect(before).toEqual([[one, two].sort()]);
  await likeness.deleteRecord('Contact', one, caller);
  expect(pairs(likeness)).toEqual([]);
  // The pair survives a start from the journal and a start from a snapshot.
  await likeness.close();
  ({ likeness, store } = await open(folder));
  await store.compact();
  await likeness.close();
  ({ likeness, store } = await open(folder));
  await likeness.undo(await last(likeness, one), caller);
  expect(pairs(likeness)).toEqual(before);
  await likeness.undo(await last(likeness, one), caller);
  expect(pairs(likeness)).toEqual([]);
  await likeness.undo(await last(likeness, one), caller);
  expect(pairs(likeness)).toEqual(before);

  // If both records are deleted, the pair returns when both are restored.
  for (const id of [one, two]) await likeness.deleteRecord('Contact', id, caller);
  await likeness.undo(await last(likeness, one), caller);
  expect(pairs(likeness)).toEqual([]);
  await likeness.undo(await last(likeness, two), caller);
  expect(pairs(likeness)).toEqual(before);

  await likeness.deleteRecord('Contact', one, caller);
  await likeness.erase(two, caller);
  await likeness.undo(await last(likeness, one), caller);
  expect(pairs(likeness)).toEqual([]);
  await store.compact();
  await likeness.close();
  for (const name of await readdir(folder)) expect(await readFile(join(folder, name), 'utf8')).not.toContain(two);
});

it('an undone merge that somebody decided on brings back the pair that the decision took from the list', async () => {
  const { likeness } = await open(await newFolder());
  const [one, two] = (await suspected(likeness, ['Berit', 'Berta'])) as [string, string];
  const before = pairs(likeness);
  const decision = await likeness.review.decide({ verdict: 'duplicate', recordIds: [one, two] }, caller);
  expect(pairs(likeness)).toEqual([]);
  await likeness.undo(decision.changeId!, caller);
  expect(pairs(likeness)).toEqual(before);
  const different = await likeness.review.decide({ verdict: 'notDuplicate', recordIds: [one, two] }, caller);
  expect(pairs(likeness)).toEqual([]);
  await likeness.deleteRecord('Contact', one, caller);
  await likeness.undo(await last(likeness, one), caller);
  // A user's decision stays in force.
  expect(pairs(likeness)).toEqual([]);
  await likeness.review.revoke(different.id, caller);
  expect(pairs(likeness)).toEqual(before);
});
