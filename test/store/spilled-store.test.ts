import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import type { StoredRecord } from '../../src/records/record.js';
import type { Change } from '../../src/store/commit-log.js';
import type { HistoryEntry } from '../../src/store/history.js';
import type { FileStore } from '../../src/store/file-store.js';
import { openFileStore, type FileStoreOptions } from '../../src/store/open-file-store.js';
import { applyRepair, planRepair } from '../../src/store/repair.js';
import { readState } from '../../src/store/resting-folder.js';
import { digestOf } from '../../src/store/state-digest.js';
import { verify } from '../../src/store/verify.js';
import { FolderPlace } from '../../src/cli/open/move/folder-place.js';
import { move } from '../../src/cli/open/move/move.js';
import { FaultyFiles } from './faulty-files.js';
import { newFolder } from './folders.js';
import { SPILLED } from './spilled.js';

const COUNT = 200;
const record = (number: number, text = 'Zsömle'): StoredRecord => ({
  id: makeId('003', number),
  type: 'Contact',
  fields: { LastName: `${text} ${number}` },
});

/** Returns the text of a deleted but open file, on Linux. */
function pagesOf(link: string, folder: string): string {
  try {
    return readlinkSync(link).startsWith(join(folder, 'records-')) ? readFileSync(link, 'utf8') : '';
  } catch {
    // Closed in the meantime.
    return '';
  }
}

async function filledStore(options: FileStoreOptions = {}, folder?: string) {
  const path = folder ?? (await newFolder());
  const store = await openFileStore(path, { compactAt: Infinity, recordMemory: SPILLED, ...options });
  for (let number = 0; number < COUNT; number++)
    await store.append({ changes: [{ kind: 'put', record: record(number) }] });
  return { folder: path, store };
}

const all = (store: Pick<FileStore, 'scan'>): StoredRecord[] => [...store.scan('Contact')];
const expected = Array.from({ length: COUNT }, (_, number) => record(number));
const changeOf = (number: number, change: number): HistoryEntry => ({
  ...{ number: change, recordId: record(number).id, objectType: 'Contact', action: 'create' },
});
const pagesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.pages'));

it('records are on disk, and invisible there; nothing of them remains after an open, a close or a start', async () => {
  const { folder, store } = await filledStore();
  expect(store.statistics().recordDiskBytes).toBeGreaterThan(5_000);
  expect(store.statistics().pageFault).toBeUndefined();
  // Where the system supports it, the file has no name.
  if (process.platform !== 'win32') expect(pagesIn(folder)).toEqual([]);
  expect(all(store)).toEqual(expected);
  await store.close();
  const left = join(folder, 'records-01234567-0123-0123-0123-0123456789ab.pages');
  writeFileSync(left, 'Zsömle', { mode: 0o644 });
  const again = await openFileStore(folder, { recordMemory: SPILLED });
  expect(pagesIn(folder).filter((name) => left.endsWith(name))).toEqual([]);
  expect(all(again)).toEqual(expected);
  expect(again.statistics().pageReads.misses).toBeGreaterThan(0);
  await again.close();
  expect(pagesIn(folder)).toEqual([]);
  expect(await verify(folder)).toMatchObject({ ok: true });
});

it('a compaction writes what is on disk, and what it wrote is what was there', async () => {
  const { folder, store } = await filledStore();
  await store.compact();
  expect(all(store)).toEqual(expected);
  await store.close();
  const again = await openFileStore(folder);
  expect(again.statistics().recordDiskBytes).toBe(0);
  expect(all(again)).toEqual(expected);
  await again.close();
});

it.each(['makePages', 'writePages'] as const)(
  '%s fails: nothing is lost, and the health says so',
  async (operation) => {
    const files = new FaultyFiles();
    const told: string[] = [];
    files.fails = (next) => (next === operation ? 'ENOSPC' : undefined);
    files.writtenShare = 0.5;
    const { folder, store } = await filledStore({ files, note: (message) => told.push(message) });
    expect(store.writable).toBe(true);
    expect(store.statistics().recordDiskBytes).toBe(0);
    expect(store.statistics().pageFault?.message).toContain('ENOSPC');
    expect(told).toHaveLength(1);
    expect(all(store)).toEqual(expected);
    await store.close();
    const again = await openFileStore(folder);
    expect(all(again)).toEqual(expected);
    await again.close();
  },
);

