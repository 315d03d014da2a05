import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openFileStore, type FileStoreOptions } from '../../src/store/open-file-store.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

const LONG = 20_000;

/** Opens a folder, commits this many records, and closes it. @returns the folder's files afterwards */
async function worked(folder: string, records: number, options: FileStoreOptions): Promise<string[]> {
  const store = await openFileStore(folder, { compactAt: LONG, ...options });
  onTestFinished(() => store.close());
  const first = store.count('Contact') + 1;
  for (let n = 0; n < records; n++)
    await store.append({ changes: [{ kind: 'put', record: contact(first + n, { LastName: 'x'.repeat(100) }) }] });
  await store.tidy();
  const { records: count, journalBytes, snapshotBytes } = store.statistics();
  expect(count).toBe(first - 1 + records);
  if (options.tidies === true && records > 0)
    expect(journalBytes < LONG || journalBytes < 0.25 * snapshotBytes, `${journalBytes} of ${snapshotBytes}`).toBe(
      true,
    );
  await store.close();
  return readdirSync(folder).filter((name) => /^(?:journal|snapshot)/.test(name));
}

it('a process that ends when its work is done leaves a short journal behind a snapshot', async () => {
  const folder = await newFolder();
  const files = await worked(folder, 1_000, { tidies: true });
  expect(files).toHaveLength(2);
  // A journal between a quarter and half the length of the snapshot is kept unless `tidies` is set.
  expect(await worked(folder, 400, { compactAt: Infinity })).toEqual(files);
  expect(await worked(folder, 0, { tidies: true })).toEqual(files);
  expect(await worked(folder, 1, { tidies: true })).not.toEqual(files);
});
