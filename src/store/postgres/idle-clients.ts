import type { Client } from 'pg';
import { end } from './connect.js';

/** Milliseconds for which a connection waits for its next use. */
const KEPT_MS = 5_000;

/** The connections of a process that nobody uses at the moment: whoever needs one next takes the last one given. */
export class IdleClients {
  /** Clients, each with the function that lets go of it. */
  readonly #idle = new Map<Client, () => void>();
  #isClosed = false;

  take(): Client | undefined {
    const client = [...this.#idle.keys()].at(-1);
    if (client !== undefined) this.#idle.get(client)!();
    return client;
  }

  /** @param client in no transaction, and nothing is under way on it */
  give(client: Client): void {
    if (this.#isClosed) {
      void end(client);
      return;
    }
    const timer = setTimeout(() => {
      letGo();
      void end(client);
    }, KEPT_MS).unref();
    // One that breaks is nobody's.
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
