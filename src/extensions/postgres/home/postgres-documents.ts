import { orDoubtful } from '../store/database-errors.js';
import {
  mustBeName,
  NONE,
  type HomeChange,
  type ChangeCondition,
  type Document,
  type HomeDocuments,
  type LocalFile,
  type WriteCondition,
} from '../../../store/home/home.js';
import { PostgresContents, type HomeDatabase } from './postgres-contents.js';
import { PostgresLease } from './postgres-lease.js';
import type { SpentEntry, SpentSet, NumberedEntry } from '../../../store/home/spent-set.js';

interface Row {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly version: string;
  readonly content: string;
}

/** Stores each document, and each part of content, as a row. */
export class PostgresDocuments implements HomeDocuments {
  readonly #database: HomeDatabase;
  readonly #table: string;
  readonly #contents: PostgresContents;
  readonly spent: PostgresSpentSet;

  constructor(database: HomeDatabase) {
    this.#database = database;
    this.#table = `${database.schema}.documents`;
    this.#contents = new PostgresContents(database);
    this.spent = new PostgresSpentSet(database);
  }

  async read(name: string): Promise<Document | undefined> {
    mustBeName(name);
    const [row] = await this.#database.query<Row>(`select name, version, content from ${this.#table} where name = $1`, [
      name,
    ]);
    return row;
  }

  async list(folder: string, isMeant: (name: string) => boolean = () => true): Promise<Document[]> {
    mustBeName(folder);
    // Select a range of names. Names are compared by bytes, and `0` is the character after `/`.
    const rows = await this.#database.query<Row>(
      `select name, version, content from ${this.#table} where name > $1 and name < $2 order by name`,
      [`${folder}/`, `${folder}0`],
    );
    return rows.filter(({ name }) => isMeant(name));
  }

  async write(name: string, text: string, { expected, ...condition }: WriteCondition = {}): Promise<boolean> {
    mustBeName(name);
    return orDoubtful(this.#write({ document: name, text, expected }, condition, this.#database.query));
  }

  async remove(name: string, condition: ChangeCondition = {}): Promise<boolean> {
    mustBeName(name);
    const its = `(x.name = $1 or x.name > $3 and x.name < $4 or x.name > $1 || '~' and x.name < $1 || '~~')`;
    const [row] = await orDoubtful(
      this.#database.query<{ held: boolean }>(
        `with duty as (${this.#duty(condition)}),
         gone as (delete from ${this.#table} x using duty where ${its} returning x.name),
         content as (delete from ${this.#database.schema}.contents x using duty where ${its})
         select exists (select from duty) as held, (select count(pg_notify($2, name)) from gone)`,
        [name, this.#database.channel, `${name}/`, `${name}0`],
      ),
    );
    return row!.held;
  }

  async contents(folder: string, isMeant: (name: string) => boolean = () => true): Promise<string[]> {
    mustBeName(folder);
    return (await this.#contents.names(folder)).filter(isMeant);
  }

  size(name: string): Promise<number | undefined> {
    mustBeName(name);
    return this.#contents.size(name);
  }

  pieces(name: string, from = 0): AsyncGenerator<Buffer> {
    mustBeName(name);
    return this.#contents.pieces(name, from);
  }

  put(name: string, position: number, bytes: Uint8Array, condition: ChangeCondition = {}): Promise<boolean> {
    mustBeName(name);
    return orDoubtful(this.#contents.put(name, position, bytes, this.#duty(condition)));
  }

  async changeAll(changes: readonly HomeChange[], condition: ChangeCondition = {}): Promise<boolean> {
    for (const change of changes) mustBeName('document' in change ? change.document : change.content);
    const all = this.#database.transaction(async (query) => {
      for (const change of changes) {
        const isMade = await ('document' in change
          ? this.#write(change, condition, query)
          : this.#contents.put(change.content, change.position, change.bytes, this.#duty(condition), query));
        // Aborts the transaction.
        if (!isMade) throw new NotMetError();
      }
      return true;
    });
    return orDoubtful(all).catch((error: unknown) => {
      if (error instanceof NotMetError) return false;
      throw error;
    });
  }

  takeOver(name: string, path: string, condition: ChangeCondition = {}): Promise<boolean> {
    mustBeName(name);
    return orDoubtful(this.#contents.takeOver(name, path, this.#duty(condition)));
  }

  local(name: string, folder: string): Promise<LocalFile> {
    mustBeName(name);
    return this.#contents.local(name, folder);
  }

  async #write(
    { document, text, expected }: Extract<HomeChange, { document: string }>,
    condition: ChangeCondition,
    query: HomeDatabase['query'],
  ): Promise<boolean> {
    const next = `nextval('${this.#database.schema}.document_versions')`;
    const insert = `insert into ${this.#table} (name, version, content)
      select $1, ${next}, $3 from duty on conflict (name)`;
    const isReplaced = expected !== undefined && expected !== NONE;
    const statement = isReplaced
      ? `update ${this.#table} d set version = ${next}, content = $3 from duty where d.name = $1 and d.version = $4`
      : expected === NONE
        ? `${insert} do nothing`
        : `${insert} do update set version = excluded.version, content = excluded.content`;
    const rows = await query(
      `with duty as (${this.#duty(condition)}), done as (${statement} returning 1)
       select pg_notify($2, $1) from done`,
      [document, this.#database.channel, text, ...(isReplaced ? [expected] : [])],
    );
    return rows.length > 0;
  }

  /** Returns SQL whose result is one row while the condition is met. The row is locked until the transaction ends. */
  #duty({ lease, unchanged }: ChangeCondition): string {
    const held = lease instanceof PostgresLease ? lease.guard : 'select 1 as held';
    if (unchanged === undefined) return held;
    mustBeName(unchanged.name);
    const version = /^\d{1,19}$/.exec(unchanged.version)?.[0] ?? '-1';
    return `select 1 as held from (${held}) h, (
      select from ${this.#table} where name = '${unchanged.name}' and version = ${version} for share) u`;
  }
}

/** Thrown if the condition of a change is not met. */
class NotMetError extends Error {}

interface SpentRow {
  readonly [column: string]: unknown;
  readonly kind: string;
  readonly digest: string;
  readonly expires: string;
  readonly number: string;
}

class PostgresSpentSet implements SpentSet {
  readonly #table: string;

  constructor(private readonly database: HomeDatabase) {
    this.#table = `${database.schema}.spent`;
  }

  async add({ kind, digest, expires }: SpentEntry): Promise<boolean> {
    const rows = await this.database.query(
      `insert into ${this.#table} (kind, digest, expires) values ($1, $2, $3) on conflict do nothing returning number`,
      [kind, digest, Math.ceil(expires)],
    );
    return rows.length === 1;
  }

  async after(number: number): Promise<NumberedEntry[]> {
    const rows = await this.database.query<SpentRow>(
      `select kind, digest, expires, number from ${this.#table} where number > $1 order by number`,
      [number],
    );
    return rows.map(({ kind, digest, expires, number: its }) => {
      return { kind, digest, expires: Number(expires), number: Number(its) };
    });
  }

  async addAll(entries: readonly SpentEntry[]): Promise<void> {
    await this.database.query(
      `insert into ${this.#table} (kind, digest, expires)
       select s.kind, s.digest, s.expires from unnest($1::text[], $2::text[], $3::bigint[]) s (kind, digest, expires)`,
      [entries.map(({ kind }) => kind), entries.map(({ digest }) => digest), entries.map(({ expires }) => expires)],
    );
  }

  async removeExpired(now: number): Promise<void> {
    await this.database.query(`delete from ${this.#table} where expires < $1`, [now]);
  }
}
