import { recordIn } from '../service/auth/audit-log.js';
import { sharedNameOf } from '../service/auth/shared-files.js';
import { CLIENTS_FILE } from '../service/auth/client-store.js';
import { clientsById } from '../service/auth/client-registry.js';
import { ClientUsers } from '../service/auth/client-users.js';
import type { Configuration } from '../store/config/configuration.js';
import type { Likeness } from '../service/likeness.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import { openLikeness, type OpenOptions } from '../service/open.js';
import type { RecordMemory } from '../store/record-memory.js';
import { createMemoryStore } from '../store/memory-store.js';
import { audit, COMMAND_LINE, type WriteDown } from './audit-changes.js';
import { mustExist, openDataFolder } from './open/data-folder.js';
import { ONE_INPUT } from '../files/dedupe/read-input.js';
import type { StoredRecords } from '../files/dedupe/read-records.js';
import { openDatabase, openDatabaseHome } from './open/database.js';
import { describe, Failure, WrongUse } from '../runtime/failure.js';
import { remoteService, type RemoteOptions, type RemoteService } from './remote-service.js';
import { note } from '../runtime/notes.js';

export interface StoreChoice {
  readonly data: string;
  readonly store?: string | undefined;
  readonly recordMemory?: RecordMemory | undefined;
}

/** Opens the chosen store. Closing the service closes the store. */
export async function openMeant(
  { data, store, recordMemory }: StoreChoice,
  configuration: Configuration,
  options: Pick<OpenOptions, 'createIndex'> = {},
): Promise<Likeness> {
  if (store === undefined) return openDataFolder(data, configuration, { ...options, recordMemory });
  return openDatabase(store, configuration, { ...options, recordMemory, tidies: true, users: await usersOf(store) });
}

export async function withLikeness<T>(
  choice: StoreChoice,
  configuration: Configuration,
  use: (likeness: Likeness) => Promise<T>,
): Promise<T> {
  if (choice.store === undefined) mustExist(choice.data);
  return closing(await openMeant(choice, configuration), use);
}

/** Uses the service at `--url` or, without `--url`, a service over the chosen store. */
export function withService<T>(
  options: RemoteOptions & StoreChoice,
  configuration: Configuration,
  { local, remote }: { local: (likeness: Likeness) => Promise<T>; remote: (service: RemoteService) => Promise<T> },
): Promise<T> {
  const service = remoteService(options, configuration.settings);
  return service === undefined ? withLikeness(options, configuration, local) : remote(service);
}

/** Opens the store like `withLikeness`, but read-only: without an index, it can neither search nor save. */
export async function withRecords<T>(
  choice: StoreChoice,
  configuration: Configuration,
  use: (likeness: Pick<Likeness, 'records'>) => Promise<T>,
): Promise<T> {
  if (choice.store === undefined) mustExist(choice.data);
  return closing(await openMeant(choice, configuration, WITHOUT_INDEX), use);
}

/** Returns the records of `--data` or `--store`, if given. @throws WrongUse if both are given */
export function storedRecords(
  { data, ...choice }: Omit<StoreChoice, 'data'> & { readonly data?: string | undefined },
  configuration: Configuration,
): StoredRecords | undefined {
  if (data === undefined && choice.store === undefined) return undefined;
  if (data !== undefined && choice.store !== undefined) throw new WrongUse(ONE_INPUT);
  return {
    name: data ?? 'database',
    reading: (use) => withRecords({ data: data ?? '', ...choice }, configuration, use),
  };
}

/** Runs a command on an empty service in memory, because the command needs no records and must not create a folder. */
export async function withoutRecords<T>(
  configuration: Configuration,
  use: (likeness: Likeness) => Promise<T>,
): Promise<T> {
  return closing(await openLikeness({ configuration, store: createMemoryStore() }), use);
}

/** Writes an audit entry. If writing fails, a warning is printed, and the command's changes are not undone. */
export async function auditIn({ data, store }: StoreChoice, entry: Parameters<WriteDown>[0]): Promise<void> {
  if (store === undefined) return audit(data, entry);
  try {
    const home = await openDatabaseHome(store);
    await recordIn(home, { by: COMMAND_LINE, ...entry }).finally(() => home.close());
  } catch (error) {
    note(`the audit log of the database could not be written: ${describe(error)}`);
  }
}

/** @throws Failure for a database, which this command does not support */
export function needsFolder(command: string, { store }: Pick<StoreChoice, 'store'>, instead: string): void {
  if (store === undefined) return;
  throw new Failure(
    `\`likeness ${command}\` works only on a data folder, but a database was given (--store, LIKENESS_STORE): ${instead}`,
  );
}

async function usersOf(store: string): Promise<ClientUsers> {
  const home = await openDatabaseHome(store);
  try {
    const clients = clientsById((await home.read(sharedNameOf(CLIENTS_FILE)))?.content, CLIENTS_FILE);
    return new ClientUsers({ all: () => clients });
  } finally {
    await home.close();
  }
}

async function closing<T>(likeness: Likeness, use: (likeness: Likeness) => Promise<T>): Promise<T> {
  try {
    return await use(likeness);
  } finally {
    await likeness.close();
  }
}

/** Options of commands that never search. The next service that is started builds the indexes, on several threads. */
export const WITHOUT_INDEX: Pick<OpenOptions, 'createIndex'> = { createIndex: () => NO_INDEX };

const NO_INDEX: CandidateIndex = {
  put: () => undefined,
  delete: () => undefined,
  search: refuseSearch,
  attempt: refuseSearch,
  statistics: () => ({ records: 0, values: 0, bytes: 0, flexsearchBytes: 0, cacheBytes: 0 }),
};

function refuseSearch(): never {
  throw new Error('likeness: opened without an index');
}
