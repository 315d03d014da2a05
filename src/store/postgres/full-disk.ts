import { randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '../store-errors.js';
import { codeOf, isPassing, TABLES_REFUSE } from './database-errors.js';
import type { LogConnection } from './log-connection.js';

const DISK_FULL = '53100';
/** Milliseconds between two looks whether there is room again. */
const LOOK_MS = 2_000;

/**
 * The database has no room for commits: they are refused at once, until there is room again. Reads, and what is
 * followed, need none.
 */
export class FullDisk {
  /** Why commits are refused. */
  fault: StoreUnavailableError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly connection: LogConnection) {}

  /** Whether an append failed for it: nothing of it was kept. */
  isWhy(error: unknown): boolean {
    if (codeOf(error) !== DISK_FULL) return false;
    this.fault ??= new StoreUnavailableError(
      `the database's disk is full: ${(error as Error).message}`,
      LOOK_MS / 1_000,
    );
    if (this.#timer === undefined && !this.#isClosed) this.#lookLater();
    return true;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    try {
      await this.#insertInVain();
      this.fault = undefined;
    } catch (error) {
      // Still full, or not to be reached, which shows elsewhere; who appends hears of whatever else refuses a commit.
      if (codeOf(error) === TABLES_REFUSE || !isPassing(error)) this.fault = undefined;
      else if (!this.#isClosed) this.#lookLater();
    }
  }

  /** A commit larger than a page, which changes nothing, taken back by an error of its own: triggers read it, too. */
  #insertInVain(): Promise<unknown> {
    return this.connection.query(`do $$ begin
      insert into ${this.connection.schema}.commits (position, writer, number, body)
        select (-1 - floor(random() * 1e15))::bigint, '${randomUUID()}'::uuid, 0,
          '{"t":[],"room":"' || string_agg(md5(random()::text), '') || '"}'
        from generate_series(1, 512);
      raise exception 'there is room' using errcode = 'LK003';
      exception when sqlstate 'LK003' then null;
    end $$`);
  }
}
