import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import type { Watch } from '../runtime/watch.js';
import { codeOf, isPassing } from '../store/postgres/database-errors.js';
import type { PostgresLease } from '../home/postgres/postgres-lease.js';
import { tableTopic } from '../store/postgres/feed.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { DatabaseNotes } from './database-notes.js';
import { DatabaseParts } from './database-parts.js';
import { FileFolder } from './file-folder.js';
import { keptFileSchema, REJECTS, type KeptFile } from './file-job.js';
import {
  fileId,
  inputName,
  turnedAway,
  type ArrivingEntry,
  type ArrivingFile,
  type FilePlace,
  type ImportNotes,
  type LocalInput,
  type NextFile,
  type PlacedFile,
  type Told,
} from './file-place.js';
import { refuseTooMany, type KeptOf } from './file-shares.js';

/** Milliseconds between two words on how far the work is, and between two signs of a file on its way. */
const NEWS_MS = 250;
const SIGN_MS = 10_000;
/** Files on their way of which nothing was heard for a minute: their node has ended. */
const ENDED_ON_THE_WAY = `content is null and seen < clock_timestamp() - interval '1 minute'`;

/** A node of the version before notes it in the content alone. */
const SENT_BY = `coalesce(client, content::json ->> 'clientId')`;
/** A part of a file that is gone (foreign_key_violation). */
const NO_SUCH_FILE = '23503';

interface Row {
  readonly id: string;
  readonly content: string;
  readonly told: string | null;
}

/**
 * Files of several nodes in their database. Content goes in and out in parts, by way of a folder of the process that
 * receives it or works on it. One node works on files, by a lease.
 */
export class DatabaseFiles implements FilePlace {
  readonly #uploads: string;
  readonly #parts: DatabaseParts;
  readonly #scratch: string;
  readonly #left: FileFolder;
  #newsTimer: NodeJS.Timeout | undefined;
  #watch: Watch | undefined;
  /** Told by this process, and not yet to others. */
  #news: { readonly id: string; readonly told: Told } | undefined;
  /** One copy of a file for each who reads it. */
  #copies = 0;

  /** @param folder of this process */
  constructor(
    private readonly database: NodeDatabase,
    private readonly lease: PostgresLease,
    folder: string,
  ) {
    this.#uploads = `${database.schema}.uploads`;
    this.#parts = new DatabaseParts(database);
    this.#scratch = join(folder, 'files-on-their-way');
    // These files are from the time before the node had a database: nobody sees them any more.
    this.#left = new FileFolder(folder);
  }

