import { expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { UnreadableError } from '../../src/store/store-errors.js';
import { FaultyFiles } from '../store/faulty-files.js';
import { newFolder } from '../store/folders.js';
import { SPILLED } from '../store/spilled.js';
import { caller, insert, openService } from './open-service.js';

/** Too long for any cache, so it is read from the disk each time. */
const LONG = '€'.repeat(30_000);

it('what is refused while the disk cannot be read leaves no trace, whenever reading fails', async () => {
  const files = new FaultyFiles();
  const store = await openFileStore(await newFolder(), { files, recordMemory: SPILLED });
  const likeness = await openService({ store });
  const ids: string[] = [];
  for (const name of ['Okafor', 'Lindqvist', 'Solberg', 'Haugen', 'Berglund'])
    ids.push(await insert(likeness, 'Contact', { LastName: name, Email: `${name}@example.org`, Description: LONG }));
  // The last update is refused, so all updates are.
  const renamed = [...ids, '003000000000000AAA'].map((id) => ({
    ...({ kind: 'update', objectType: 'Contact', id } as const),
    data: { LastName: 'Amundsen', Email: 'amundsen@example.org' },
  }));
  const saved = (): Promise<unknown> =>
    likeness.saveRecords(renamed, { allOrNone: true, refusesDuplicates: false }, caller);
  for (let from = 1, isRefused = true; isRefused; from++) {
    let reads = 0;
    files.fails = (operation) => (operation === 'readPages' && ++reads >= from ? 'EIO' : undefined);
    isRefused = await saved().then(
      () => false,
      (error: unknown) => error instanceof UnreadableError,
    );
    files.fails = () => undefined;
    expect(await likeness.checkConsistency({ sample: 5 })).toEqual([]);
  }
  expect(files.failed.length).toBeGreaterThan(2);
});
