import type { Client, QueryConfig, QueryResultRow } from 'pg';
import type { EncodedCommit } from '../../../store/encoded-commit.js';
import type { LogPosition } from '../../../store/log-position.js';
import { connect, end } from './connect.js';
import { copyOut } from './copy-out.js';
import { leavesConnection, meaningOf } from './database-errors.js';
import type { IdleClients } from './idle-clients.js';
import type { Location } from './location.js';

export type Query = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

export interface LogRow {
  readonly position: number;
  readonly writer: string;
  readonly number: number;
  /** JSON: `{"t": changes, "by": author}`. */
  readonly body: string;
}

interface Row {
  readonly r_position: string;
  readonly r_writer: string;
  readonly r_number: string;
  readonly r_body: string;
}

/** Duration, in milliseconds, of the right to decide. Each append extends it. */
export const LEASE_MS = 1_500;
const COLUMNS = 'r_position, r_writer, r_number, r_body';

/** A connection that is opened on demand, and opened again after it breaks. Works with a transaction-pooling proxy. */
export class LogConnection {
  #client: Client | undefined;
  #users = 0;
  /** The pending connection, which callers share, because a second connection would never be closed. */
  #connecting: Promise<Client> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #state = { isClosed: false };

  constructor(
    private readonly location: Location,
    readonly writer: string,
    /** Milliseconds to wait for a response. Default: that of the location. */
    private readonly patience?: number,
    /** Pool for idle connections. If absent, the connection is not shared. */
    private readonly idle?: IdleClients,
  ) {}

  /** Reads a batch of commits, which is empty at the log's end. @throws DivergedError if the known commit is missing */
  read(known: LogPosition): Promise<LogRow[]> {
    return readLog(this, this.schema, known);
  }

  /**
   * Appends commits atomically if the caller decides and knows all of the log.
   * @param first number of the first commit @param epoch Epoch of the caller's lease
   * @returns a batch of commits that the caller does not know; if not empty, nothing was appended
   * @throws Error LK005 if another node decides; DivergedError like `read`
   */
  append(known: LogPosition, first: number, commits: readonly EncodedCommit[], epoch: number): Promise<LogRow[]> {
    const text = `select ${COLUMNS} from ${this.schema}.append($1, $2, $3, $4, $5, $6, $7, $8)`;
    const bodies = commits.map(({ body }) => `{${body}`);
    return logRows(this, known, text, [this.writer, first, bodies, epoch, LEASE_MS]);
  }

  /** Runs queries in call order. */
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    return this.#inOrder(() => this.#ask<R>(text, values));
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #ask<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    return this.#using(false, async (client) => {
      const config: QueryConfig & { query_timeout?: number } = { text, ...(values && { values }) };
      if (this.patience !== undefined) config.query_timeout = this.patience;
      return (await client.query<R>(config)).rows;
    });
  }

  /** See `CopiesOut`. Runs in call order with the queries. */
  copyOut(select: string): Promise<Buffer[]> {
    return this.#inOrder(() => this.#using(false, (client) => copyOut(client, select)));
  }

  /** Runs work that needs the client itself, such as migrations. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#using(true, work);
  }

  async #using<T>(inTransaction: boolean, work: (client: Client) => Promise<T>): Promise<T> {
    this.#users++;
    try {
      const client = await this.#connected();
      try {
        return await work(client);
      } catch (error) {
        await this.#afterError(error, inTransaction);
        throw error;
      }
    } finally {
      this.#users--;
      this.#giveBack();
    }
  }

  #giveBack(): void {
    const client = this.#client;
    if (this.idle === undefined || client === undefined || this.#users > 0) return;
    this.#client = undefined;
    client.off('end', this.#broken);
    client.off('error', this.#broken);
    this.idle.give(client);
  }

  /** Closes the connection. No connection may be opened afterwards, because it would keep the process running. */
  async close(): Promise<void> {
    this.#state.isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await end(client);
  }

  get schema(): string {
    return this.location.names.schema;
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    return (this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined)));
  }

  async #connect(): Promise<Client> {
    const options = this.patience === undefined ? {} : { query_timeout: this.patience };
    this.#refuseIfClosed();
    const client =
      this.idle?.take() ?? (await connect(this.location.connection, () => undefined, this.idle ? {} : options));
    client.on('end', this.#broken);
    client.on('error', this.#broken);
    if (this.#state.isClosed) void end(client);
    this.#refuseIfClosed();
    return (this.#client = client);
  }

  #refuseIfClosed(): void {
    if (this.#state.isClosed) throw new Error('connection ended: it was closed');
  }

  async #afterError(error: unknown, inTransaction: boolean): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    // If only the statement failed, the connection is still usable.
    const isStatement = leavesConnection(error) || /^(?:LK|22|23|42|P0)/.test((error as { code?: string }).code ?? '');
    if (!isStatement) {
      this.#drop(client);
      return;
    }
    if (inTransaction) await client.query('rollback').catch(() => this.#drop(client));
  }

  readonly #broken = (): void => {
    if (this.#client !== undefined) this.#drop(this.#client);
  };

  #drop(client: Client): void {
    client.off('end', this.#broken);
    client.off('error', this.#broken);
    if (this.#client === client) this.#client = undefined;
    void end(client);
  }
}

interface Database {
  readonly query: Query;
}

/** Returns a batch of the commits after a position. @param schema quoted identifier */
export function readLog(database: Database, schema: string, known: LogPosition): Promise<LogRow[]> {
  return logRows(database, known, `select ${COLUMNS} from ${schema}.read_log($1, $2, $3)`);
}

async function logRows(database: Database, known: LogPosition, text: string, more: unknown[] = []): Promise<LogRow[]> {
  return (await continuing(database, known, text, more)).map(asLogRow);
}

/**
 * Calls a function of the log whose first parameters are the caller's position.
 * @param more its other parameters, from $4 on
 * @throws DivergedError if the log contains another commit at that position, or none
 * @throws PositionGoneError if the log begins after that position
 */
export async function continuing<R extends QueryResultRow = Row>(
  database: Database,
  known: LogPosition,
  text: string,
  more: unknown[] = [],
): Promise<R[]> {
  const { position, last } = known;
  try {
    return await database.query<R>(text, [position, last?.writer ?? null, last?.number ?? null, ...more]);
  } catch (error) {
    throw meaningOf(error, known);
  }
}

function asLogRow({ r_position, r_writer, r_number, r_body }: Row): LogRow {
  return { position: Number(r_position), writer: r_writer, number: Number(r_number), body: r_body };
}
