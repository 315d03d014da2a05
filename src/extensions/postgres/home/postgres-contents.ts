import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder, PRIVATE } from '../../../runtime/make-folder.js';
import { ContentGoneError, type LocalFile } from '../../../store/home/home.js';
import type { NodeDatabase } from '../store/node-database.js';

/** A connection, or a transaction on a connection. */
export interface HomeDatabase extends Pick<NodeDatabase, 'query' | 'transaction'> {
  /** Quoted identifier. */
  readonly schema: string;
  /** Channel for notifications of changed documents. */
  readonly channel: string;
}

/** Bytes per written part. The next two constants limit a read, because parts may be small. */
const PART = 1 << 20;
const READ_AT_ONCE = 4 * PART;
const PARTS_AT_ONCE = 1_000;

interface Part {
  readonly [column: string]: unknown;
  readonly start: string;
  readonly edition: string;
  readonly bytes: Buffer;
}

/**
 * Stores contents in parts, so that no content is in memory as a whole. Each row contains the position of its first
 * byte, and an edition that changes whenever the content is replaced or restarted.
 */
export class PostgresContents {
  readonly #table: string;
  readonly #edition: string;

  constructor(private readonly database: HomeDatabase) {
    this.#table = `${database.schema}.contents`;
    this.#edition = `nextval('${database.schema}.document_versions')`;
  }

  async names(folder: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select name from ${this.#table} where name > $1 and name < $2 and start = 0 and name !~ '~' order by name`,
      [`${folder}/`, `${folder}0`],
    );
    return rows.map(({ name }) => name);
  }

  async size(name: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ size: string }>(
      `select start + octet_length(bytes) as size from ${this.#table} where name = $1 order by start desc limit 1`,
      [name],
    );
    return row && Number(row.size);
  }

  async *pieces(name: string, from: number): AsyncGenerator<Buffer> {
    let edition: string | undefined;
    let at = from;
    for (;;) {
      const rows = await this.database.query<Part>(
        `select start, edition, bytes from ${this.#table} where name = $1 and start >= (
           select max(start) from ${this.#table} where name = $1 and start <= $2)
           and start < $2::bigint + ${READ_AT_ONCE}
         order by start limit ${PARTS_AT_ONCE}`,
        [name, at],
      );
      let isFurther = false;
      for (const { start, edition: found, bytes } of rows) {
        edition ??= found;
        if (found !== edition || Number(start) > at) throw new ContentGoneError(name);
        const rest = bytes.subarray(at - Number(start));
        at += rest.length;
        isFurther ||= rest.length > 0;
        if (rest.length > 0) yield rest;
      }
      if (rows.length === 0) throw new ContentGoneError(name);
      if (!isFurther) return;
    }
  }

  /** @param duty SQL that returns a row if writing is allowed */
  async put(
    name: string,
    position: number,
    bytes: Uint8Array,
    duty: string,
    query: HomeDatabase['query'] = this.database.query,
  ): Promise<boolean> {
    const [row] = await query<{ size: string; is_done: boolean }>(
      `with duty as (${duty}),
       last as (select start, edition, start + octet_length(bytes) as size from ${this.#table}
         where name = $1 order by start desc limit 1),
       meant as (select coalesce((select edition from last where $2::bigint > 0), ${this.#edition}) as edition
         from duty where $2 <= coalesce((select size from last), 0)),
       gone as (delete from ${this.#table} c using meant where c.name = $1 and c.start > $2),
       cut as (update ${this.#table} c set bytes = substring(c.bytes for ($2 - c.start)::integer) from meant
         where c.name = $1 and c.start < $2 and c.start + octet_length(c.bytes) > $2),
       done as (insert into ${this.#table} (name, start, edition, bytes) select $1, $2, edition, $3::bytea from meant
         on conflict (name, start) do update set edition = excluded.edition, bytes = excluded.bytes returning 1)
       select coalesce((select size from last), 0) as size, exists (select from done) as is_done`,
      [name, position, bytes],
    );
    if (position > Number(row!.size)) throw new RangeError(`${name} ends before position ${position}`);
    return row!.is_done;
  }

  async takeOver(name: string, path: string, duty: string): Promise<boolean> {
    // Use a character that does not occur in content names.
    const arriving = `${name}~${randomUUID()}`;
    try {
      const parts = await this.#send(arriving, path, duty);
      const isDone = parts !== undefined && (await this.#move(arriving, name, parts, duty));
      if (isDone) await rm(path);
      return isDone;
    } finally {
      await this.database.query(`delete from ${this.#table} where name = $1`, [arriving]).catch(() => undefined);
    }
  }

  async local(name: string, folder: string): Promise<LocalFile> {
    const own = join(folder, randomUUID());
    await makeFolder(own, PRIVATE);
    const release = (): Promise<void> => rm(own, { recursive: true, force: true });
    const path = join(own, basename(name));
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const piece of this.pieces(name, 0)) await file.appendFile(piece);
      } finally {
        await file.close();
      }
      return { path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** @returns number of parts; `undefined` if writing is no longer allowed */
  async #send(name: string, path: string, duty: string): Promise<number | undefined> {
    const file = await open(path);
    try {
      const buffer = Buffer.alloc(PART);
      for (let part = 0; ; part++) {
        const { bytesRead } = await file.read(buffer, 0, PART, part * PART);
        // Store one part even for an empty file. Without a part, the content would not exist.
        if (bytesRead === 0 && part > 0) return part;
        const rows = await this.database.query(
          `with duty as (${duty}) insert into ${this.#table} (name, start, edition, bytes)
           select $1, $2, 0, $3 from duty returning 1`,
          [name, part * PART, buffer.subarray(0, bytesRead)],
        );
        if (rows.length === 0) return undefined;
      }
    } finally {
      await file.close();
    }
  }

  #move(arrived: string, name: string, parts: number, duty: string): Promise<boolean> {
    return this.database.transaction(async (query) => {
      if ((await query(duty)).length === 0) return false;
      // If two nodes store the same content, the later write replaces the earlier write.
      await query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${this.#table} ${name}`]);
      const [next] = await query<{ edition: string }>(`select ${this.#edition} as edition`);
      await query(`delete from ${this.#table} where name = $1`, [name]);
      const moved = await query(`update ${this.#table} set name = $1, edition = $3 where name = $2 returning 1`, [
        name,
        arrived,
        next!.edition,
      ]);
      if (moved.length !== parts) throw new ContentGoneError(name);
      return true;
    });
  }
}
