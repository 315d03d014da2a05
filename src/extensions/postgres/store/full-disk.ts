import { randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '../../../store/store-errors.js';
import { codeOf, isPassing, TABLES_REFUSE } from './database-errors.js';
import type { LogConnection } from './log-connection.js';

const DISK_FULL = '53100';
/** Milliseconds between two checks for free space. */
const LOOK_MS = 2_000;

/** Rejects commits immediately until there is disk space. Reading and following the log do not need space. */
export class FullDisk {
  /** The reason why commits are rejected. */
  fault: StoreUnavailableError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly connection: LogConnection) {}

  /** Returns whether an append failed because the disk is full. Such an append has stored nothing. */
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
      // The disk is still full, or the database cannot be reached. Other errors will be reported by the next append.
      if (codeOf(error) === TABLES_REFUSE || !isPassing(error)) this.fault = undefined;
      else if (!this.#isClosed) this.#lookLater();
    }
  }

  /** Inserts more than one disk page and rolls back with an error code. */
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
