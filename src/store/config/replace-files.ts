import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../runtime/make-folder.js';

/** A folder inside the configuration folder with complete replacement files, which readers prefer. */
export const PENDING = '.import';
const BEING_WRITTEN = '.import-new-';

/**
 * Replaces several files of a folder atomically. Even after a crash, readers find either all files replaced or none.
 * The files are written to a temporary folder and flushed. Renaming that folder commits the change. Then the files are
 * moved to their final paths.
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
    await flush(aside);
    await rename(aside, join(folder, PENDING));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  await flush(folder);
  await finishReplacement(folder);
}

/** Moves pending files to their final paths, including pending files left by a crash. */
export async function finishReplacement(folder: string): Promise<void> {
  for (const name of await pendingFiles(folder)) {
    await makeFolder(dirname(join(folder, name)));
    await rename(join(folder, PENDING, name), join(folder, name));
  }
  // Remove temporary folders of crashed processes, because they were never committed.
  for (const name of await namesIn(folder))
    if (name.startsWith(BEING_WRITTEN)) await rm(join(folder, name), { recursive: true, force: true });
  await rmdir(join(folder, PENDING, 'lists')).catch(unlessGone);
  await rmdir(join(folder, PENDING)).catch(unlessGone);
}

/** Returns the paths of pending files, which take precedence over the files in the folder. */
export async function pendingFiles(folder: string): Promise<string[]> {
  const direct = await namesIn(join(folder, PENDING));
  const lists = direct.includes('lists') ? await namesIn(join(folder, PENDING, 'lists')) : [];
  return [...direct.filter((name) => name !== 'lists'), ...lists.map((name) => `lists/${name}`)];
}

/** Lists the names in a folder. Empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    unlessGone(error);
    return [];
  }
}

function unlessGone(error: unknown): void {
  if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
