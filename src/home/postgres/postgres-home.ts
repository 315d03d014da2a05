import { locationOf } from '../../store/postgres/location.js';
import type { NodeDatabase } from '../../store/postgres/node-database.js';
import type { Following } from '../../runtime/watch.js';
import { mustBeName, NONE, type WriteCondition, type Document, type Home, type Lease } from '../home.js';
import { PostgresLease } from './postgres-lease.js';

interface Row {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly version: string;
  readonly content: string;
}

/** The home in the database of several nodes: a row for each document. */
export class PostgresHome implements Home {
  readonly now: () => number;
  readonly #table: string;
  readonly #channel: string;

  constructor(private readonly database: NodeDatabase) {
    this.now = database.clock.now;
    this.#table = `${database.schema}.documents`;
    this.#channel = locationOf(database.url).names.homeChannelName;
  }

  identity(): Promise<string> {
    return Promise.resolve(this.database.store.identity);
  }

  async read(name: string): Promise<Document | undefined> {
    mustBeName(name);
    const [row] = await this.database.query<Row>(`select name, version, content from ${this.#table} where name = $1`, [
      name,
    ]);
    return row;
  }

  list(folder: string): Promise<Document[]> {
    mustBeName(folder);
    // Names are compared byte by byte: `0` is the character behind `/`.
    return this.database.query<Row>(
      `select name, version, content from ${this.#table} where name > $1 and name < $2 order by name`,
      [`${folder}/`, `${folder}0`],
    );
  }

  write(name: string, content: string, { expected, lease }: WriteCondition = {}): Promise<boolean> {
    const next = `nextval('${this.database.schema}.document_versions')`;
    const insert = `insert into ${this.#table} (name, version, content) select $1, ${next}, $3 from duty`;
    if (expected === undefined)
      return this.#change(
        name,
        lease,
        `${insert} on conflict (name) do update set version = excluded.version, content = excluded.content`,
        [content],
      );
    if (expected === NONE) return this.#change(name, lease, `${insert} on conflict (name) do nothing`, [content]);
    return this.#change(
      name,
      lease,
      `update ${this.#table} d set version = ${next}, content = $3 from duty where d.name = $1 and d.version = $4`,
      [content, expected],
    );
  }

  async remove(name: string, lease?: Lease): Promise<void> {
    await this.#change(name, lease, `delete from ${this.#table} d using duty where d.name = $1`, []);
  }

  lease(name: string): PostgresLease {
    return new PostgresLease(this.database, name);
  }

  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following {
    mustBeName(folder);
    return this.database.feed.follow(folder, changed, onError);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** @param statement changes at most one row, from `duty`; its parameters from $3 on @returns whether it did */
  async #change(name: string, lease: WriteCondition['lease'], statement: string, values: unknown[]): Promise<boolean> {
    mustBeName(name);
    const guard = lease instanceof PostgresLease ? lease.guard : 'select 1 as held';
    const rows = await this.database.query(
      `with duty as (${guard}), done as (${statement} returning 1) select pg_notify($2, $1) from done`,
      [name, this.#channel, ...values],
    );
    return rows.length > 0;
  }
}
