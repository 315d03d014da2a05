import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Erasures, type ErasuresOptions } from '../../src/service/config/erasure/erasures.js';
import { KeptFiles } from '../../src/service/import/kept-files.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import type { FileStore } from '../../src/store/file-store.js';
import { FolderHome } from '../../src/store/home/folder/folder-home.js';
import { newFolder } from '../store/folders.js';
import { openService } from './open-service.js';

const VALUE = 'Zwetschgenmann';
const caller = { clientId: 'somebody', requestId: 'one', address: '127.0.0.1' };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

async function opened(folder: string) {
  const store = await openFileStore(folder, { compactAt: Infinity });
  const likeness = await openService({ store });
  const home = new FolderHome(folder);
  const audited: unknown[] = [];
  const erasures = (over: ErasuresOptions['likeness'] = likeness): Erasures =>
    new Erasures({
      likeness: over,
      store: {
        home,
        folder,
        config: undefined,
        service: {
          files: new KeptFiles({ home, folder: join(folder, 'files-on-their-way') }),
          writeConfiguration: never,
        },
      },
      audit: ({ target }, { clientId, requestId }) => void audited.push([clientId, requestId, target]),
    });
  return { store, likeness, home, erasures, audited };
}

async function texts(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((path) => readFile(path, 'utf8')))).join('\n');
}

const crashes: readonly (readonly [string, (likeness: Likeness, store: FileStore) => Pick<Likeness, 'erase'>])[] = [
  ['before the record is gone', () => ({ erase: never })],
  [
    'after its commit, before the files were rewritten',
    (likeness, store) => {
      store.compact = never;
      return { erase: (...args) => likeness.erase(...args) };
    },
  ],
];

it.each(crashes)('an erasure that a crash interrupts %s is ended by the next start', async (_, crash) => {
  const folder = await newFolder();
  const first = await opened(folder);
  const person = { LastName: VALUE, Email: 'z@example.org' };
  const { objectId } = await first.likeness.upsert({ objectType: 'Contact', objectData: person }, caller);
  const other = { LastName: 'Adeyemi', Email: 'bola@example.org' };
  await first.likeness.upsert({ objectType: 'Contact', objectData: other }, caller);
  const { likeness, store } = first;
  const over = {
    ...crash(likeness, store),
    merging: likeness.merging,
    configuration: likeness.configuration,
    identifyingValues: (id: string) => likeness.identifyingValues(id),
  };
  const erase = vi.spyOn(over, 'erase');
  void first.erasures(over).erase(objectId!, caller);
  await vi.waitFor(() => expect(erase).toHaveBeenCalled());
  await store.close();
  expect(await texts(folder)).toContain(VALUE);

  const second = await opened(folder);
  const warned: string[] = [];
  await second.erasures().resume((message) => warned.push(message));
  expect(warned).toEqual([]);
  expect(second.audited).toEqual([['somebody', 'one', [objectId]]]);
  const left = await texts(folder);
  expect(left).not.toContain(VALUE);
  expect(left).not.toContain(objectId);
  expect(left).toContain('Adeyemi');
  await second.likeness.close();
});

it('an erasure that fails is reported, and stays for the next start', async () => {
  const folder = await newFolder();
  const { erasures, likeness, home } = await opened(folder);
  const person = { LastName: VALUE, Email: 'z@example.org' };
  const { objectId } = await likeness.upsert({ objectType: 'Contact', objectData: person }, caller);
  const failing = {
    merging: likeness.merging,
    configuration: likeness.configuration,
    identifyingValues: (id: string) => likeness.identifyingValues(id),
    erase: () => Promise.reject(new Error('the disk is full')),
  };
  await expect(erasures(failing).erase(objectId!, caller)).rejects.toThrow('the disk is full');
  const warned: string[] = [];
  await erasures(failing).resume((message) => warned.push(message));
  expect(warned).toEqual([expect.stringContaining('the disk is full')]);
  await erasures().resume(() => expect.unreachable());
  expect(await home.list('erasures')).toEqual([]);
  expect(await texts(folder)).not.toContain(VALUE);
});
