import { answerBoundsOf } from '../config/config-limits.js';
import type { Configuration } from '../config/configuration.js';
import { IndexSnapshots } from '../service/index-snapshot/index-snapshots.js';
import { openLikeness, type OpenOptions } from '../service/open.js';
import type { Service } from '../service/service.js';
import type { PostgresHome } from '../home/postgres/postgres-home.js';
import type { NodeDatabase, NodeDatabaseOptions } from '../store/postgres/node-database.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { Failure } from '../runtime/failure.js';
import { note } from '../runtime/notes.js';

export interface DatabaseOptions extends Pick<OpenOptions, 'createIndex' | 'users'> {
  /** Milliseconds since the epoch; default: by the database's clock, as it is now. */
  readonly now?: () => number;
  /** Absent unless this is a node: keeps its indexes for its next start. */
  readonly folder?: string;
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
  { folder, database, trouble, now: given, ...options }: DatabaseOptions = {},
): Promise<Service> {
  // Most programs have no database: they do not load its driver.
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.js');
  const { historyDays, limits } = configuration.settings;
  const now = given ?? (await clockOf(url));
  const store = await usable(
    openPostgresStore(url, { historyDays, answerBounds: answerBoundsOf(limits), now, folder, database, trouble }),
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

async function usable<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    const isKnown = error instanceof StoreUnavailableError || error instanceof TypeError;
    throw isKnown || (error as Error).name === 'SchemaError'
      ? new Failure(`--store: ${(error as Error).message}`)
      : error;
  });
}
