import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../runtime/make-folder.js';
import { unlessMissing } from '../../runtime/missing-file.js';
import { systemFiles } from '../store-files.js';

/** Folder inside the configuration folder with new versions of files, which readers use if the folder exists. */
export const PENDING = '.import';
const BEING_WRITTEN = '.import-new-';

/**
 * Replaces several files of a folder atomically: even after a crash, readers find all files replaced or none. Writes
 * and flushes the files in a temporary folder. Renaming this folder commits the change. Then moves the files to their
 * final paths.
 * @param files contents by path relative to the folder
 */
export async function replaceFiles(folder: string, files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  await makeFolder(folder);
  await finishReplacement(folder);
  const aside = join(folder, `${BEING_WRITTEN}${randomUUID()}`);
  try {
    await mkdir(aside);
    for (const [name, text] of files) {
      const path = join(aside, name);
      await makeFolder(dirname(path));
      const file = await open(path, 'wx');
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    }
    await systemFiles.syncFolder(aside);
    await rename(aside, join(folder, PENDING));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  await systemFiles.syncFolder(folder);
  await finishReplacement(folder);
}

/** Moves pending files to their final paths, including files left by a crash. */
async function finishReplacement(folder: string): Promise<void> {
  for (const name of await pendingFiles(folder)) {
    await makeFolder(dirname(join(folder, name)));
    await rename(join(folder, PENDING, name), join(folder, name));
  }
  // Removes temporary folders of processes that crashed before they committed.
  for (const name of await namesIn(folder))
    if (name.startsWith(BEING_WRITTEN)) await rm(join(folder, name), { recursive: true, force: true });
  await rmdir(join(folder, PENDING, 'lists')).catch(unlessMissing);
  await rmdir(join(folder, PENDING)).catch(unlessMissing);
}

/** Returns the paths of pending files, which readers use instead of the files in the folder. */
export async function pendingFiles(folder: string): Promise<string[]> {
  const direct = await namesIn(join(folder, PENDING));
  const lists = direct.includes('lists') ? await namesIn(join(folder, PENDING, 'lists')) : [];
  return [...direct.filter((name) => name !== 'lists'), ...lists.map((name) => `lists/${name}`)];
}

/** Returns no names if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}
