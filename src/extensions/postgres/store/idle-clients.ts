import type { Client } from 'pg';
import { end } from './connect.js';

/** Milliseconds for which an idle connection is kept open. */
const KEPT_MS = 5_000;

/** A pool of connections. The most recently used connection is reused first. */
export class IdleClients {
  /** Idle clients, each with the function that removes its handlers. */
  readonly #idle = new Map<Client, () => void>();
  #isClosed = false;

  take(): Client | undefined {
    const client = [...this.#idle.keys()].at(-1);
    if (client !== undefined) this.#idle.get(client)!();
    return client;
  }

  /** Returns a connection to the pool. @param client without a transaction or running query */
  give(client: Client): void {
    if (this.#isClosed) {
      void end(client);
      return;
    }
    const timer = setTimeout(() => {
      letGo();
      void end(client);
    }, KEPT_MS).unref();
    // Drop a broken connection.
    const letGo = (): void => {
      clearTimeout(timer);
      this.#idle.delete(client);
      client.off('end', letGo);
      client.off('error', letGo);
    };
    this.#idle.set(client, letGo);
    client.on('end', letGo);
    client.on('error', letGo);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = [...this.#idle];
    for (const [, letGo] of idle) letGo();
    await Promise.all(idle.map(([client]) => end(client)));
  }
}
