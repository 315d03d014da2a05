import { clientsPath, isCalled, parseClients } from './client-store.js';
import type { Client } from './client.js';
import { WatchedFile } from './watched-file.js';

/** The clients as a running server sees them: always those that stand in the file at the moment of asking. */
export class ClientRegistry {
  readonly #file: WatchedFile<ReadonlyMap<string, Client>>;

  constructor(dataFolder: string) {
    const path = clientsPath(dataFolder);
    this.#file = new WatchedFile(path, (text) => clientsById(text, path), 'owner');
  }

  find(clientId: string): Client | undefined {
    return this.all().get(clientId);
  }

  /** By client Id. The same object as long as the file stays as it is. */
  all(): ReadonlyMap<string, Client> {
    return this.#file.read();
  }

  /**
   * The client that an outside provider's claim names: by the name given at registration, else by its own Id (for
   * providers that let one choose the Id).
   */
  findExternal(issuer: string, subject: string): Client | undefined {
    const clients = this.#file.read();
    for (const client of clients.values()) if (isCalled(client, { issuer, subject })) return client;
    const own = clients.get(subject);
    return own?.outside === undefined ? own : undefined;
  }
}

/** The clients of a file, by their Ids. @param path to be named in errors */
export function clientsById(text: string | undefined, path: string): ReadonlyMap<string, Client> {
  return new Map(parseClients(text, path).clients.map((client) => [client.client_id, client]));
}