it('is verified, moved and repaired from the disk as from memory', async () => {
  const { folder, store } = await filledStore();
  await store.compact();
  await store.append({ changes: [{ kind: 'put', record: record(0, 'Kifli') }] });
  await store.close();
  expect(await verify(folder, { recordMemory: SPILLED })).toEqual(await verify(folder));
  const files = new FaultyFiles();
  files.fails = (operation) => (operation === 'readPages' ? 'EIO' : undefined);
  await expect(verify(folder, { recordMemory: SPILLED, files })).rejects.toThrow('records on disk cannot be read');

  const target = join(await newFolder(), 'moved');
  const places = [folder, target].map((path) => new FolderPlace(path, { recordMemory: SPILLED }));
  const { sha256, records } = await move(places[0]!, places[1]!);
  expect({ sha256, records }).toEqual({ sha256: digestOf(await readState(folder)).sha256, records: COUNT });

  for (const path of [folder, target]) {
    const name = join(
      path,
      readdirSync(path).find((each) => each.startsWith('snapshot-'))!,
    );
    writeFileSync(name, readFileSync(name, 'utf8').replace('Zsömle 7"', 'Zsömle 8"'));
  }
  const plan = await planRepair(folder, { recordMemory: SPILLED });
  expect(plan).toMatchObject({ isNeeded: true, lostSnapshotLines: 1, keptRecords: COUNT - 1 });
  expect(plan).toEqual(await planRepair(folder));
  await applyRepair(folder, { recordMemory: SPILLED });
  await applyRepair(target);
  const repaired = await readState(folder);
  expect(repaired.records.has(record(7).id)).toBe(false);
  expect(digestOf(repaired)).toEqual(digestOf(await readState(target)));
  expect([folder, target].flatMap(pagesIn)).toEqual([]);
});

it('pages cannot be read: reads and writes are refused with an error, and a start has all', async () => {
  const files = new FaultyFiles();
  const { folder, store } = await filledStore({ files });
  files.fails = (operation) => (operation === 'readPages' ? 'EIO' : undefined);
  expect(() => all(store)).toThrow('records on disk cannot be read');
  expect(() => store.get(record(3).id)).toThrow(expect.objectContaining({ name: 'UnreadableError' }));
  // Records in memory are still readable.
  expect(store.get(record(COUNT - 1).id)).toEqual(record(COUNT - 1));
  const waiting = [3, 4].map((number) => store.append({ changes: [{ kind: 'put', record: record(number, 'Kifli') }] }));
  for (const outcome of await Promise.allSettled(waiting))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'OutcomeUnknownError' } });
  expect(store.writable).toBe(false);
  await store.close();
  files.fails = () => undefined;
  const again = await openFileStore(folder, { files, recordMemory: SPILLED });
  for (const number of [3, 4])
    expect([record(number), record(number, 'Kifli')]).toContainEqual(again.get(record(number).id));
  expect(all(again)).toHaveLength(COUNT);
  await again.close();
});

it.each<[string, Change[]]>([
  ['an update', [{ kind: 'put', record: record(3, 'Kifli') }]],
  ['a deletion', [{ kind: 'delete', id: record(3).id }]],
  ['an erasure', [{ kind: 'erase', id: record(3).id }]],
  ['a change of its history', [{ kind: 'history', entry: changeOf(3, COUNT + 1) }]],
])('pages cannot be read: of a commit with %s nothing is shown', async (_name, changes) => {
  const files = new FaultyFiles();
  const { store } = await filledStore({ files });
  const by = { client: 'test', time: '2026-11-27T12:00:00.000Z' };
  for (let number = 0; number < COUNT; number++)
    await store.append({ changes: [{ kind: 'history', entry: changeOf(number, number + 1) }], by });
  files.fails = (operation) => (operation === 'readPages' ? 'EIO' : undefined);
  const inMemory: Change = { kind: 'put', record: record(COUNT - 1, 'Kifli') };
  await expect(store.append({ changes: [inMemory, ...changes], by })).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
  });
  files.fails = () => undefined;
  expect(all(store)).toEqual(expected);
  await store.close();
});

