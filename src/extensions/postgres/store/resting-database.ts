import { tmpdir } from 'node:os';
import type { QueryResultRow } from 'pg';
import { boundedBy, type RecordMemory } from '../../../store/record-memory.js';
import { UNBOUNDED } from '../../../store/remembered-answers.js';
import type { StoreState } from '../../../store/store-state.js';
import { connect, end } from './connect.js';
import { copyOut, type CopiesOut } from './copy-out.js';
import { unusable } from './database-errors.js';
import { DatabaseSnapshots } from './database-snapshot.js';
import { readLog, type Query } from './log-connection.js';
import { settleIdentity, type StoreIdentity } from './database-identity.js';
import { locationOf, type Location } from './location.js';
import { migrate } from './migrations.js';
import { NODE_ALIVE } from './node-list.js';
import { replay } from './replay-log.js';

/** A database in which no node has the store open. All work on it is one transaction. */
export class RestingDatabase {
  readonly #snapshots: DatabaseSnapshots;

  constructor(
    readonly query: Query,
    copyOut: CopiesOut['copyOut'],
    /** Quoted identifier. */
    readonly schema: string,
    /** Channel for changes to documents. */
    readonly channel: string,
  ) {
    this.#snapshots = new DatabaseSnapshots({ query, copyOut }, schema, () => 0);
  }

  /**
   * Keeps all changes, regardless of their age.
   * @param recordMemory default: unlimited
   * @returns a state to be closed
   */
  async load(recordMemory?: RecordMemory): Promise<StoreState> {
    const state = await this.#snapshots.load(UNBOUNDED, () => boundedBy(recordMemory, tmpdir()));
    await replay((known) => readLog(this, this.schema, known), state, 0);
    return state;
  }

  /** Saves a state to an empty store. The log begins at the position of this state. */
  async save(state: StoreState): Promise<void> {
    const { schema } = this;
    await this.query(`update ${schema}.head set position = $1, trimmed = $1`, [state.sequence]);
    // Leave the tables empty. Nodes will fill them.
    await this.query(
      `update ${schema}.sql_tables set since = $1, filled = '', only_fields = null where since is not null`,
      [state.sequence],
    );
    const [begin] = await this.query<{ r_writer: string; r_number: string }>(
      `select r_writer, r_number from ${schema}.commit_at($1)`,
      [state.sequence],
    );
    const { sequence } = state;
    state.standsAt(sequence, begin === undefined ? [] : [[sequence, begin.r_writer, Number(begin.r_number)]]);
    await this.#snapshots.save(state, () => false);
  }

  renewIdentity(): Promise<StoreIdentity> {
    return settleIdentity(this.query, this.schema, true);
  }

  async contents(): Promise<string[]> {
    const { schema } = this;
    const [held] = await this.query<Record<string, boolean>>(
      `select exists (select from ${schema}.head where position > 0) as records,
        exists (select from ${schema}.documents where name ~ '^shared/') as clients,
        exists (select from ${schema}.spent) as revocations,
        exists (select from ${schema}.documents where name = 'audit.head') as audit,
        exists (select from ${schema}.documents where name !~ '^(configur|shared/|audit)') as home`,
    );
    return Object.keys(held!).filter((name) => held![name] === true);
  }
}

/**
 * Runs work in one transaction that locks the log. All changes are stored if the promise resolves, and none if it
 * rejects.
 * @param role a source must have the schema; in a target it is created empty, and kept even if `use` fails
 * @throws Error if a node has the store open, and any error from `use`
 */
export async function withRestingDatabase<T>(
  url: string,
  role: 'source' | 'target',
  use: (database: RestingDatabase) => Promise<T>,
): Promise<T> {
  const location = locationOf(url);
  const { schema } = location.names;
  // Do not limit the time, because a move may take long.
  const patient = { query_timeout: undefined };
  const client = await connect(location.connection, () => undefined, patient).catch((error: unknown) => {
    throw unusable(location, error);
  });
  const query = async <R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> =>
    (await client.query<R>(text, values)).rows;
  try {
    if (role === 'source') await mustHoldStore(query, location);
    await migrate(client, location.names);
    await client.query('begin');
    const result = await alone(query, location, () =>
      use(new RestingDatabase(query, (select) => copyOut(client, select), schema, location.names.homeChannelName)),
    );
    await client.query('commit');
    return result;
  } finally {
    // Rolls back everything, unless it was committed.
    await end(client);
  }
}

async function alone<T>(query: Query, location: Location, use: () => Promise<T>): Promise<T> {
  const { schema } = location.names;
  await query(
    `select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await query(`set local lock_timeout = '2s'`);
  await query(`select from ${schema}.head for update`);
  const nodes = await query<{ name: string }>(`select name from ${schema}.nodes where ${NODE_ALIVE}`);
  if (nodes.length > 0)
    throw new Error(
      `${location.shown} is in use by ${nodes.map(({ name }) => name).join(', ')}: stop these nodes first. A killed process remains listed for 30 seconds`,
    );
  return use();
}

async function mustHoldStore(query: Query, { names, shown }: Location): Promise<void> {
  const [there] = await query<{ found: string | null }>('select to_regclass($1) as found', [`${names.schema}.head`]);
  if (there!.found === null) throw new Error(`${shown} contains no store`);
}
