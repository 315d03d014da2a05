import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Mode of a folder that nobody else may look into. */
export const PRIVATE = 0o700;

/**
 * Makes a folder and those above it, unless they are there. Node's own recursive `mkdir` never ends where a folder
 * takes no others, as `/proc` does, and takes a file system that is read-only for a missing folder.
 *
 * @param mode of those that are made
 * @throws the system's error that says why there is none
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    const above = dirname(path);
    if (!isMissing(error) || (await isFolder(above))) throw error;
    await makeFolder(above, mode);
    // The folder above is there now, so that this ends.
    await makeFolder(path, mode);
  }
}

/** As `makeFolder`, at once. */
export function makeFolderSync(path: string, mode?: number): void {
  const isThere = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isThere(path)) return;
    const above = dirname(path);
    if (!isMissing(error) || isThere(above)) throw error;
    makeFolderSync(above, mode);
    makeFolderSync(path, mode);
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
