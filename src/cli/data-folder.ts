import { existsSync, statSync } from 'node:fs';
import { ClientUsers } from '../auth/client-users.js';
import type { Configuration } from '../config/configuration.js';
import { answerBoundsOf } from '../config/limits.js';
import { loadConfiguration } from '../config/load.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import type { Likeness } from '../contract/likeness.js';
import { IndexSnapshots } from '../service/index-snapshot/index-snapshots.js';
import { openLikeness, type OpenOptions } from '../service/open.js';
import { openFileStore } from '../store/open-file-store.js';
import { createMemoryStore } from '../store/memory-store.js';
import { StoreLockedError } from '../store/store-errors.js';
import { Failure, meaningOf, WrongUse } from './errors.js';
import { note } from './output/print.js';
import { remoteService, type RemoteOptions, type RemoteService } from './remote-service.js';

/** Built-ins plus what stands in the configuration folder. A folder that is not there means built-ins only. */
export function configurationOf(folder: string): Promise<Configuration> {
  return loadConfiguration(existsSync(folder) ? folder : undefined);
}

/** @throws WrongUse with the known types */
export function objectType({ registry }: Configuration, name: string): ObjectType {
  const type = registry.byName(name);
  if (type !== undefined) return type;
  const known = registry.types.map((each) => each.name).join(', ');
  throw new WrongUse(`--object '${name}': there is no such object type; known are ${known}`);
}

/** Opens the service over a data folder, which no other process may have open. Closing it closes the folder. */
export async function openDataFolder(
  folder: string,
  configuration: Configuration,
  { createIndex }: Pick<OpenOptions, 'createIndex'> = {},
): Promise<Likeness> {
  const { historyDays, limits } = configuration.settings;
  const answerBounds = answerBoundsOf(limits);
  const store = await unlocked(folder, () => openFileStore(folder, { historyDays, answerBounds }));
  if (store.restrictedFiles.length > 0)
    note(`took the rights of others to the data folder ${folder} away: ${store.restrictedFiles.join(', ')}`);
  try {
    const retrieval = createIndex ? { createIndex } : { snapshots: new IndexSnapshots(store, { note }) };
    return await openLikeness({ configuration, store, users: new ClientUsers(folder), ...retrieval });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws Failure saying who has the data folder open, or why the system does not let us use it */
export async function unlocked<T>(folder: string, open: () => Promise<T>): Promise<T> {
  return open().catch((error: unknown) => {
    if (!(error instanceof StoreLockedError)) throw unusable(folder, error);
    const holder = error.pid === undefined ? 'another process' : `process ${error.pid}`;
    throw new Failure(
      `the data folder ${folder} is in use by ${holder}, probably a running server: stop it, or work through it with --url and --token`,
    );
  });
}

/** A folder that may not be written, a file in its place, a full disk: said in words, with what would be right. */
function unusable(folder: string, error: unknown): unknown {
  const isFile = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  const reason = isFile ? 'it is not a folder' : meaningOf(error);
  if (reason === undefined) return error;
  return new Failure(
    `the data folder ${folder} cannot be used: ${reason}; choose a folder that this user may read and write with --data DIR`,
  );
}

/** @throws Failure where there is no such folder: what reads must not make one */
export function mustExist(folder: string): void {
  if (existsSync(folder)) return;
  throw new Failure(
    `there is no data folder ${folder}: \`likeness import\` and \`likeness serve\` make one, --data DIR names another`,
  );
}

/** Of a folder that is there. */
export async function withLikeness<T>(
  folder: string,
  configuration: Configuration,
  use: (likeness: Likeness) => Promise<T>,
): Promise<T> {
  mustExist(folder);
  return closing(await openDataFolder(folder, configuration), use);
}

/** With the service that `--url` names, else with one over the data folder. */
export function withService<T>(
  options: RemoteOptions & { readonly data: string },
  configuration: Configuration,
  { local, remote }: { local: (likeness: Likeness) => Promise<T>; remote: (service: RemoteService) => Promise<T> },
): Promise<T> {
  const service = remoteService(options, configuration.settings);
  return service === undefined ? withLikeness(options.data, configuration, local) : remote(service);
}

/** As `withLikeness`, for reading records: nothing can be searched or saved, and so nothing is indexed. */
export async function withRecords<T>(
  folder: string,
  configuration: Configuration,
  use: (likeness: Pick<Likeness, 'records'>) => Promise<T>,
): Promise<T> {
  mustExist(folder);
  return closing(await openDataFolder(folder, configuration, { createIndex: () => NO_INDEX }), use);
}

/** Without any record: for what needs none, and must not make a folder. */
export async function withoutRecords<T>(
  configuration: Configuration,
  use: (likeness: Likeness) => Promise<T>,
): Promise<T> {
  return closing(await openLikeness({ configuration, store: createMemoryStore() }), use);
}

async function closing<T>(likeness: Likeness, use: (likeness: Likeness) => Promise<T>): Promise<T> {
  try {
    return await use(likeness);
  } finally {
    await likeness.close();
  }
}

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
