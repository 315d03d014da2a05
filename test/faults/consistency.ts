import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfiguration } from '../../src/store/config/load.js';
import { IndexSnapshots } from '../../src/service/index-snapshot/index-snapshots.js';
import { openLikeness } from '../../src/service/open.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { verify } from '../../src/store/verify.js';

/** Number of records whose search is compared with a full scan. */
const SAMPLE = 3;

/**
 * Runs `likeness verify` on a copy of a folder that no server has open. The folder itself is not changed.
 *
 * @returns the inconsistencies
 */
export async function checkFolder(folder: string, copy: string): Promise<string[]> {
  await cp(folder, copy, { recursive: true, filter: (path) => !/[\\/](?:new-)?lock-[^\\/]*$/.test(path) });
  try {
    const { damages, faults } = await verify(copy);
    if (damages.length > 0) return damages.map(({ message }) => message);
    const configuration = await loadConfiguration(join(copy, 'config'));
    const store = await openFileStore(copy);
    // Restores the indexes like a restart: from the snapshot, updated with newer records.
    const likeness = await openLikeness({ configuration, store, snapshots: new IndexSnapshots(store, store) });
    try {
      return [...faults, ...(await likeness.checkConsistency({ sample: SAMPLE }))];
    } finally {
      await likeness.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
