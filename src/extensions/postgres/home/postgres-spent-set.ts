import type { SpentEntry, SpentSet, NumberedEntry } from '../../../store/home/spent-set.js';
import type { HomeDatabase } from './postgres-contents.js';

interface Row {
  readonly [column: string]: unknown;
  readonly kind: string;
  readonly digest: string;
  readonly expires: string;
  readonly number: string;
}

export class PostgresSpentSet implements SpentSet {
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
    const rows = await this.database.query<Row>(
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
