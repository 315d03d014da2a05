import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { DatabaseClock } from './database-clock.js';
import { orAway, unusable } from './database-errors.js';
import { durabilityOf, type Durability } from './durability.js';
import { Feed } from './feed.js';
import { IdleClients } from './idle-clients.js';
import { settleIdentity, type StoreIdentity } from './database-identity.js';
import { locationOf } from './location.js';
import { LogConnection } from './log-connection.js';
import { migrate } from './migrations.js';

/** Milliseconds to wait for a response. The wait is limited, because a login may depend on it. */
const ANSWER_MS = 10_000;
/** Milliseconds without a statement before a transaction is aborted. */
const STANDS_STILL_MS = 6_000;

export interface NodeDatabaseOptions {
  /** Returns milliseconds since the epoch. Only tests set it. */
  readonly clock?: () => number;
  /**
   * Another database object of this process, whose feed and idle connections are shared. That object must be closed
   * last.
   */
  readonly first?: NodeDatabase;
  /** Called when notifications do not arrive, and when they do again. */
  readonly trouble?: (message: string) => void;
}

/** Small tables that nodes share. @throws StoreUnavailableError from every query during an outage */
export class NodeDatabase {
  /** Quoted identifier. */
  readonly schema: string;
  readonly clock: DatabaseClock;
  store!: StoreIdentity;
  readonly feed: Feed;
  readonly idle: IdleClients;
  /** Whether this object closes the shared parts. */
  readonly #isFirst: boolean;
  readonly #connection: LogConnection;
  /** Runs one transaction at a time. Other statements wait for the end of the transaction. */
  #line: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly url: string,
    { clock = Date.now, first, trouble }: NodeDatabaseOptions,
  ) {
    const location = locationOf(url);
    this.schema = location.names.schema;
    this.idle = first?.idle ?? new IdleClients();
    this.#connection = new LogConnection(location, randomUUID(), ANSWER_MS, this.idle);
    this.clock = new DatabaseClock((text, values) => this.query(text, values), clock);
    this.#isFirst = first === undefined;
    this.feed =
      first?.feed ??
      new Feed(
        location,
        (channel) => this.query(`select pg_notify($1, '')`, [channel]),
        () => this.#documents(),
        trouble,
      );
  }

  /** @throws like `openPostgresStore` */
  static async open(url: string, options: NodeDatabaseOptions = {}): Promise<NodeDatabase> {
    const location = locationOf(url);
    const { names } = location;
    const database = new NodeDatabase(url, options);
    try {
      await database.#connection.use((client) => migrate(client, names));
      database.store = await settleIdentity((text, values) => database.query(text, values), database.schema);
      await database.clock.look();
      return database;
    } catch (error) {
      await database.close();
      throw unusable(location, error);
    }
  }

  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    return this.#after(() => this.#connection.query<R>(text, values));
  }

  async logEnd(): Promise<number> {
    const [head] = await this.query<{ position: string }>(`select position from ${this.schema}.head`);
    return Number(head!.position);
  }

  durability(): Promise<Durability> {
    return durabilityOf((text, values) => this.query(text, values));
  }

  /** Runs work in a transaction, so that either all of its changes are stored or none. */
  transaction<T>(work: (query: NodeDatabase['query']) => Promise<T>): Promise<T> {
    return this.#after(() =>
      this.#connection.use(async (client) => {
        // Use a single round trip. The timeout prevents a node that hangs from blocking the transactions of other
        // nodes.
        await client.query(`begin; set local idle_in_transaction_session_timeout = ${STANDS_STILL_MS}`);
        const result = await work(async (text, values) => {
          const config = { text, query_timeout: ANSWER_MS, ...(values && { values }) };
          return (await client.query<never>(config)).rows;
        });
        await client.query('commit');
        return result;
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#isFirst) await this.feed.close();
    await this.clock.close();
    await this.#connection.close();
    if (this.#isFirst) await this.idle.close();
  }

  /** Returns a string that changes with every change to a document, based on all documents' versions. */
  async #documents(): Promise<string> {
    const [found] = await this.query<{ newest: string | null; count: string }>(
      `select max(version) as newest, count(*) from ${this.schema}.documents`,
    );
    return `${found!.newest} ${found!.count}`;
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(() => orAway(work()));
    this.#line = done.catch(() => undefined);
    return done;
  }
}
