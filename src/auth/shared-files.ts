import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Following } from '../runtime/watch.js';
import { tableTopic } from '../store/postgres/feed.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { replaceFileSync } from '../store/replace-file.js';
import { CLIENTS_FILE } from './client-store.js';
import type { NewestFiles } from './newest-files.js';
import { WrappedSecretError, wrappedSecrets, type WrappedSecrets } from '../store/wrapped-secrets.js';
import { KEY_FILE } from './signing-keys.js';

/** The secrets that sign webhooks. */
export const WEBHOOK_SECRETS_FILE = 'webhooks.secrets';
/** The secrets that all nodes over one database have alike. */
export const SHARED_FILES: readonly string[] = [CLIENTS_FILE, KEY_FILE, WEBHOOK_SECRETS_FILE];
/** Milliseconds between two looks for what is not known here, and for which one of them is waited for. */
const LOOKS_APART_MS = 50;
const LOOK_MS = 1_000;

interface Row {
  readonly name: string;
  readonly version: string;
  readonly content: string;
}

/**
 * The clients, keys and secrets of nodes over one database. The database has them; each node's folder has a copy, which
 * the parts that read and change files work on as anywhere.
 */
export class SharedFiles implements NewestFiles {
  #version = 0;
  /** A look that has been asked for, and not begun. */
  #next: Promise<void> | undefined;
  #looked = -Infinity;
  #following: Following | undefined;

  constructor(
    private readonly database: NodeDatabase,
    private readonly folder: string,
    private readonly secrets: WrappedSecrets = wrappedSecrets(),
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Takes over what the database has that is newer.
   *
   * @throws WrappedSecretError for a file that this node cannot unwrap: it goes on by its own, and takes all others
   */
  async pull(): Promise<void> {
    this.#take(await this.database.query<Row>(this.#newer, [this.#version]));
  }

  get version(): number {
    return this.#version;
  }

  /** One look for all who ask until it begins, and at most one in so many milliseconds, however many ask. */
  refresh(): Promise<void> {
    return (this.#next ??= this.#lookSoon());
  }

  async #lookSoon(): Promise<void> {
    await pause(Math.max(0, this.#looked + LOOKS_APART_MS - performance.now()));
    this.#next = undefined;
    this.#looked = performance.now();
    // A database that is away refuses nobody later than it must.
    await Promise.race([this.pull().catch(() => undefined), pause(LOOK_MS, undefined, { ref: false })]);
  }

  /**
   * Works on the newest files, and shares what it made of them; no other node changes them meanwhile. What the database
   * does not have yet, it takes from the folder.
   *
   * @param work is given what runs further statements in the same transaction
   */
  change<T>(work: (query: NodeDatabase['query']) => T | Promise<T>): Promise<T> {
    const { schema } = this.database;
    return this.database.transaction(async (query) => {
      await query(`lock table ${schema}.files in exclusive mode`);
      this.#take(await query<Row>(this.#newer, [0]));
      const result = await work(query);
      const known = new Map((await query<Row>(this.#newer, [0])).map(({ name, content }) => [name, content]));
      for (const name of SHARED_FILES) {
        const content = this.#read(name);
        if (content === undefined || content === known.get(name)) continue;
        await query(
          `insert into ${schema}.files (name, version, content)
           values ($1, (select coalesce(max(version), 0) + 1 from ${schema}.files), $2)
           on conflict (name) do update set version = excluded.version, content = excluded.content`,
          [name, content],
        );
      }
      return result;
    });
  }

  /** Takes over changes from now on. @param trouble is told, once, while the database cannot be asked */
  follow(trouble: (message: string) => void): void {
    const told = (reason: string): void => trouble(`clients and keys are those of before: ${reason}`);
    this.#following = this.database.feed.follow(tableTopic('files'), () => this.pull(), told);
  }

  close(): void {
    void this.#following?.end();
  }

  get #newer(): string {
    return `select name, version, content from ${this.database.schema}.files where version > $1 order by version`;
  }

  #take(rows: readonly Row[]): void {
    let fault: WrappedSecretError | undefined;
    for (const { name, version, content } of rows) {
      // The name comes from a database that others may write to.
      if (!SHARED_FILES.includes(name)) continue;
      const own = this.#read(name);
      if (own !== content) {
        try {
          // Another node was given a secret to wrap by, and this one not yet: its own file still serves.
          if (own !== undefined) this.secrets.unwrap(name, content, `${name} of the database`);
        } catch (error) {
          if (!(error instanceof WrappedSecretError)) throw error;
          fault ??= error;
          continue;
        }
        replaceFileSync(join(this.folder, name), content);
      }
      // Asks again for what was left.
      if (fault === undefined) this.#version = Math.max(this.#version, Number(version));
    }
    if (fault !== undefined) throw fault;
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
