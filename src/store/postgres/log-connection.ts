import type { Client, QueryConfig, QueryResultRow } from 'pg';
import type { EncodedCommit } from '../encoded-commit.js';
import type { LogPosition } from '../log-position.js';
import { connect, end } from './connect.js';
import { copyOut } from './copy-out.js';
import { leavesConnection, meaningOf } from './database-errors.js';
import type { Query } from './database-snapshot.js';
import type { IdleClients } from './idle-clients.js';
import type { Location } from './location.js';

/** A commit as the database gives it back. */
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

/** Milliseconds for which the right to decide is given, and anew by each append. */
export const LEASE_MS = 1_500;
const COLUMNS = 'r_position, r_writer, r_number, r_body';

/**
 * The log in the database, over one connection that is made when it is needed and made anew when it broke. Nothing
 * outlives a transaction on it, so it may go through a proxy that pools transactions.
 */
export class LogConnection {
  #client: Client | undefined;
  /** Work that is under way on it. */
  #users = 0;
  /** For all who ask at once: a second connection would be nobody's to end. */
  #connecting: Promise<Client> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #state = { isClosed: false };

  constructor(
    private readonly location: Location,
    /** By which this process knows its own commits again. */
    readonly writer: string,
    /** Milliseconds without an answer after which the connection is given up; absent: the location's. */
    private readonly patience?: number,
    /** Whose connections it uses while there is something to do; absent: it has one of its own. */
    private readonly idle?: IdleClients,
  ) {}

  /**
   * The commits after a position, the first ones of them; none at the log's end.
   *
   * @throws DivergedError where the log has another commit there, or none
   */
  read(known: LogPosition): Promise<LogRow[]> {
    return readLog(this, this.schema, known);
  }

  /**
   * Appends commits in one go, if the caller decides and nothing is in the log that it does not know.
   *
   * @param first number of the first one
   * @param epoch in which it decides
   * @returns what the caller does not know, the first ones of them; then nothing was appended
   * @throws Error LK005 when another one decides
   * @throws DivergedError as `read`
   */
  append(known: LogPosition, first: number, commits: readonly EncodedCommit[], epoch: number): Promise<LogRow[]> {
    const text = `select ${COLUMNS} from ${this.schema}.append($1, $2, $3, $4, $5, $6, $7, $8)`;
    const bodies = commits.map(({ body }) => `{${body}`);
    return logRows(this, known, text, [this.writer, first, bodies, epoch, LEASE_MS]);
  }

  /** One statement after the other, in the order of the calls. */
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

  /** See `CopiesOut`. In the order of the calls, too. */
  copyOut(select: string): Promise<Buffer[]> {
    return this.#inOrder(() => this.#using(false, (client) => copyOut(client, select)));
  }

  /** Work of the schema's own, such as migrations, on the connection itself. */
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

  /** Whoever asks later is refused: a connection made then would keep the process running. */
  async close(): Promise<void> {
    this.#state.isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await end(client);
  }

  /** Quoted identifier. */
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

  /** Ends what was begun; a connection in an unknown state is given up. */
  async #afterError(error: unknown, inTransaction: boolean): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    // An error of a statement, known to the server, leaves the connection as it was.
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

/** The commits after a position, the first ones of them. @param schema quoted identifier */
export function readLog(database: Database, schema: string, known: LogPosition): Promise<LogRow[]> {
  return logRows(database, known, `select ${COLUMNS} from ${schema}.read_log($1, $2, $3)`);
}

async function logRows(database: Database, known: LogPosition, text: string, more: unknown[] = []): Promise<LogRow[]> {
  return (await continuing(database, known, text, more)).map(asLogRow);
}

/**
 * Calls a function of the log whose first parameters say what the caller knows.
 *
 * @param more its other parameters, from $4 on
 * @throws DivergedError where the log has another commit at that position, or none
 * @throws PositionGoneError where the log begins behind it
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
