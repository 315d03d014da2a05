import type { Client } from 'pg';
import { connect, end } from './connect.js';
import { pauseBefore } from './database-errors.js';
import type { Location } from './location.js';

/** Milliseconds between two looks at the log where there are notifications, and where there are none. */
const POLL_WITH_NOTIFICATIONS = 500;
const POLL_ALONE = 50;
/** Looks after which the connection is asked whether it is still there: one that was cut silently tells nothing. */
const LOOKS_PER_SIGN = 10;
const SIGN_MS = 5_000;

/**
 * Tells of new commits: by notification, over a direct connection of its own, and by the clock, so that a notification
 * that got lost costs half a second and no more.
 */
export class LogListener {
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempt = 0;
  #isWaiting = false;
  #looks = 0;
  #closed = false;

  /** @param tell the position of the newest commit; `undefined`: it is time to look */
  constructor(
    private readonly location: Location,
    private readonly tell: (position: number | undefined) => void,
  ) {}

  start(): void {
    void this.#connect();
    this.#poll();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#client !== undefined) await end(this.#client);
  }

  #isClosed(): boolean {
    return this.#closed;
  }

  #poll(): void {
    const pause = this.#client === undefined ? POLL_ALONE : POLL_WITH_NOTIFICATIONS;
    this.#timer = setTimeout(() => {
      this.tell(undefined);
      this.#ask();
      this.#poll();
    }, pause);
    this.#timer.unref();
  }

  #ask(): void {
    const client = this.#client;
    if (client === undefined || ++this.#looks % LOOKS_PER_SIGN !== 0) return;
    client.query('select 1').catch(() => {
      if (this.#client === client) this.#reconnect(client);
    });
  }

  async #connect(): Promise<void> {
    const { listening, names } = this.location;
    if (listening === undefined || this.#closed || this.#client !== undefined) return;
    try {
      const client = await connect(listening, () => this.#reconnect(client), { query_timeout: SIGN_MS });
      this.#client = client;
      client.on('notification', ({ channel, payload }) => {
        if (channel === names.channelName) this.tell(Number(payload));
      });
      await client.query(`listen "${names.channelName}"`);
      this.#attempt = 0;
      if (this.#isClosed()) await end(client);
      // What came before it listened.
      else this.tell(undefined);
    } catch {
      this.#reconnect(this.#client);
    }
  }

  #reconnect(client: Client | undefined): void {
    if (client !== undefined) void end(client);
    if (this.#client === client) this.#client = undefined;
    if (this.#isClosed() || this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      void this.#connect();
    }, pauseBefore(this.#attempt++)).unref();
  }
}
