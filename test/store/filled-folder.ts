import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileStore } from '../../src/store/open-file-store.js';
import { StoreDamagedError } from '../../src/store/store-errors.js';
import type { Change } from '../../src/store/commit-log.js';
import { contact } from './contact.js';
import { Model, pair, pictureOf } from './conformance.js';

/** The clock of the stores. */
export const now = (): number => 1_000_000;

/** Number of transactions in the snapshot of a filled folder. The journal contains the others. */
export const IN_SNAPSHOT = 15;

/** Fills a folder with a snapshot and a journal. Returns the state after each transaction. */
export async function fill(folder: string): Promise<string[]> {
  const store = await openFileStore(folder, { now, compactAt: Infinity });
  const model = new Model();
  const pictures = [model.picture()];
  for (let i = 1; i <= 30; i++) {
    const changes: Change[] = [
      { kind: 'put', record: contact(i, { LastName: `Name ${i}`, FirstName: 'Ann', City: i % 2 ? 'Łódź' : null }) },
      { kind: 'counter', name: 'id:003', value: i },
    ];
    if (i % 5 === 0) changes.push({ kind: 'suspect', pair: pair(i, contact(i).id, contact(i - 1).id) });
    if (i % 7 === 0) changes.push({ kind: 'delete', id: contact(i - 3).id });
    model.apply(changes);
    pictures.push(model.picture());
    await store.append({ changes, by: { client: 'c', time: '2026-01-01T00:00:00.000Z' } });
    if (i === IN_SNAPSHOT) await store.compact();
  }
  await store.close();
  return pictures;
}

/** Opens a damaged copy. Returns the number of transactions found, or the reported damage. */
export async function opened(folder: string, pictures: string[]): Promise<number | StoreDamagedError> {
  try {
    const store = await openFileStore(folder, { now, compactAt: Infinity });
    const found = pictures.indexOf(pictureOf(store));
    await store.close();
    return found;
  } catch (error) {
    if (error instanceof StoreDamagedError) return error;
    throw error;
  }
}

export async function copyStore(from: string, to: string, names: string[]): Promise<void> {
  await rm(to, { recursive: true, force: true });
  for (const name of names) await cp(join(from, name), join(to, name));
}
