import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encodeLine } from '../../src/store/lines.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { applyRepair, planRepair } from '../../src/store/repair.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const [ann, bob] = [contact(1).id, contact(2).id];
const START = Date.UTC(2026, 0, 1);
const request = '3f2b8c1e-0000-4000-8000-000000000001';

/** A folder in format 1: changes to records line by line, the last change in the journal. */
async function folderOfFormat1(): Promise<string> {
  const folder = await newFolder();
  const file = (lines: unknown[]) => Buffer.concat(lines.map((line) => encodeLine(JSON.stringify(line))));
  const shape = ['s', 0, 'Contact', ['LastName', 'FirstName']];
  const snapshot = [
    { file: 'likeness snapshot', version: 1, generation: 2, sequence: 3 },
    shape,
    shape,
    ['r', 0, ann, ['Moor', 'Ann']],
    ['g', 0, 'create', 'importer', 'Contact', 'noDuplicate', null],
    ['h', 1, 0, ann, START, null, null, null, null],
    ['h', 2, 0, bob, START + 1, request, null, null, null],
    ['g', 1, 'update', 'crm', 'Contact', 'duplicate', 's1'],
    ['h', 3, 1, ann, START + 2, 'r-3', 97, null, { LastName: 'Moore', FirstName: null }],
    ['c', 'change', 3],
  ];
  await writeFile(join(folder, 'snapshot-2.log'), file([...snapshot, ['end', snapshot.length, 3]]));
  const journal = [
    { file: 'likeness journal', version: 1, generation: 2, sequence: 3 },
    {
      s: 4,
      t: [
        { kind: 'delete', id: ann },
        {
          kind: 'history',
          entry: { number: 4, recordId: ann, objectType: 'Contact', action: 'delete', before: { LastName: 'Moor' } },
        },
      ],
      by: { client: 'crm', time: new Date(START + 3).toISOString() },
    },
  ];
  await writeFile(join(folder, 'journal-2.log'), file(journal));
  return folder;
}

it('a folder of format 1, which was never released, is refused by name and stays as it is', async () => {
  const folder = await folderOfFormat1();
  const before = await readFile(join(folder, 'snapshot-2.log'));
  await expect(openFileStore(folder, { now: () => START + 10 })).rejects.toThrow(/format 1\b/);
  expect((await readFile(join(folder, 'snapshot-2.log'))).equals(before)).toBe(true);
});

it('a damaged block of changes costs its changes, and no record and no other block', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  for (let i = 1; i <= 500; i++)
    await store.append({
      changes: [
        { kind: 'put', record: contact(i) },
        { kind: 'history', entry: { number: i, recordId: contact(i).id, objectType: 'Contact', action: 'create' } },
      ],
      by: { client: 'c', time: new Date().toISOString(), request },
    });
  await store.compact();
  await store.close();

  const name = join(folder, 'snapshot-2.log');
  const text = await readFile(name, 'utf8');
  const blocks = text.match(/\["b",/g)!.length;
  expect(blocks).toBeGreaterThan(2);
  await writeFile(name, text.replace('"b",', '"B",'));
  expect(await planRepair(folder)).toMatchObject({ isNeeded: true, lostSnapshotLines: 1, keptRecords: 500 });
  await applyRepair(folder);

  const repaired = await openFileStore(folder);
  const { records, changes } = repaired.statistics();
  expect(records).toBe(500);
  expect(changes).toBeGreaterThanOrEqual(500 - Math.ceil(500 / (blocks - 1)));
  expect(changes).toBeLessThan(500);
  expect([...repaired.history(contact(500).id)]).toMatchObject([{ number: 500, request }]);
  await repaired.close();
});
