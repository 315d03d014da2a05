import { answerBoundsOf } from '../../store/config/config-limits.js';
import type { Configuration } from '../../store/config/configuration.js';
import { IndexSnapshots } from '../../service/index-snapshot/index-snapshots.js';
import { openLikeness, type OpenOptions } from '../../service/open.js';
import type { Service } from '../../service/service.js';
import type { PostgresHome } from '../../extensions/postgres/home/postgres-home.js';
import type { NodeDatabase, NodeDatabaseOptions } from '../../extensions/postgres/store/node-database.js';
import type { StoreIdentity } from '../../extensions/postgres/store/database-identity.js';
import type { Durability, Losses } from '../../extensions/postgres/store/durability.js';
import type { notificationsOf } from '../../extensions/postgres/store/log-listener.js';
import { secretsOfDatabase } from '../../service/auth/secret-files.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home } from '../../store/home/home.js';
import type { RecordMemory } from '../../store/record-memory.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import { describe, Failure } from '../../runtime/failure.js';
import { note } from '../../runtime/notes.js';

export interface DatabaseOptions extends Pick<OpenOptions, 'createIndex' | 'users'> {
  /** Returns milliseconds since the epoch. Default: the database's clock. */
  readonly now?: () => number;
  /** Folder for index snapshots for the next startup. Only for nodes. */
  readonly folder?: string;
  readonly recordMemory?: RecordMemory | undefined;
  /**
   * Set for a process that exits when its work is done. Such a process compacts the log, so that the next startup is
   * faster.
   */
  readonly tidies?: boolean;
  /** The node's database, whose feed and connections the store uses. */
  readonly database?: NodeDatabase;
  /** Receives messages for operators about the connection. */
  readonly trouble?: (message: string) => void;
}

/**
 * Opens a service over a database that other nodes may use too. Closing the service closes the connections.
 * @throws Failure describing the problem with the URL or the database
 */
export async function openDatabase(
  url: string,
  configuration: Configuration,
  { folder, recordMemory, tidies = false, database, trouble, now: given, ...options }: DatabaseOptions = {},
): Promise<Service> {
  // Loaded on demand, because most programs have no database.
  const { openPostgresStore } = await import('../../extensions/postgres/store/open-postgres-store.js');
  const { historyDays, limits, sqlTables } = configuration.settings;
  const tables = sqlTables ? configuration.registry.types : 'none';
  const now = given ?? (await clockOf(url));
  const answerBounds = answerBoundsOf(limits);
  const store = await usable(
    openPostgresStore(url, {
      ...{ historyDays, answerBounds, now, folder, recordMemory, tidies, database, trouble, tables },
    }),
  );
  try {
    const snapshots = store.place !== undefined && new IndexSnapshots(store, store.place, { note });
    return await openLikeness({
      configuration,
      store,
      now: () => new Date(now()),
      ...(snapshots && { snapshots }),
      ...options,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Returns the database's clock, because the machine's clock may be wrong. */
async function clockOf(url: string): Promise<() => number> {
  const database = await openNodeDatabase(url);
  await database.close();
  return database.clock.now;
}

export { pauseBefore } from '../../extensions/postgres/store/database-errors.js';
export { isPostgresUrl } from '../../extensions/postgres/store/location.js';

/** Opens a database for everything that nodes share except records. @throws Failure like `openDatabase` */
export async function openNodeDatabase(url: string, options: NodeDatabaseOptions = {}): Promise<NodeDatabase> {
  const { NodeDatabase } = await import('../../extensions/postgres/store/node-database.js');
  const database = await usable(NodeDatabase.open(url, options));
  const { identity, former } = database.store;
  if (former !== undefined) note(`the database is a copy of the store ${former}; its new identity is ${identity}`);
  return database;
}

/** Opens the shared documents with their own connection. @throws Failure like `openDatabase` */
export async function openDatabaseHome(url: string, options: NodeDatabaseOptions = {}): Promise<PostgresHome> {
  const { PostgresHome } = await import('../../extensions/postgres/home/postgres-home.js');
  return new PostgresHome(await openNodeDatabase(url, options));
}

/** Opens the documents of the database if one is given, otherwise those of the data folder. */
export async function openMeantHome({ data, store }: { data: string; store?: string | undefined }): Promise<Home> {
  return store === undefined ? new FolderHome(data) : openDatabaseHome(store);
}

/** A database's durability settings, and a description of the possible losses after a crash or a promotion. */
export type DatabaseKeeping = Durability & Losses;

export async function keepingOf(database: NodeDatabase): Promise<DatabaseKeeping> {
  const { lossesOf } = await import('../../extensions/postgres/store/durability.js');
  const durability = await database.durability();
  return { ...durability, ...lossesOf(durability) };
}

/** Reads a database's durability settings. @throws Failure like `openDatabase` */
export async function checkDatabase(url: string): Promise<{
  readonly keeping: DatabaseKeeping;
  readonly secrets: readonly (readonly [string, string])[];
  readonly notifications: Awaited<ReturnType<typeof notificationsOf>>;
  /** The reason why notifications do not arrive, and the effect; `undefined` if they arrive. */
  readonly unheard: string | undefined;
}> {
  const home = await openDatabaseHome(url);
  try {
    const { notificationsOf, UNHEARD } = await import('../../extensions/postgres/store/log-listener.js');
    const [keeping, secrets] = [await keepingOf(home.database), await secretsOfDatabase(home)];
    const notifications = await notificationsOf(url);
    return { keeping, secrets, notifications, unheard: notifications === 'lost' ? UNHEARD : undefined };
  } finally {
    await home.close();
  }
}

/** Gives a copied database a new identity. No node may have it open. @throws Failure */
export async function renewDatabaseIdentity(url: string): Promise<StoreIdentity> {
  const { withRestingDatabase } = await import('../../extensions/postgres/store/resting-database.js');
  return withRestingDatabase(url, 'source', (database) => database.renewIdentity()).catch((error: unknown) => {
    throw new Failure(`--store: ${describe(error)}`);
  });
}

/** @returns the reason why a database is unavailable; `undefined` if it is available */
export async function whyDatabaseIsAway(url: string): Promise<string | undefined> {
  const { whyAway } = await import('../../extensions/postgres/store/connect.js');
  return whyAway(url);
}

async function usable<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    const isKnown = error instanceof StoreUnavailableError || error instanceof TypeError;
    throw isKnown || (error as Error).name === 'SchemaError'
      ? new Failure(`--store: ${(error as Error).message}`)
      : error;
  });
}
