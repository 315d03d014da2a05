import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { unusable } from './database-errors.js';
import { locationOf } from './location.js';
import { LogConnection } from './log-connection.js';
import { migrate } from './migrations.js';

/** Milliseconds in which the database answers; a login waits for it. */
const ANSWER_MS = 10_000;

/** What nodes share beside the log: small tables, read and written by statements of their own. */
export class NodeDatabase {
  /** Quoted identifier. */
  readonly schema: string;
  readonly #connection: LogConnection;
  /** One transaction at a time; statements of others wait for its end. */
  #line: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    const location = locationOf(url);
    this.schema = location.names.schema;
    this.#connection = new LogConnection(location, randomUUID(), ANSWER_MS);
  }

  /** @throws as `openPostgresStore` */
  static async open(url: string): Promise<NodeDatabase> {
    const location = locationOf(url);
    const { names } = location;
    const database = new NodeDatabase(url);
    try {
      await database.#connection.use((client) => migrate(client, names));
      return database;
    } catch (error) {
      await database.close();
      throw unusable(location, error);
    }
  }

  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    return this.#after(() => this.#connection.query<R>(text, values));
  }

  /** Work in one transaction: all of it or none. */
  transaction<T>(work: (query: NodeDatabase['query']) => Promise<T>): Promise<T> {
    return this.#after(() =>
      this.#connection.use(async (client) => {
        await client.query('begin');
        const result = await work(async (text, values) => (await client.query<never>(text, values)).rows);
        await client.query('commit');
        return result;
      }),
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }
}
