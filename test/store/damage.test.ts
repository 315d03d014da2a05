import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeLine } from '../../src/store/lines.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { applyRepair, planRepair } from '../../src/store/repair.js';
import { StoreDamagedError } from '../../src/store/store-errors.js';
import { verify } from '../../src/store/verify.js';
import { contact } from './contact.js';
import { pictureOf } from './conformance.js';
import { copyStore, fill, now, opened } from './filled-folder.js';
import { newFolder } from './folders.js';
import { draws } from '../support/draws.js';
import { FORMAT } from '../../src/store/format.js';

async function filledFolder(): Promise<{ folder: string; pictures: string[] }> {
  const folder = await newFolder();
  return { folder, pictures: await fill(folder) };
}

it('a flipped bit anywhere is reported, with file, line and offset', async () => {
  const { folder, pictures } = await filledFolder();
  const files = (await readdir(folder)).sort();
  expect(files).toEqual(['journal-2.log', 'snapshot-2.log']);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat(7),
      async (name, place, bit) => {
        const copy = join(folder, 'copy');
        await copyStore(folder, copy, files);
        const bytes = await readFile(join(folder, name));
        bytes[Math.floor(place * bytes.length)]! ^= 1 << bit;
        await writeFile(join(copy, name), bytes);
        const found = await opened(copy, pictures);
        expect(found).toBeInstanceOf(StoreDamagedError);
        expect((found as StoreDamagedError).message).toContain(name);
        expect((found as StoreDamagedError).location?.file).toBe(name);
        expect(await readFile(join(copy, name)), 'nothing was changed').toEqual(bytes);
      },
    ),
    { numRuns: draws(500) },
  );
});

it('a file cut anywhere is reported, or is a torn tail and leaves a whole number of transactions', async () => {
  const { folder, pictures } = await filledFolder();
  const files = (await readdir(folder)).sort();
  let torn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      // Uniformly distributed positions. fast-check's doubles are concentrated near 0.
      fc.noBias(fc.integer({ min: 0, max: 999_999 }).map((millionth) => millionth / 1_000_000)),
      async (name, place) => {
        const copy = join(folder, 'copy');
        await copyStore(folder, copy, files);
        const length = Math.floor(place * (await readFile(join(folder, name))).length);
        await truncate(join(copy, name), length);
        const found = await opened(copy, pictures);
        if (name.startsWith('snapshot')) expect(found).toBeInstanceOf(StoreDamagedError);
        else if (typeof found === 'number') {
          torn++;
          expect(found).toBeGreaterThanOrEqual(15);
        }
      },
    ),
    { numRuns: draws(500) },
  );
  expect(torn).toBeGreaterThan(draws(500) / 10);
});

it('a journal cut short within its header, next to its snapshot, is damage: it was durable before the snapshot was begun', async () => {
  const { folder, pictures } = await filledFolder();
  const header = (await readFile(join(folder, 'journal-2.log'))).indexOf('\n');
  for (const length of [0, 1, header - 1, header]) {
    const copy = join(folder, 'copy');
    await copyStore(folder, copy, ['journal-2.log', 'snapshot-2.log']);
    await truncate(join(copy, 'journal-2.log'), length);
    const found = await opened(copy, pictures);
    expect(found, `cut at ${length}`).toBeInstanceOf(StoreDamagedError);
    expect((found as StoreDamagedError).location?.file).toBe('journal-2.log');
    expect((await verify(copy)).ok).toBe(false);
    expect(await applyRepair(copy)).toMatchObject({ keptSequence: 15 });
    expect((await verify(copy)).ok).toBe(true);
    expect(await opened(copy, pictures)).toBe(15);
  }
});

it('an unfinished last line is cut off and reported', async () => {
  const { folder, pictures } = await filledFolder();
  const half = encodeLine('{"s":31,"t":[]}').subarray(0, -1);
  const length = (await readFile(join(folder, 'journal-2.log'))).length;
  await appendFile(join(folder, 'journal-2.log'), half);
  const store = await openFileStore(folder, { now });
  expect(store.tornTail).toEqual({ file: 'journal-2.log', offset: length, bytes: half.length, reason: 'unfinished' });
  expect(pictureOf(store)).toBe(pictures.at(-1));
  await store.close();
  expect((await readFile(join(folder, 'journal-2.log'))).length).toBe(length);
});

it.each(['journal-2.log', 'snapshot-2.log'])('a missing %s is reported', async (name) => {
  const { folder, pictures } = await filledFolder();
  await rm(join(folder, name));
  const found = await opened(folder, pictures);
  expect(found).toBeInstanceOf(StoreDamagedError);
});

it('a file of another time is reported: an older journal that was put back', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
  await store.compact();
  await store.append({ changes: [{ kind: 'put', record: contact(2) }] });
  const before = await readFile(join(folder, 'journal-2.log'));
  await store.compact();
  await store.close();
  await writeFile(join(folder, 'journal-3.log'), before);
  await expect(openFileStore(folder)).rejects.toThrow(/journal-3.log: the header belongs to another file/);
});

it('a format of a newer version is refused', async () => {
  const { folder } = await filledFolder();
  const name = join(folder, 'journal-2.log');
  const [header = '', ...rest] = (await readFile(name, 'utf8')).split('\n');
  const newer = header.slice('00000000 '.length).replace(`"version":${FORMAT}`, `"version":${FORMAT + 1}`);
  await writeFile(name, Buffer.concat([encodeLine(newer), Buffer.from(rest.join('\n'))]));
  const before = (await readdir(folder)).sort();
  await expect(openFileStore(folder, { now })).rejects.toThrow(`format ${FORMAT + 1} by a newer version`);
  for (const repair of [planRepair, applyRepair])
    await expect(repair(folder)).rejects.toThrow(`format ${FORMAT + 1} by a newer version`);
  expect((await readdir(folder)).sort()).toEqual(before);
});

