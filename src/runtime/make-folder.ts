import { mkdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const PRIVATE = 0o700;

/**
 * Creates a folder and its parents. Replaces Node's recursive `mkdir`, which never returns in a folder that accepts no
 * subfolders, such as `/proc`, and reports a read-only file system as a missing folder.
 * @param mode of new folders
 * @throws a file system error with the real reason
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    const above = dirname(path);
    if (!isMissing(error) || (await isFolder(above))) throw error;
    await makeFolder(above, mode);
    // The parent exists now, so this call ends.
    await makeFolder(path, mode);
  }
}

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

/** Runs `use` in a new folder, then removes the folder. @param purpose a word for the folder's name */
export async function inTemporaryFolder<T>(purpose: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `likeness-${purpose}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
