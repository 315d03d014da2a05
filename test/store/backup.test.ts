import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import type { FileStore } from '../../src/store/file-store.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { restore } from '../../src/store/backup.js';
import { verify } from '../../src/store/verify.js';
import { contact } from './contact.js';
import { pair } from './conformance.js';
import { newFolder } from './folders.js';

async function put(store: FileStore, ...numbers: number[]): Promise<void> {
  await store.append({ changes: numbers.map((number) => ({ kind: 'put', record: contact(number) })) });
}

it('a backup taken while records are written contains everything acknowledged before it, and whole transactions only', async () => {
  const root = await newFolder();
  const store = await openFileStore(join(root, 'data'), { compactAt: Infinity });
  await put(store, 1, 2, 3);
  await store.compact();
  let next = 10;
  let stop = false;
  let acknowledged = 3;
  const writer = (async () => {
    while (!stop) {
      await put(store, next++, next++);
      acknowledged += 2;
    }
  })();
  for (let i = 0; i < 5; i++) {
    const before = acknowledged;
    const [backup] = await Promise.all([store.backup(join(root, `backup-${i}`)), store.compact()]);
    expect(backup).toBeUndefined();
    const verification = await verify(join(root, `backup-${i}`));
    expect(verification).toMatchObject({ ok: true, damages: [], faults: [], tornTail: undefined });
    expect(verification.records).toBeGreaterThanOrEqual(before);
    expect(verification.records % 2).toBe(1);
  }
  stop = true;
  await writer;
  await store.close();
  expect((await readdir(root)).filter((name) => name.includes('partial'))).toEqual([]);
});

it('a backup restored is the store that it was taken of', async () => {
  const root = await newFolder();
  const store = await openFileStore(join(root, 'data'));
  await put(store, 1, 2);
  await store.backup(join(root, 'backup'));
  await put(store, 3);
  await store.close();
  expect(await restore(join(root, 'backup'), join(root, 'again'))).toMatchObject({ ok: true, records: 2 });
  const again = await openFileStore(join(root, 'again'));
  expect([...again.scan('Contact')]).toEqual([contact(1), contact(2)]);
  await put(again, 4);
  await again.close();
});

it('neither backup nor restore writes over anything', async () => {
  const root = await newFolder();
  const store = await openFileStore(join(root, 'data'));
  await put(store, 1);
  await store.backup(join(root, 'backup'));
  await expect(store.backup(join(root, 'backup'))).rejects.toThrow(/not empty/);
  await expect(restore(join(root, 'backup'), join(root, 'data'))).rejects.toThrow(/not empty/);
  await store.close();
});

it('a damaged backup is not restored', async () => {
  const root = await newFolder();
  const store = await openFileStore(join(root, 'data'));
  await put(store, 1);
  await store.backup(join(root, 'backup'));
  await store.close();
  const name = join(root, 'backup', 'journal-1.log');
  const bytes = await readFile(name);
  bytes[bytes.length - 10]! ^= 1;
  await writeFile(name, bytes);
  await expect(restore(join(root, 'backup'), join(root, 'again'))).rejects.toThrow(/is damaged: journal-1.log: line 2/);
  expect(await readdir(root)).not.toContain('again');
});

it('verify reports what is readable but inconsistent: a counter behind its Ids, a pair without its records', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder);
  await put(store, 7);
  await store.append({ changes: [{ kind: 'counter', name: 'id:003', value: 6 }] });
  await store.append({ changes: [{ kind: 'suspect', pair: pair(1, contact(7).id, contact(8).id) }] });
  await store.close();
  const { ok, faults } = await verify(folder);
  expect({ ok, faults }).toEqual({
    ok: false,
    faults: [
      `counter id:003 is 6, but the Id ${makeId('003', 7)} has number 7`,
      `suspected pair p1 refers to ${makeId('003', 8)}, which is not stored`,
    ],
  });
});

it('after a compaction no byte of a deleted record is left in the folder', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder, { compactAt: Infinity });
  const secret = contact(1, { LastName: 'Zyxwvutsrq' });
  await store.append({
    changes: [{ kind: 'put', record: secret }],
    by: { client: 'c', time: 't', request: 'Zyxwvutsrq' },
  });
  await put(store, 2);
  await store.compact();
  await store.append({ changes: [{ kind: 'delete', id: secret.id }] });
  // A compaction that started before the deletion may still contain the record, so the second call must not reuse it.
  await Promise.all([store.compact(), store.compact()]);
  for (const name of await readdir(folder)) {
    if (name.startsWith('lock-')) continue;
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toContain('Zyxwvutsrq');
    expect(text).not.toContain(secret.id);
  }
  expect(store.get(contact(2).id)).toEqual(contact(2));
  await store.close();
});

it('drops expired answers when it compacts', async () => {
  const folder = await newFolder();
  let now = 0;
  const store = await openFileStore(folder, { now: () => now, compactAt: Infinity });
  const answer = { key: 'client key', bodyHash: 'h', answer: 'the answer', expires: 100 };
  await store.append({ changes: [{ kind: 'remember', answer }] });
  await store.compact();
  expect(await readFile(join(folder, 'snapshot-2.log'), 'utf8')).toContain('the answer');
  now = 100;
  await store.compact();
  expect(await readFile(join(folder, 'snapshot-3.log'), 'utf8')).not.toContain('the answer');
  await store.close();
});
