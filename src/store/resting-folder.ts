import { join, resolve } from 'node:path';
import { makeWhole } from './copy-folder.js';
import { systemFiles, withFile, type StoreFiles } from './store-files.js';
import { fileName } from './format.js';
import { Journal } from './journal.js';
import { lockFolder } from './lock.js';
import { boundedBy, type RecordMemory } from './record-memory.js';
import { recover } from './recovery.js';
import { UNBOUNDED } from './remembered-answers.js';
import { writeSnapshot } from './snapshot.js';
import { StoreDamagedError } from './store-errors.js';
import type { StoreState } from './store-state.js';

const GENERATION = 1;

/** Locks a data folder while `use` reads it. @throws StoreLockedError, and any error from `use` */
export async function withRestingFolder<T>(folder: string, use: () => Promise<T>): Promise<T> {
  const lock = await lockFolder(resolve(folder));
  try {
    return await use();
  } finally {
    await lock.release();
  }
}

/**
 * Reads all data of a folder. Keeps all changes, regardless of their age.
 * @param recordMemory limits records and history in memory; default: no limit
 * @returns a state that the caller must close
 * @throws StoreDamagedError if the folder has no store, or a damaged one
 */
export async function readState(folder: string, recordMemory?: RecordMemory): Promise<StoreState> {
  const memory = boundedBy(recordMemory, folder);
  try {
    const { state, generation } = await recover(folder, {
      files: systemFiles,
      // At time 0, no response has expired.
      now: 0,
      answerBounds: UNBOUNDED,
      memory,
      onDamage: (damage) => {
        throw damage;
      },
    });
    if (generation === 0) throw new StoreDamagedError(`${folder} contains no store`);
    return state;
  } catch (error) {
    memory?.close();
    throw error;
  }
}

/**
 * Creates a data folder with a state.
 * @param folder a path that does not exist, or an empty folder; gets a complete data folder or nothing
 * @param complete adds and checks other files before the folder gets its name
 */
export function writeState(
  folder: string,
  state: StoreState,
  complete: (partial: string) => Promise<void>,
  files: StoreFiles = systemFiles,
): Promise<void> {
  return makeWhole(files, folder, async (partial) => {
    const { sequence } = state;
    const begin = { generation: GENERATION, sequence, commits: state.commits.newest() };
    const header = { generation: GENERATION, sequence };
    const snapshot = join(partial, fileName('snapshot', GENERATION));
    await withFile(files, snapshot, 'create', (file) => writeSnapshot(file, state, header, 0));
    await (await Journal.create(partial, begin, files)).close();
    await complete(partial);
  });
}
