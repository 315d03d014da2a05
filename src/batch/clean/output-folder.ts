import { constants } from 'node:fs';
import { access, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, extname, join, basename } from 'node:path';
import { makeFolder } from '../../runtime/make-folder.js';
import { Failure, meaningOf, WrongUse } from '../../runtime/failure.js';

/** Beside the first file: `contacts-clean` for `contacts.csv` or `contacts.csv.gz`. */
export function usualFolder(file: string): string {
  const name = basename(file).replace(/\.gz$/i, '');
  return join(dirname(file), `${basename(name, extname(name))}-clean`);
}

/**
 * Makes the folder, or finds out that files can be written into it: before the work, not after.
 *
 * @param force whether it may hold files, of which those with the names of ours are replaced
 * @throws Failure saying what is wrong with it
 */
export async function prepareFolder(folder: string, force: boolean): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isFile = await stat(folder).then(
      (found) => !found.isDirectory(),
      () => false,
    );
    const reason = isFile ? 'it is a file' : meaningOf(error);
    if (reason === undefined) throw error;
    throw new Failure(`the folder ${folder} cannot be written to: ${reason}; choose another one with --out DIR`);
  }
  if (!force && (await readdir(folder)).length > 0)
    throw new WrongUse(
      `the folder ${folder} is not empty: choose another one with --out DIR, or replace files with --force`,
    );
}

/** No run leaves a folder without use behind. Whatever keeps it, such as a disk that is mounted there, does no harm. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