it('repair keeps what is intact up to the first damaged journal line, says what is lost, and moves the old files aside', async () => {
  const { folder, pictures } = await filledFolder();
  const name = join(folder, 'journal-2.log');
  const lines = (await readFile(name, 'utf8')).split('\n');
  // Line 1 is the header, line 6 is transaction 20.
  lines[5] = lines[5]!.replace('Ann', 'Eve');
  await writeFile(name, lines.join('\n'));
  expect((await verify(folder)).ok).toBe(false);

  const plan = await planRepair(folder);
  expect(plan).toMatchObject({ isNeeded: true, keptSequence: 19, lostEntries: 10, lostSnapshotLines: 0 });
  expect(plan.damages[0]?.location).toMatchObject({ file: 'journal-2.log', line: 6 });
  expect(await opened(folder, pictures), 'planning changes nothing').toBeInstanceOf(StoreDamagedError);

  await applyRepair(folder);
  expect(await opened(folder, pictures)).toBe(19);
  expect((await readdir(join(folder, 'damaged-3'))).sort()).toEqual(['journal-2.log', 'snapshot-2.log']);
  expect((await planRepair(folder)).isNeeded).toBe(false);
});

it('repair of a damaged snapshot loses the damaged lines and nothing else', async () => {
  const { folder } = await filledFolder();
  const name = join(folder, 'snapshot-2.log');
  const text = await readFile(name, 'utf8');
  await writeFile(name, text.replace('Name 2"', 'Name X"'));
  const plan = await applyRepair(folder);
  expect(plan).toMatchObject({ lostSnapshotLines: 1, keptSequence: 30 });
  const store = await openFileStore(folder, { now });
  expect(store.get(contact(2).id)).toBeUndefined();
  expect(store.get(contact(1).id)?.fields['LastName']).toBe('Name 1');
  expect(store.count('Contact')).toBe(30 - 4 - 1);
  await store.close();
});

it('repair of a snapshot that misses lines says how many, and that its end is there', async () => {
  const { folder, pictures } = await filledFolder();
  const name = join(folder, 'snapshot-2.log');
  const lines = (await readFile(name, 'utf8')).split('\n');
  const plan = async (kept: readonly string[]) => {
    await writeFile(name, kept.join('\n'));
    return planRepair(folder);
  };
  expect(await plan(lines.filter((_, i) => i < 6 || i > 8))).toMatchObject({
    ...{ lostSnapshotLines: 3, isSnapshotCut: false, keptSequence: 30 },
    damages: [expect.objectContaining({ message: expect.stringMatching(/\d+ lines, expected \d+$/) as string })],
  });
  // A duplicated line loses nothing.
  expect(await plan(lines.toSpliced(7, 0, lines[7]!))).toMatchObject({ isNeeded: true, lostSnapshotLines: 0 });
  await applyRepair(folder);
  expect(await opened(folder, pictures)).toBe(30);
});

it('repair finds the field names of all records although their line is damaged', async () => {
  const { folder } = await filledFolder();
  const name = join(folder, 'snapshot-2.log');
  const text = await readFile(name, 'utf8');
  await writeFile(name, text.replace('"LastName"', '"LastNaem"'));
  expect(await applyRepair(folder)).toMatchObject({ lostSnapshotLines: 1, keptRecords: 26 });
  expect((await verify(folder)).ok).toBe(true);
});

it.each([
  ['is damaged', 0, (line: string) => line.replace('likeness', 'Likeness')],
  // The last line contains the number of lines.
  ['is missing', 1, () => ''],
])(
  'a snapshot whose header %s keeps its place in the log: its journal continues',
  async (_name, lostSnapshotLines, hurt) => {
    const { folder, pictures } = await filledFolder();
    const name = join(folder, 'snapshot-2.log');
    await writeFile(name, (await readFile(name, 'utf8')).replace(/^.*\n/, hurt));
    const alone = join(folder, 'alone');
    await copyStore(folder, alone, ['snapshot-2.log']);
    const plan = await applyRepair(folder);
    expect(plan).toMatchObject({ lostSnapshotLines, lostEntries: 0, lostJournals: [], keptSequence: 30 });
    expect(await opened(folder, pictures)).toBe(30);
    // Without a journal, the snapshot's last line contains its position.
    const { damages, ...rest } = await applyRepair(alone);
    expect(rest).toMatchObject({ lostSnapshotLines, keptSequence: 15 });
    expect(damages.at(-1)!.message).toContain('journal-2.log is missing');
    expect(await opened(alone, pictures)).toBe(15);
  },
);

it('a snapshot cut short: the repair says that it is unknown what followed', async () => {
  const { folder } = await filledFolder();
  const name = join(folder, 'snapshot-2.log');
  expect((await planRepair(folder)).isSnapshotCut).toBe(false);
  await truncate(name, (await readFile(name)).indexOf('Name 9'));
  const plan = await applyRepair(folder);
  expect(plan).toMatchObject({ lostSnapshotLines: 1, isSnapshotCut: true });
  expect(plan.steps.join('\n')).toContain('skip 1 damaged snapshot lines and everything after its truncated end');
});
