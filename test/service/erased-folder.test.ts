import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { newFolder } from '../store/folders.js';
import { caller, insert, openService } from './open-service.js';

const VALUE = 'Zsömle';

/** Returns the content of a folder as text, and its base64 parts (blocks of changes) decoded. */
async function texts(folder: string): Promise<string> {
  const all: string[] = [];
  for (const name of await readdir(folder)) {
    if (name.includes('lock')) continue;
    const text = await readFile(join(folder, name), 'utf8');
    all.push(name, text, ...(text.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((one) => atobUtf8(one)));
  }
  return all.join('\n');
}

function atobUtf8(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

it('after an erasure no value of the record is in any file of the folder, whatever kind of entry contained it', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  const formula = { name: 'Twice__c', type: 'formula', returns: 'string', formula: 'LastName & FirstName' };
  const likeness = await openService({
    store,
    files: { 'objects.json': [{ name: 'Contact', keyPrefix: '003', fields: [formula] }] },
  });
  const other = await insert(likeness, 'Contact', { LastName: 'Adeyemi' });
  // A record, its history, and a cached response with a formula result.
  const person = { FirstName: 'Jo', LastName: VALUE, Email: 'zs@example.org', Phone: '+353 1 234 5678' };
  const { objectId } = await likeness.upsert({ objectType: 'Contact', objectData: person }, caller, 'k-1');
  const id = objectId!;
  await likeness.upsert({ objectType: 'Contact', objectData: { Id: id, Title: VALUE } }, caller, 'k-2');
  await likeness.upsert({ objectType: 'Contact', objectData: { Id: id, Title: null } }, caller);
  // Failed requests about the same person.
  await likeness.upsert({ objectType: 'Contact', objectData: { ...person, Id: id, Nonsense: VALUE } }, caller, 'k-3');
  const half = [{ objectType: 'Task', referenceField: 'Nonsense', objectData: { Subject: VALUE } }];
  await likeness.upsert({ objectType: 'Contact', objectData: { LastName: 'Half' }, relatedList: half }, caller, 'k-4');
  const near = { objectType: 'Contact', duplicateCheck: true, duplicateScore: 100 };
  const twin = await likeness.upsert({ ...near, objectData: { ...person, LastName: 'Zsomble' } }, caller);
  expect(twin).toMatchObject({ isCreated: true });
  expect(likeness.suspectedPairs({ page: 1, pageSize: 10 }).totalSize).toBe(1);
  // Saved and unfinished index snapshots.
  for (const name of ['index.snapshot', 'index.snapshot.tmp']) await writeFile(join(folder, name), VALUE);
  await store.compact();
  await likeness.upsert({ objectType: 'Contact', objectData: { Id: id, Department: VALUE } }, caller);
  expect(await texts(folder)).toContain(VALUE);
  for (const name of ['index.snapshot', 'index.snapshot.tmp']) await writeFile(join(folder, name), VALUE);

  await likeness.erase(id, caller);
  const left = await texts(folder);
  for (const value of [VALUE, id]) expect(left).not.toContain(value);
  expect(left).toContain('Adeyemi');
  expect(left).toContain(other);
  await likeness.close();
});

it('a record of an undeclared object is erased once that is declared again; refused, it leaves no trace', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder);
  const declared = {
    'objects.json': [{ name: 'Machine__c', keyPrefix: 'a0X', fields: [{ name: 'Mail__c', type: 'email' }] }],
  };
  const before = await openService({ store, files: declared });
  const [id, deleted] = [
    await insert(before, 'Machine__c', { Mail__c: 'pump@example.org' }),
    await insert(before, 'Machine__c', { Mail__c: 'lathe@example.org' }),
  ];
  await before.deleteRecord('Machine__c', deleted, caller);
  const without = await openService({ store });
  const refusal = { status: 409, message: expect.stringContaining('declare the object again') as string };
  for (const each of [id, deleted]) {
    await expect(without.erase(each, caller)).rejects.toMatchObject(refusal);
    expect(() => without.identifyingValues(each)).toThrow(expect.objectContaining(refusal));
  }
  // Indexes can be replaced only when nothing is uncommitted.
  expect(await without.reconfigure(without.configuration)).toEqual([]);
  const again = await openService({ store, files: declared });
  expect(again.identifyingValues(deleted).own).toEqual(['lathe@example.org']);
  expect(await again.erase(id, caller)).toMatchObject({ wasStored: true });
});
