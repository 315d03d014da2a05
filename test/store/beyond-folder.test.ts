import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { readState } from '../../src/store/resting-folder.js';
import { lead, UPSERT, serveForTest } from '../http/serve.js';
import { newFolder } from './folders.js';

interface Line {
  readonly diverged?: { readonly why: string; readonly position: number; readonly common: { readonly change: number } };
  readonly change?: { readonly recordId: string; readonly action: string; readonly values?: Record<string, unknown> };
  readonly end?: { readonly changes: number };
}

/** Opens a service on a folder in this process. */
async function open(folder: string) {
  const notes: string[] = [];
  const store = await openFileStore(folder, { compactAt: Infinity, note: (message) => notes.push(message) });
  const served = await serveForTest({ store });
  const save = async (values: Record<string, unknown>) =>
    served.post(UPSERT, { input: { objectType: 'Lead', objectData: values, duplicateCheck: false } });
  /** @returns the Id */
  const saved = async (values: Record<string, unknown>): Promise<string> => (await save(values)).body.objectId;
  return { store, notes, save, saved };
}

async function copyTo(folder: string, copy: string): Promise<void> {
  await cp(folder, copy, {
    recursive: true,
    filter: (name) => /^(?:data|copy|journal.*|snapshot.*)$/.test(basename(name)),
  });
}

/** Returns the lines of the file of lost changes; an empty array if there is no file. */
async function keptIn(folder: string): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('diverged-'));
  expect(names.length).toBeLessThan(2);
  if (names[0] === undefined) return [];
  const lines = (await readFile(join(folder, names[0]), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

/** An open folder with one more update and one more record than its copy. */
async function ahead(compacts: boolean) {
  const home = await newFolder();
  const [folder, copy] = [join(home, 'data'), join(home, 'copy')];
  const first = await open(folder);
  const known = await first.saved(lead({ LastName: 'Known' }));
  await first.saved(lead({ LastName: 'Other' }));
  if (compacts) await first.store.compact();
  await copyTo(folder, copy);
  await first.saved({ Id: known, LastName: 'Married' });
  const created = await first.saved(lead({ LastName: 'Lost' }));
  return { ...first, folder, copy, known, created };
}

it.each([
  ['an earlier copy', false],
  ['an earlier copy with a snapshot', true],
])('what a folder does not have that was replaced by %s is kept there at the end', async (_, compacts) => {
  const { store, notes, save, folder, copy, known, created } = await ahead(compacts);
  await rename(folder, `${folder}-elsewhere`);
  await copyTo(copy, folder);
  expect((await save(lead({ LastName: 'Refused' }))).status).toBe(503);
  await store.close();
  const lines = await keptIn(folder);
  expect(lines[0]!.diverged).toMatchObject({ position: 4, common: { change: 2 } });
  expect(lines[0]!.diverged!.why).toContain('was removed or replaced while in use');
  expect(lines.flatMap(({ change }) => change ?? [])).toMatchObject([
    { recordId: known, action: 'update', values: { LastName: 'Married' } },
    { recordId: created, action: 'create', values: { LastName: 'Lost' } },
  ]);
  expect(lines.at(-1)!.end).toMatchObject({ changes: 2 });
  expect(notes).toEqual([expect.stringMatching(/^diverged-\S+ in .* has 2 changes that the log has lost$/)]);
  expect((await readState(folder)).records.size).toBe(2);
});

it('what was replaced by a copy that others went on with is kept, and what they did is not touched', async () => {
  const { store, save, folder, copy, created } = await ahead(false);
  const others = await open(copy);
  for (const LastName of ['A', 'B', 'C']) await others.saved(lead({ LastName }));
  await others.store.close();
  await writeFile(join(folder, 'journal-1.log'), await readFile(join(copy, 'journal-1.log')));
  expect((await save(lead({ LastName: 'Refused' }))).status).toBe(503);
  await store.close();
  const lines = await keptIn(folder);
  expect(lines[0]!.diverged).toMatchObject({ common: { change: 2 } });
  expect(lines.flatMap(({ change }) => change ?? []).map(({ recordId }) => recordId)).toContain(created);
  expect((await readState(folder)).records.size).toBe(5);
});

it('all that an emptied folder held is kept', async () => {
  const { store, save, folder } = await ahead(false);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  expect((await save(lead({ LastName: 'Refused' }))).status).toBe(503);
  await store.close();
  expect((await keptIn(folder)).at(-1)!.end).toMatchObject({ changes: 4 });
});

it('a folder that was away and is back has lost nothing', async () => {
  const { store, notes, save, folder } = await ahead(false);
  await rename(folder, `${folder}-elsewhere`);
  expect((await save(lead({ LastName: 'Refused' }))).status).toBe(503);
  await rename(`${folder}-elsewhere`, folder);
  await store.close();
  expect([await keptIn(folder), notes]).toEqual([[], []]);
  expect((await readState(folder)).records.size).toBe(3);
});
