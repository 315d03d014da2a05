import { existsSync, statSync } from 'node:fs';
import { ClientUsers } from '../../service/auth/client-users.js';
import type { Configuration } from '../../store/config/configuration.js';
import { answerBoundsOf } from '../../store/config/config-limits.js';
import type { Likeness } from '../../service/likeness.js';
import { IndexSnapshots } from '../../service/index-snapshot/index-snapshots.js';
import { openLikeness, type OpenOptions } from '../../service/open.js';
import type { FileStore } from '../../store/file-store.js';
import { openFileStore, type FileStoreOptions } from '../../store/open-file-store.js';
import { StoreDamagedError, StoreLockedError, UnknownFormatError } from '../../store/store-errors.js';
import { Failure, meaningOf } from '../../runtime/failure.js';
import { note } from '../../runtime/notes.js';

/** Opens a data folder exclusively. Closing the service closes the folder. */
export async function openDataFolder(
  folder: string,
  configuration: Configuration,
  options: Pick<OpenOptions, 'createIndex'> & Pick<FileStoreOptions, 'recordMemory'> = {},
): Promise<Likeness> {
  return (await openFolderAndStore(folder, configuration, { ...options, tidies: true })).likeness;
}

export async function openFolderAndStore(
  folder: string,
  configuration: Configuration,
  {
    createIndex,
    tidies = false,
    recordMemory,
  }: Pick<OpenOptions, 'createIndex'> & Pick<FileStoreOptions, 'tidies' | 'recordMemory'> = {},
): Promise<{ readonly likeness: Likeness; readonly store: FileStore }> {
  const { historyDays, limits } = configuration.settings;
  const answerBounds = answerBoundsOf(limits);
  const store = await unlocked(folder, () =>
    openFileStore(folder, { historyDays, answerBounds, note, tidies, recordMemory }),
  );
  if (store.restrictedFiles.length > 0)
    note(`removed the access of other users to the data folder ${folder}: ${store.restrictedFiles.join(', ')}`);
  try {
    const retrieval = createIndex ? { createIndex } : { snapshots: new IndexSnapshots(store, store, { note }) };
    const users = new ClientUsers(folder);
    return { likeness: await openLikeness({ configuration, store, users, ...retrieval }), store };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws Failure that names the process that holds the folder, the damage, or the reason for denied access */
export async function unlocked<T>(folder: string, open: () => Promise<T>): Promise<T> {
  return open().catch((error: unknown) => {
    throw error instanceof StoreLockedError ? inUse(folder, error) : unusable(folder, error);
  });
}

export function inUse(folder: string, { pid }: StoreLockedError): Failure {
  const holder = pid === undefined ? 'another process' : `process ${pid}`;
  return new Failure(
    `the data folder ${folder} is in use by ${holder}, probably a running server: stop it, or use it with --url and --token`,
  );
}

/** Adds advice to an error about a damaged or read-only folder, a file at the folder's path, or a full disk. */
function unusable(folder: string, error: unknown): unknown {
  if (error instanceof StoreDamagedError && !(error instanceof UnknownFormatError))
    return new Failure(
      `the data folder ${folder} is damaged: ${error.message}; \`likeness repair\` shows what can be recovered, without changing anything`,
    );
  const isFile = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  const reason = isFile ? 'it is not a folder' : meaningOf(error);
  if (reason === undefined) return error;
  return new Failure(`the data folder ${folder} cannot be used: ${reason}; choose another folder with --data DIR`);
}

/** Checks that a folder exists, because reading must not create it. @throws Failure */
export function mustExist(folder: string): void {
  if (existsSync(folder)) return;
  throw new Failure(
    `there is no data folder ${folder}: \`likeness import\` and \`likeness serve\` create it; --data DIR selects another folder`,
  );
}
