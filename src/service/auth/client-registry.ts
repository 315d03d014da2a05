import { clientsPath, isCalled, parseClients } from './client-store.js';
import type { Client } from './client.js';
import { WatchedFile } from './watched-file.js';

/** The registered clients, read again whenever the file changes. */
export class ClientRegistry {
  readonly #file: WatchedFile<ReadonlyMap<string, Client>>;

  constructor(dataFolder: string) {
    const path = clientsPath(dataFolder);
    this.#file = new WatchedFile(path, (text) => clientsById(text, path), 'owner');
  }

  find(clientId: string): Client | undefined {
    return this.all().get(clientId);
  }

  /** Clients by Id. Returns the same object until the file changes. */
  all(): ReadonlyMap<string, Client> {
    return this.#file.read();
  }

  /**
   * Finds the client for a token of an external provider: the client registered with this identity or, if there is
   * none, the client with the Id `subject`. Some providers let administrators choose this claim.
   */
  findExternal(issuer: string, subject: string): Client | undefined {
    const clients = this.#file.read();
    for (const client of clients.values()) if (isCalled(client, { issuer, subject })) return client;
    const own = clients.get(subject);
    return own?.outside === undefined ? own : undefined;
  }
}

/** @param path for error messages */
export function clientsById(text: string | undefined, path: string): ReadonlyMap<string, Client> {
  return new Map(parseClients(text, path).clients.map((client) => [client.client_id, client]));
}