it('a commit is shown completely or not at all, whichever of its reads fails', async () => {
  const by = { client: 'test', time: '2026-11-27T12:00:00.000Z' };
  // A length at which reading one record evicts another record from the cache.
  const long = (number: number): StoredRecord => record(number, 'Zsömle'.repeat(number % 9 === 0 ? 9_000 : 150));
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const sortKey = { name: 'LastName', of: ({ fields }: StoredRecord) => String(fields['LastName']) };
  let refused = 0;
  for (let from = 1, isRefused = true; isRefused; from += 7) {
    const files = new FaultyFiles();
    const store = await openFileStore(await newFolder(), { compactAt: Infinity, recordMemory: SPILLED, files });
    const first = numbers.flatMap((number): Change[] => [
      { kind: 'put', record: long(number) },
      { kind: 'history', entry: changeOf(number, number + 1) },
    ]);
    await store.append({ changes: first, by });
    const order = store.sorted('Contact', sortKey);
    order.prepare(COUNT);
    const picture = () => [all(store), order.slice(0, COUNT), numbers.map((n) => [...store.history(record(n).id)])];
    const before = picture();
    const changes = numbers
      .filter((number) => number % 7 === 0)
      .map((number): Change => {
        const { id } = record((number * 77) % COUNT);
        if (number % 2 === 0) return { kind: 'erase', id };
        return number % 3 === 0 ? { kind: 'delete', id } : { kind: 'put', record: { ...record(number), id } };
      });
    let reads = 0;
    files.fails = (operation) => (operation === 'readPages' && ++reads >= from ? 'EIO' : undefined);
    isRefused = await store.append({ changes, by }).then(
      () => false,
      () => true,
    );
    files.fails = () => undefined;
    if (isRefused) expect(picture()).toEqual(before);
    else expect(all(store).length).toBeLessThan(COUNT);
    if (isRefused) refused++;
    await store.close();
  }
  expect(refused).toBeGreaterThan(3);
});

it.each([
  ['a snapshot', true],
  ['a journal', false],
])('pages that cannot be read while %s is read are no damage of it', async (_name, compacts) => {
  const { folder, store } = await filledStore();
  const by = { client: 'test', time: '2026-11-27T12:00:00.000Z' };
  for (let change = 1; change <= 2 * COUNT; change++)
    await store.append({ changes: [{ kind: 'history', entry: changeOf((change * 77) % COUNT, change) }], by });
  if (compacts) await store.compact();
  await store.close();
  const files = new FaultyFiles();
  let reads = 0;
  files.fails = (operation) => (operation === 'readPages' && ++reads === 1 ? 'EIO' : undefined);
  const options = { files, recordMemory: SPILLED };
  const before = readdirSync(folder);
  for (const read of [verify, planRepair, applyRepair, openFileStore]) {
    reads = 0;
    await expect(read(folder, options), read.name).rejects.toMatchObject({ name: 'UnreadableError' });
  }
  expect(readdirSync(folder)).toEqual(before);
  files.fails = () => undefined;
  expect(await planRepair(folder, options)).toMatchObject({ isNeeded: false, keptRecords: COUNT });
});

it('a compaction that meets pages that cannot be read is put off, and leaves nothing', async () => {
  const files = new FaultyFiles();
  const { folder, store } = await filledStore({ files });
  for (let attempt = 0; attempt < 2; attempt++) {
    files.fails = (operation) => (operation === 'readPages' ? 'EIO' : undefined);
    await expect(store.compact()).rejects.toMatchObject({ name: 'UnreadableError' });
    files.fails = () => undefined;
    expect(store.writable).toBe(true);
    expect(readdirSync(folder).filter((name) => /snapshot|tmp/.test(name))).toEqual([]);
    await store.append({ changes: [{ kind: 'put', record: record(0, 'Kifli') }] });
  }
  await store.compact();
  expect(readdirSync(folder).filter((name) => /^(snapshot|journal)/.test(name))).toHaveLength(2);
  expect(all(store)).toEqual([record(0, 'Kifli'), ...expected.slice(1)]);
  await store.close();
  expect((await verify(folder)).ok).toBe(true);
});

it('erased: the values are in no page any more', async () => {
  const { folder, store } = await filledStore();
  const pages = (): string => {
    const links = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
    return links.map((link) => pagesOf(link, folder)).join('');
  };
  const hasPages = process.platform === 'linux';
  if (hasPages) expect(pages()).toContain('Zsömle 7"');
  await store.append({ changes: [{ kind: 'erase', id: record(7).id }] });
  expect(store.get(record(7).id)).toBeUndefined();
  if (hasPages) {
    expect(pages()).not.toContain('Zsömle 7"');
    expect(pages()).toContain('Zsömle 8"');
  }
  await store.close();
});
