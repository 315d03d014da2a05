import { constants } from 'node:fs';
import { access, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, extname, join, basename } from 'node:path';
import { makeFolder } from '../../runtime/make-folder.js';
import { STANDARD_OUTPUT } from '../../runtime/standard-streams.js';
import { Failure, meaningOf, WrongUse } from '../../runtime/failure.js';

/** Returns `contacts-clean` next to `contacts.csv` or `contacts.csv.gz`. */
export function usualFolder(file: string): string {
  const name = basename(file).replace(/\.gz$/i, '');
  return join(dirname(file), `${basename(name, extname(name))}-clean`);
}

/** Creates the folder, or checks that it is writable. @param force replaces existing output files @throws Failure */
export async function prepareFolder(folder: string, force: boolean): Promise<void> {
  if (folder === STANDARD_OUTPUT) throw new WrongUse('--out -: expected a folder, because several files are written');
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
    throw new Failure(`cannot write to the folder ${folder}: ${reason}; choose another folder with --out DIR`);
  }
  if (!force && (await readdir(folder)).length > 0)
    throw new WrongUse(
      `the folder ${folder} is not empty: choose another folder with --out DIR, or replace its files with --force`,
    );
}

/** Removes a folder if it is empty. A folder that cannot be removed, such as a mount point, is harmless. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
