import { clientsPath, isCalled, parseClients } from './client-store.js';
import type { Client } from './client.js';
import { WatchedFile } from './watched-file.js';

/** The clients, always as currently in the file. */
export class ClientRegistry {
  readonly #file: WatchedFile<ReadonlyMap<string, Client>>;

  constructor(dataFolder: string) {
    const path = clientsPath(dataFolder);
    this.#file = new WatchedFile(path, (text) => clientsById(text, path), 'owner');
  }

  find(clientId: string): Client | undefined {
    return this.all().get(clientId);
  }

  /** By client Id. The same object until the file changes. */
  all(): ReadonlyMap<string, Client> {
    return this.#file.read();
  }

  /**
   * The client of an external provider's claim: by the name given at registration, otherwise by its Id (for providers
   * with configurable Ids).
   */
  findExternal(issuer: string, subject: string): Client | undefined {
    const clients = this.#file.read();
    for (const client of clients.values()) if (isCalled(client, { issuer, subject })) return client;
    const own = clients.get(subject);
    return own?.outside === undefined ? own : undefined;
  }
}

/** The clients of a file, by Id. @param path for errors */
export function clientsById(text: string | undefined, path: string): ReadonlyMap<string, Client> {
  return new Map(parseClients(text, path).clients.map((client) => [client.client_id, client]));
}
