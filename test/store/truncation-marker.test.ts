import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupBeside, restore } from '../../src/store/backup.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { recover } from '../../src/store/recovery.js';
import { systemFiles } from '../../src/store/store-files.js';
import { planRepair, applyRepair } from '../../src/store/repair.js';
import { verify } from '../../src/store/verify.js';
import { contact } from './contact.js';
import { FaultyFiles } from './faulty-files.js';
import { newFolder } from './folders.js';

const MARKER = 'journal-1.fence';

/** A folder with two acknowledged commits and a refused commit, which is complete and cannot be truncated. */
async function folderWithMarker(): Promise<string> {
  const folder = await newFolder();
  const files = new FaultyFiles();
  const store = await openFileStore(folder, { files, compactAt: Infinity });
  for (const number of [1, 2]) await store.append({ changes: [{ kind: 'put', record: contact(number) }] });
  files.fails = (operation, path) =>
    path.endsWith('.log') && ['sync', 'truncate'].includes(operation) ? 'EIO' : undefined;
  await expect(store.append({ changes: [{ kind: 'put', record: contact(3) }] })).rejects.toThrow(/EIO/);
  await store.close();
  expect(await readFile(join(folder, 'journal-1.log'), 'utf8')).toContain('L3');
  expect(await readdir(folder)).toContain(MARKER);
  return folder;
}

async function stored(folder: string): Promise<unknown[]> {
  const store = await openFileStore(folder);
  const records = [...store.scan('Contact')];
  await store.close();
  return records;
}

const acknowledged = [contact(1), contact(2)];

it('what was refused and could not be cut off does not come back, now or later', async () => {
  const folder = await folderWithMarker();
  const { ok, tornTail, records } = await verify(folder);
  expect([ok, tornTail?.reason, records]).toEqual([true, 'refused', 2]);
  expect(await stored(folder)).toEqual(acknowledged);
  expect(await readdir(folder)).not.toContain(MARKER);
  expect(await readFile(join(folder, 'journal-1.log'), 'utf8')).not.toContain('L3');
  expect(await stored(folder)).toEqual(acknowledged);
});

it('the marker of the journal that continues is needed: nothing clears it away unread', async () => {
  const folder = await folderWithMarker();
  const options = { files: systemFiles, now: 0, onDamage: () => expect.unreachable() };
  const { obsolete, state, tornTail } = await recover(folder, options);
  expect([obsolete, state.records.size, tornTail?.reason]).toEqual([[], 2, 'refused']);
});

it('a backup of the folder, and what is restored of it, contain nothing of it either', async () => {
  const folder = await folderWithMarker();
  const [backup, again] = [join(await newFolder(), 'backup'), join(await newFolder(), 'again')];
  await backupBeside(folder, backup);
  await restore(backup, again);
  expect(await stored(again)).toEqual(acknowledged);
});

it('a truncation marker with any flipped bit is damage, reported with its name; repair says so and mends the folder', async () => {
  const folder = await folderWithMarker();
  const path = join(folder, MARKER);
  const bytes = await readFile(path);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(path, flipped);
    await expect(openFileStore(folder), `bit ${bit}`).rejects.toThrow(`${MARKER}: cannot be read`);
  }
  for (let length = 0; length < bytes.length; length++) {
    await writeFile(path, bytes);
    await truncate(path, length);
    await expect(openFileStore(folder), `cut at ${length}`).rejects.toThrow(`${MARKER}: cannot be read`);
  }
  const { isNeeded, steps } = await planRepair(folder);
  expect(isNeeded).toBe(true);
  expect(steps[0]).toContain('cannot be distinguished');
  await applyRepair(folder);
  expect(await stored(folder)).toEqual([...acknowledged, contact(3)]);
});

it('a truncation marker that was not finished never had its name: it is cleared away, and so is one of an older journal', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
  await store.compact();
  await store.close();
  await writeFile(join(folder, 'journal-2.fence.tmp'), '0');
  await writeFile(join(folder, MARKER), 'of a journal that is gone');
  expect(await stored(folder)).toEqual([contact(1)]);
  expect((await readdir(folder)).filter((name) => name.includes('fence'))).toEqual([]);
});
