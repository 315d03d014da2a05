import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreFiles } from './store-files.js';
import { parseFileName } from './format.js';

/** If a folder's files do not change for this many milliseconds, they count as complete. */
const REST_MS = 3_000;

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const systemPause: Pause = (ms, signal) => pause(ms, undefined, { signal, ref: false });

/** Returns names, sizes and times of the store's files in a folder, or `''` if there are none. */
export async function pictureOf(files: StoreFiles, folder: string): Promise<string> {
  const names = await files.list(folder).catch(() => []);
  const stores = names.filter((name) => parseFileName(name) !== undefined).toSorted();
  return stores.length === 0 ? '' : JSON.stringify(stores.map((name) => [name, files.look(join(folder, name))]));
}

/**
 * Waits until a folder contains store files that no longer change, because someone may be copying them.
 * @param before result of `pictureOf` for files that could not be used
 * @returns the result of `pictureOf` for the files
 * @throws the signal's reason
 */
export async function restOf(
  files: StoreFiles,
  folder: string,
  before: string,
  signal: AbortSignal,
  wait: Pause = systemPause,
): Promise<string> {
  for (let last = ''; ;) {
    const next = await pictureOf(files, folder);
    if (next !== '' && next === last && next !== before) return next;
    last = next;
    await wait(REST_MS, signal);
  }
}
