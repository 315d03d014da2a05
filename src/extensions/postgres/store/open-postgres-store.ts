import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { HISTORY_DAYS, type FileStoreOptions } from '../../../store/open-file-store.js';
import { DatabaseSnapshots } from './database-snapshot.js';
import { LEASE_MS, LogConnection, type Query } from './log-connection.js';
import { isPassing, pauseBefore, unusable } from './database-errors.js';
import { IndexImages } from './index-images.js';
import { locationOf } from './location.js';
import { settleIdentity } from './database-identity.js';
import { LogListener, notifierOf } from './log-listener.js';
import { migrate } from './migrations.js';
import type { NodeDatabase } from './node-database.js';
import { NodeFolder } from './node-folder.js';
import { NodeList } from './node-list.js';
import { PostgresStore } from './postgres-store.js';
import { replay } from './replay-log.js';
import { RowTables } from './tables/row-tables.js';
import { drawFrom, installationDraw } from '../../../store/installation.js';
import type { ObjectType } from '../../../records/object-type.js';
import { MARGIN, SeenIds } from '../../../store/seen-ids.js';
import { boundedBy, removePageFiles, type RecordMemory } from '../../../store/record-memory.js';
import { systemFiles } from '../../../store/store-files.js';
import type { StoreState } from '../../../store/store-state.js';

export interface PostgresStoreOptions extends Pick<
  FileStoreOptions,
  'historyDays' | 'answerBounds' | 'now' | 'installation'
> {
  /**
   * Log length, in characters, above which a new snapshot is due if the log is also longer than the last snapshot.
   * Default: 64 million.
   */
  readonly compactAt?: number;
  /** Milliseconds without the database before commits are rejected. Default: 5,000. */
  readonly patience?: number;
  /** Folder of this node alone, which makes its next startup fast. */
  readonly folder?: string | undefined;
  /** Memory limit. Data beyond it is stored in the folder or the temporary folder. Default: everything is in memory. */
  readonly recordMemory?: RecordMemory | undefined;
  /** Whether `tidy` writes a snapshot that is due. Set for a process that exits when its work is done. */
  readonly tidies?: boolean;
  /** A database that the caller closes. Its feed also reports commits. Default: a separate listener. */
  readonly database?: NodeDatabase | undefined;
  /** Objects with SQL tables. `none` empties the tables. By default, the tables are not changed. */
  readonly tables?: readonly ObjectType[] | 'none' | undefined;
  /** Called when notifications do not arrive, and when they do again. */
  readonly trouble?: ((message: string) => void) | undefined;
}

const COMPACT_AT = 64 << 20;
const PATIENCE_MS = 5_000;
/** Milliseconds to wait for a response. No process holds the log's lock for that long. */
const ANSWER_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the store, and creates or upgrades its schema. Any number of processes may open it.
 * @param url see `locationOf` @throws TypeError for an invalid URL
 * @throws SchemaError if a newer version of the program wrote the schema; nothing was changed
 * @throws StoreUnavailableError if the database cannot be reached or used
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
  const {
    now = Date.now,
    compactAt = COMPACT_AT,
    patience = PATIENCE_MS,
    historyDays = HISTORY_DAYS,
    folder,
    recordMemory,
    database,
    trouble,
    tables,
    tidies = false,
    installation,
  } = options;
  const location = locationOf(url);
  const { names } = location;
  const writer = randomUUID();
  const connection = new LogConnection(location, writer, ANSWER_MS, database?.idle);
  const lease = new LogConnection(location, writer, LEASE_MS, database?.idle);
  const beside = new LogConnection(location, writer, undefined, database?.idle);
  const snapshots = new DatabaseSnapshots(beside, names.schema, now);
  const nodes = new NodeList(beside, names.schema);
  let opened: StoreState | undefined;
  const images = new IndexImages(beside, names.schema);
  try {
    await patiently(patience, () => beside.use((client) => migrate(client, names)));
    const query: Query = (text, values) => beside.query(text, values);
    const { identity } = await settleIdentity(query, names.schema);
    // Derive the number from the identity, so that nodes that start at the same time choose the same number.
    const drawInstallation = installation === undefined ? drawFrom(identity) : installationDraw(installation);
    // Report first, so that the log that this node needs is not trimmed.
    await nodes.report(0);
    if (folder !== undefined) await removePageFiles(folder, systemFiles);
    const bound = () => boundedBy(recordMemory, folder ?? tmpdir(), systemFiles, trouble);
    const state = (opened = await snapshots.load(options.answerBounds, bound));
    const logCharacters = await replay((known) => connection.read(known), state, now());
    const seenIds = folder === undefined ? undefined : new SeenIds(folder);
    await seenIds?.raise(state.counters, MARGIN);
    const parts = { state, connection, lease, beside, snapshots, nodes, images, now, compactAt, patience, seenIds };
    const types = tables === 'none' ? undefined : tables;
    const filling = new LogConnection(location, writer, undefined, database?.idle);
    const rowTables = tables && new RowTables({ connection: filling, names, state, types, trouble });
    // Tables that are created before the first commit need not be filled.
    if (state.sequence === 0) await rowTables?.made;
    return new PostgresStore({
      ...parts,
      drawInstallation,
      tables: rowTables,
      historyMs: historyDays * DAY_MS,
      logCharacters,
      tidies,
      snapshotBytes: await snapshots.bytes(),
      folder: folder === undefined ? undefined : new NodeFolder(folder, images, query, names.schema, () => state.end),
      listen: (tell, deciderChanged) => {
        if (database !== undefined) return database.feed.listen(tell, deciderChanged);
        const listener = new LogListener({ location, tell, deciderChanged, notify: notifierOf(beside), trouble });
        listener.start();
        return listener;
      },
    });
  } catch (error) {
    opened?.close();
    await nodes.leave().catch(() => undefined);
    await connection.close();
    await beside.close();
    throw unusable(location, error);
  }
}

async function patiently<T>(patience: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() >= until) throw error;
      await pause(pauseBefore(attempt));
    }
  }
}
