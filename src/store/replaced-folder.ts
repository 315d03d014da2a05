import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreFiles } from './store-files.js';
import { parseFileName } from './format.js';

/** Milliseconds in which nobody may change the files of a folder before they count as all there. */
const REST_MS = 3_000;

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

const systemPause: Pause = (ms, signal) => pause(ms, undefined, { signal, ref: false });

/** How the files of the store in a folder look from outside; empty: there are none. */
export async function pictureOf(files: StoreFiles, folder: string): Promise<string> {
  // The folder itself may be gone.
  const names = await files.list(folder).catch(() => []);
  const stores = names.filter((name) => parseFileName(name) !== undefined).toSorted();
  return stores.length === 0 ? '' : JSON.stringify(stores.map((name) => [name, files.look(join(folder, name))]));
}

/**
 * Waits until a folder holds files of a store that nobody changes any more: somebody may still be copying them.
 *
 * @param before a picture of files that cannot be used
 * @returns their picture
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
