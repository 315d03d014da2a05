import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreFiles } from './store-files.js';
import { parseFileName } from './format.js';

/** Milliseconds without changes after which the files of a folder are treated as complete. */
const REST_MS = 3_000;

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const systemPause: Pause = (ms, signal) => pause(ms, undefined, { signal, ref: false });

/** Returns names, sizes and times of the store's files in a folder. Empty if there are no files. */
export async function pictureOf(files: StoreFiles, folder: string): Promise<string> {
  // The folder may be missing.
  const names = await files.list(folder).catch(() => []);
  const stores = names.filter((name) => parseFileName(name) !== undefined).toSorted();
  return stores.length === 0 ? '' : JSON.stringify(stores.map((name) => [name, files.look(join(folder, name))]));
}

/**
 * Waits until a folder has store files that no longer change, because a copy may be in progress.
 * @param before result of `pictureOf` for unusable files
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