  /** Removes what an earlier process left on the way. */
  async begin(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true });
  }

  async reserve(next: NextFile): Promise<ArrivingFile> {
    const { clientId, extension, size } = next;
    const id = await this.#transaction(async (query) => {
      await query(`lock table ${this.#uploads} in exclusive mode`);
      await query(`delete from ${this.#uploads} where ${ENDED_ON_THE_WAY}`);
      const kept = await query<KeptOf & Record<string, unknown>>(
        `select coalesce(${SENT_BY}, '') as "clientId", count(*)::integer as files, sum(size)::float8 as bytes,
           min(expires) as expires from ${this.#uploads} group by 1`,
      );
      refuseTooMany(
        kept.map((each) => ({ ...each, expires: each.expires ?? undefined })),
        next,
      );
      const [row] = await query<{ number: string }>(
        `select nextval('${this.database.schema}.upload_numbers') as number`,
      );
      const given = fileId(Number(row!.number));
      await query(`insert into ${this.#uploads} (id, size, client) values ($1, $2, $3)`, [given, size, clientId]);
      return given;
    });
    let isThere = true;
    const sign = (): void => {
      const still = `update ${this.#uploads} set seen = clock_timestamp() where id = $1 returning 1`;
      this.database.query(still, [id]).then(
        (rows) => (isThere = rows.length === 1),
        () => undefined,
      );
    };
    const signs = setInterval(sign, SIGN_MS).unref();
    const folder = await this.#newFolder(id, 'new');
    const path = join(folder, inputName(extension));
    let isKept = false;
    return {
      id,
      path,
      check: () => {
        if (!isThere) throw turnedAway(id);
      },
      keep: async (file) => {
        await this.#parts.send(id, inputName(extension), path, '').catch((error: unknown) => {
          throw codeOf(error) === NO_SUCH_FILE ? turnedAway(id) : awayOr(error);
        });
        const rows = await this.#ask(
          `update ${this.#uploads} set content = $2, status = $3, size = $4, expires = $5 where id = $1 returning 1`,
          [id, JSON.stringify(file), file.status, file.size, file.expires],
        );
        if (rows.length === 0) throw turnedAway(id);
        isKept = true;
      },
      end: async () => {
        clearInterval(signs);
        await rm(folder, { recursive: true, force: true });
        // A file that cannot be removed counts no more a minute later.
        if (!isKept)
          await this.database.query(`delete from ${this.#uploads} where id = $1`, [id]).catch(() => undefined);
      },
    };
  }

  async arriving(): Promise<ArrivingEntry[]> {
    const rows = await this.#ask<{ id: string; client: string | null; size: string; begun: Date }>(
      `select id, client, size, begun from ${this.#uploads} where content is null order by id`,
    );
    return rows.map(({ id, client, size, begun }) => ({
      id,
      clientId: client ?? undefined,
      size: Number(size),
      begun: begun.toISOString(),
    }));
  }

  async turnAway(id: string): Promise<boolean> {
    const gone = `delete from ${this.#uploads} where id = $1 and content is null returning 1`;
    return (await this.#ask(gone, [id])).length === 1;
  }

  async all(): Promise<PlacedFile[]> {
    const rows = await this.#ask<Row & Record<string, unknown>>(
      `select id, content, told from ${this.#uploads} where content is not null order by id`,
    );
    return rows.map(placed);
  }

  async get(id: string): Promise<PlacedFile | undefined> {
    const [row] = await this.#ask<Row & Record<string, unknown>>(
      `select id, content, told from ${this.#uploads} where content is not null and id = $1`,
      [id],
    );
    return row && placed(row);
  }

  change(
    id: string,
    change: (file: KeptFile) => KeptFile | undefined,
    by: 'anyone' | 'worker' = 'anyone',
  ): Promise<KeptFile | undefined> {
    return this.#transaction(async (query) => {
      if (by === 'worker' && (await query(this.lease.guard)).length === 0)
        throw new Error('another node works on files by now');
      const before = await this.#locked(query, id);
      const after = before && change(before);
      if (after === undefined) return undefined;
      if (this.#news?.id === id) this.#news = undefined;
      await query(`update ${this.#uploads} set content = $2, status = $3, expires = $4, told = null where id = $1`, [
        ...[id, JSON.stringify(after), after.status, after.expires],
      ]);
      return after;
    });
  }

  remove(id: string, check: (file: KeptFile) => void): Promise<void> {
    return this.#transaction(async (query) => {
      const file = await this.#locked(query, id);
      if (file === undefined) return;
      check(file);
      await query(`delete from ${this.#uploads} where id = $1`, [id]);
    });
  }

  async expire(now: string): Promise<void> {
    await this.#left.expire(now, 'all');
    await this.database.query(
      `delete from ${this.#uploads} where expires < $1 and status not in ('queued', 'running') or ${ENDED_ON_THE_WAY}`,
      [now],
    );
  }

  async input({ id, extension }: KeptFile): Promise<LocalInput> {
    const folder = await this.#newFolder(id, `copy-${(this.#copies += 1)}`);
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const path = join(folder, inputName(extension));
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const part of this.#parts.read(id, inputName(extension))) await file.appendFile(part);
      } finally {
        await file.close();
      }
      return { path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async pending(): Promise<Pick<KeptFile, 'id' | 'status'>[]> {
    if (!this.lease.isOurs) return [];
    return this.database.query(
      `select id, status from ${this.#uploads} where status in ('queued', 'running') order by id`,
    );
  }

  async position(): Promise<number> {
    const [row] = await this.database.query<{ position: string }>(`select position from ${this.database.schema}.head`);
    return Number(row!.position);
  }

  tell(id: string, told: Told): void {
    this.#news = { id, told };
    this.#newsTimer ??= setTimeout(() => {
      this.#newsTimer = undefined;
      this.#watch?.wake();
    }, NEWS_MS).unref();
  }

  notes(id: string): ImportNotes {
    return new DatabaseNotes(this.database, this.lease, id);
  }

  newResults(id: string): Promise<string> {
    return this.#newFolder(id, 'results');
  }

  async keepResults(id: string): Promise<void> {
    const folder = join(this.#scratch, `${id}-results`);
    for (const name of await readdir(folder)) await this.#parts.send(id, name, join(folder, name), this.lease.guard);
    await rm(folder, { recursive: true, force: true });
  }

  has(id: string, result: string): Promise<boolean> {
    // Part 0 of rejected rows is the line above them.
    return this.#parts.has(id, result, result === REJECTS ? 1 : 0);
  }

  open(id: string, result: string): AsyncGenerator<Uint8Array> {
    return this.#parts.read(id, result);
  }

  follow(look: () => Promise<void>, trouble: (message: string) => void): void {
    const both = async (): Promise<void> => {
      await this.#sendNews();
      await look();
    };
    this.#watch = this.database.feed.follow(tableTopic('uploads'), both, trouble);
  }

  async close(): Promise<void> {
    clearTimeout(this.#newsTimer);
    await this.#watch?.end();
    await this.begin();
  }

  async #locked(query: NodeDatabase['query'], id: string): Promise<KeptFile | undefined> {
    const [row] = await query<{ content: string | null }>(
      `select content from ${this.#uploads} where id = $1 for update`,
      [id],
    );
    return row?.content == null ? undefined : keptFileSchema.parse(JSON.parse(row.content));
  }

  #ask<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    return this.database.query<R>(text, values).catch(awayOr);
  }

  #transaction<T>(work: (query: NodeDatabase['query']) => Promise<T>): Promise<T> {
    return this.database.transaction<T>(work).catch(awayOr);
  }

  async #sendNews(): Promise<void> {
    const news = this.#news;
    if (news === undefined) return;
    this.#news = undefined;
    await this.database.query(
      `with duty as (${this.lease.guard})
       update ${this.#uploads} u set told = $2 from duty where u.id = $1 and u.status = 'running'`,
      [news.id, JSON.stringify(news.told)],
    );
  }

  async #newFolder(id: string, use: string): Promise<string> {
    const path = join(this.#scratch, `${id}-${use}`);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }
}

/** Whoever asks is answered 503. */
function awayOr(error: unknown): never {
  if (!isPassing(error)) throw error;
  throw new StoreUnavailableError(`the database of the nodes cannot be asked: ${(error as Error).message}`, 2);
}

function placed({ content, told }: Row): PlacedFile {
  return {
    file: keptFileSchema.parse(JSON.parse(content)),
    told: told === null ? undefined : (JSON.parse(told) as Told),
  };
}
