import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect, end } from './connect.js';
import { pauseBefore } from './database-errors.js';
import { locationOf, type Location } from './location.js';
import { LogConnection } from './log-connection.js';
import type { Notifications } from '../../../store/record-store.js';

/** Milliseconds between two polls. */
const POLL_WITH_NOTIFICATIONS = 2_000;
const POLL_ALONE = 50;
/** Milliseconds of silence before a probe, because a silently broken connection reports nothing. */
const SIGN_AFTER_MS = 5_000;
const SIGN_MS = 5_000;
/** Maximum milliseconds for a test notification to arrive. */
const HEAR_MS = 3_000;

export const UNHEARD =
  'commit notifications do not arrive, so the log is queried 20 times a second instead: a proxy that pools transactions does not forward notifications; set listen= to the URL of a direct connection, or to off';

export interface LogListenerParts {
  readonly location: Location;
  /** @param position position of the newest commit; `undefined` requests an immediate poll */
  readonly tell: (position: number | undefined) => void;
  /** Receives the name of the changed document. `undefined` if any document may have changed. */
  readonly changed?: ((name: string | undefined) => void) | undefined;
  readonly deciderChanged?: (() => void) | undefined;
  /** Sends a notification over the connections used for commits, not over the listener's connection. */
  readonly notify: (channel: string) => Promise<unknown>;
  /** Called when notifications do not arrive, and when they do again. */
  readonly trouble?: ((message: string) => void) | undefined;
  /** Maximum milliseconds for a test notification to arrive. Only tests set it. */
  readonly hearMs?: number | undefined;
}

export interface Listening {
  readonly notifications: Notifications;
  /** Resolves when it is first known whether notifications arrive. */
  readonly settled: Promise<void>;
  close(): Promise<void>;
}

/**
 * Reports new commits, using notifications over its own connection. Also polls, so that a lost notification causes a
 * delay of at most two seconds. A transaction-pooling proxy accepts `listen` but delivers no notifications. Therefore
 * each connection is tested with a notification to itself, and polling is faster until the notification arrives.
 */
export class LogListener implements Listening {
  readonly settled: Promise<void>;
  #settle!: () => void;
  readonly #own = `likeness heard ${randomUUID()}`;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempt = 0;
  #isWaiting = false;
  #lastSign = 0;
  #hears = false;
  #isTold = false;
  /** Number of the last test notification. Earlier notifications are ignored. */
  #trial = 0;
  #isTrying = false;
  #verdict: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly parts: LogListenerParts) {
    this.settled = new Promise((resolve) => (this.#settle = resolve));
  }

  get notifications(): Notifications {
    if (this.parts.location.listening === undefined) return 'off';
    return this.#hears ? 'heard' : 'lost';
  }

  start(): void {
    if (this.notifications === 'off') this.#settle();
    void this.#connect();
    this.#poll();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#trial++;
    clearTimeout(this.#timer);
    clearTimeout(this.#verdict);
    if (this.#client !== undefined) await end(this.#client);
  }

  #isClosed(): boolean {
    return this.#closed;
  }

  #poll(): void {
    this.#timer = setTimeout(
      () => {
        this.parts.tell(undefined);
        this.#ask();
        this.#poll();
      },
      this.#hears ? POLL_WITH_NOTIFICATIONS : POLL_ALONE,
    );
    this.#timer.unref();
  }

  #ask(): void {
    const client = this.#client;
    if (client === undefined || performance.now() - this.#lastSign < SIGN_AFTER_MS) return;
    this.#lastSign = performance.now();
    client.query('select 1').catch(() => {
      if (this.#client === client) this.#reconnect(client);
    });
  }

  async #connect(): Promise<void> {
    const { location, tell, changed } = this.parts;
    const { listening, names } = location;
    if (listening === undefined || this.#closed || this.#client !== undefined) return;
    try {
      const client = await connect(listening, () => this.#reconnect(client), { query_timeout: SIGN_MS });
      this.#client = client;
      client.on('notification', ({ channel, payload }) => {
        if (channel === names.channelName && payload === 'decider') this.parts.deciderChanged?.();
        else if (channel === names.channelName) tell(Number(payload));
        else if (channel === names.homeChannelName) changed?.(payload);
        else if (channel === this.#own) this.#heard();
      });
      const channels = [names.channelName, names.homeChannelName, this.#own];
      await client.query(channels.map((channel) => `listen "${channel}"`).join('; '));
      this.#attempt = 0;
      if (this.#isClosed()) {
        await end(client);
        return;
      }
      // Poll, because commits may have been made before the connection was established.
      tell(undefined);
      changed?.(undefined);
      this.#try();
    } catch {
      this.#reconnect(this.#client);
      // Commits may succeed without the listener's connection, so report its loss.
      if (!this.#isTrying) this.#try();
    }
  }

  #reconnect(client: Client | undefined): void {
    if (client !== undefined) void end(client);
    if (this.#client === client) this.#client = undefined;
    this.#hears = false;
    if (this.#isClosed() || this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      void this.#connect();
    }, pauseBefore(this.#attempt++)).unref();
  }

  /** Tests whether notifications arrive. While the database is unreachable, silence proves nothing. */
  #try(attempt = 0): void {
    const trial = ++this.#trial;
    this.#isTrying = true;
    clearTimeout(this.#verdict);
    const after = (ms: number, then: () => void): void => {
      if (trial === this.#trial) this.#verdict = setTimeout(then, ms).unref();
    };
    // Do not send a query, because a proxy that holds notifications back would deliver them after a query.
    this.#lastSign = performance.now();
    this.parts.notify(this.#own).then(
      () => {
        if (!this.#hears) after(this.parts.hearMs ?? HEAR_MS, () => this.#unheard());
      },
      () => after(pauseBefore(attempt), () => this.#try(attempt + 1)),
    );
  }

  #heard(): void {
    this.#hears = true;
    this.#isTrying = false;
    clearTimeout(this.#verdict);
    this.#settle();
    if (this.#isTold) this.parts.trouble?.('commit notifications arrive again');
    this.#isTold = false;
  }

  #unheard(): void {
    this.#isTrying = false;
    this.#settle();
    if (!this.#isTold) this.parts.trouble?.(UNHEARD);
    this.#isTold = true;
  }
}

/** Returns a function that sends over the connections used for commits. */
export function notifierOf(connection: Pick<LogConnection, 'query'>): LogListenerParts['notify'] {
  return (channel) => connection.query(`select pg_notify($1, '')`, [channel]);
}

/** Determines whether notifications arrive, which takes at most three seconds. */
export async function notificationsOf(url: string): Promise<Notifications> {
  const location = locationOf(url);
  const connection = new LogConnection(location, randomUUID());
  const listener = new LogListener({ location, tell: () => undefined, notify: notifierOf(connection) });
  try {
    listener.start();
    await listener.settled;
    return listener.notifications;
  } finally {
    await listener.close();
    await connection.close();
  }
}
