import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../runtime/make-folder.js';

/**
 * Files that are to replace others, complete, in a folder of this name inside the configuration folder: whoever reads
 * takes them first.
 */
export const PENDING = '.import';
const BEING_WRITTEN = '.import-new-';

/**
 * Replaces several files of a folder at once: after a crash, whoever reads the folder finds all of them replaced or
 * none. They are written aside and flushed; one rename of the folder that holds them makes them count; then they are
 * moved to their places.
 *
 * @param files paths relative to the folder, with their contents
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

/** Moves pending files to their places: what a crash has left, too. */
export async function finishReplacement(folder: string): Promise<void> {
  for (const name of await pendingFiles(folder)) {
    await makeFolder(dirname(join(folder, name)));
    await rename(join(folder, PENDING, name), join(folder, name));
  }
  // Aside folders of a process that died have never counted.
  for (const name of await namesIn(folder))
    if (name.startsWith(BEING_WRITTEN)) await rm(join(folder, name), { recursive: true, force: true });
  await rmdir(join(folder, PENDING, 'lists')).catch(unlessGone);
  await rmdir(join(folder, PENDING)).catch(unlessGone);
}

/** Paths of the files that count before those of the folder. */
export async function pendingFiles(folder: string): Promise<string[]> {
  const direct = await namesIn(join(folder, PENDING));
  const lists = direct.includes('lists') ? await namesIn(join(folder, PENDING, 'lists')) : [];
  return [...direct.filter((name) => name !== 'lists'), ...lists.map((name) => `lists/${name}`)];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    unlessGone(error);
    return [];
  }
}

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
