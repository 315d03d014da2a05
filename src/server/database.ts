import { answerBoundsOf } from '../config/config-limits.js';
import type { Configuration } from '../config/configuration.js';
import { IndexSnapshots } from '../service/index-snapshot/index-snapshots.js';
import { openLikeness, type OpenOptions } from '../service/open.js';
import type { Service } from '../service/service.js';
import type { PostgresHome } from '../home/postgres/postgres-home.js';
import type { NodeDatabase, NodeDatabaseOptions } from '../store/postgres/node-database.js';
import type { StoreIdentity } from '../store/postgres/database-identity.js';
import type { Durability, Losses } from '../store/postgres/durability.js';
import type { notificationsOf } from '../store/postgres/log-listener.js';
import { secretsOfDatabase } from '../auth/database-secrets.js';
import type { RecordMemory } from '../store/record-memory.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { describe, Failure } from '../runtime/failure.js';
import { note } from '../runtime/notes.js';

export interface DatabaseOptions extends Pick<OpenOptions, 'createIndex' | 'users'> {
  /** Milliseconds since the epoch; default: by the database's clock, as it is now. */
  readonly now?: () => number;
  /** Absent unless this is a node: keeps its indexes for its next start. */
  readonly folder?: string;
  /** How much of records and history stays in memory, the rest being in a file of the folder. */
  readonly recordMemory?: RecordMemory | undefined;
  /** For a process that ends when its work is done: leaves less to read for the next start. */
  readonly tidies?: boolean;
  /** Belongs to this process: the store uses its feed and its connections. */
  readonly database?: NodeDatabase;
  /** Is told what operators are to know of the connection to the database. */
  readonly trouble?: (message: string) => void;
}

/**
 * Opens the service over a database, which other nodes may have open as well. Closing it closes the connections.
 *
 * @throws Failure saying what is wrong with the address or the database
 */
export async function openDatabase(
  url: string,
  configuration: Configuration,
  { folder, recordMemory, tidies = false, database, trouble, now: given, ...options }: DatabaseOptions = {},
): Promise<Service> {
  // Most programs have no database: they do not load its driver.
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.js');
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

/** A machine whose own clock is wrong goes by the database's. */
async function clockOf(url: string): Promise<() => number> {
  const database = await openNodeDatabase(url);
  await database.close();
  return database.clock.now;
}

export { pauseBefore } from '../store/postgres/database-errors.js';
export { isPostgresUrl } from '../store/postgres/location.js';

/** The things that nodes share beside the records. @throws Failure as `openDatabase` */
export async function openNodeDatabase(url: string, options: NodeDatabaseOptions = {}): Promise<NodeDatabase> {
  const { NodeDatabase } = await import('../store/postgres/node-database.js');
  const database = await usable(NodeDatabase.open(url, options));
  const { identity, former } = database.store;
  if (former !== undefined)
    note(`the database is a copy of the store ${former}, made elsewhere: from now on it is another one, ${identity}`);
  return database;
}

/** The home in a database, which owns its connection. @throws Failure as `openDatabase` */
export async function openDatabaseHome(url: string, options: NodeDatabaseOptions = {}): Promise<PostgresHome> {
  const { PostgresHome } = await import('../home/postgres/postgres-home.js');
  return new PostgresHome(await openNodeDatabase(url, options));
}

/** How well a database keeps what it has acknowledged, and what a crash or a promotion would lose, in words. */
export type DatabaseKeeping = Durability & Losses;

export async function keepingOf(database: NodeDatabase): Promise<DatabaseKeeping> {
  const { lossesOf } = await import('../store/postgres/durability.js');
  const durability = await database.durability();
  return { ...durability, ...lossesOf(durability) };
}

/** Asks a database how it keeps what it has. @throws Failure as `openDatabase` */
export async function checkDatabase(url: string): Promise<{
  readonly keeping: DatabaseKeeping;
  /** Secrets that are needed as they are, by name. */
  readonly secrets: readonly (readonly [string, string])[];
  readonly notifications: Awaited<ReturnType<typeof notificationsOf>>;
  /** Why notifications do not arrive, and what that costs; absent where they do. */
  readonly unheard: string | undefined;
}> {
  const home = await openDatabaseHome(url);
  try {
    const { notificationsOf, UNHEARD } = await import('../store/postgres/log-listener.js');
    const [keeping, secrets] = [await keepingOf(home.database), await secretsOfDatabase(home)];
    const notifications = await notificationsOf(url);
    return { keeping, secrets, notifications, unheard: notifications === 'lost' ? UNHEARD : undefined };
  } finally {
    await home.close();
  }
}

/** Makes a database that no node has open another store than the one that it is a copy of. @throws Failure */
export async function renewDatabaseIdentity(url: string): Promise<StoreIdentity> {
  const { withRestingDatabase } = await import('../store/postgres/resting-database.js');
  return withRestingDatabase(url, 'source', (database) => database.renewIdentity()).catch((error: unknown) => {
    throw new Failure(`--store: ${describe(error)}`);
  });
}

/** @returns why a database cannot be asked at the moment; `undefined` where it can */
export async function whyDatabaseIsAway(url: string): Promise<string | undefined> {
  const { whyAway } = await import('../store/postgres/why-away.js');
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
