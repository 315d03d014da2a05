import { formatDatetime } from '../../records/dates.js';
import type { StoredRecord } from '../../records/record.js';
import type { UserSource } from '../../store/user-records.js';
import type { Client } from './client.js';
import { ClientRegistry } from './client-registry.js';
import { userIdOf, usernameOf } from './identity.js';

const LONGEST_NAME = 80;

/** The users of registered clients, including revoked clients, because their records still have an owner. */
export class ClientUsers implements UserSource {
  readonly #clients: Pick<ClientRegistry, 'all'>;
  #known: ReadonlyMap<string, Client> | undefined;
  #users: ReadonlyMap<string, StoredRecord> = new Map();

  constructor(clients: string | Pick<ClientRegistry, 'all'>) {
    this.#clients = typeof clients === 'string' ? new ClientRegistry(clients) : clients;
  }

  find(id: string): StoredRecord | undefined {
    return this.#current().get(id);
  }

  all(): Iterable<StoredRecord> {
    return this.#current().values();
  }

  #current(): ReadonlyMap<string, StoredRecord> {
    const known = this.#clients.all();
    if (known !== this.#known) {
      this.#users = new Map([...known.values()].map(userOf).map((user) => [user.id, user]));
      this.#known = known;
    }
    return this.#users;
  }
}

function userOf(client: Client): StoredRecord {
  const name = client.name.slice(0, LONGEST_NAME).trim();
  return {
    id: userIdOf(client.client_id),
    type: 'User',
    fields: {
      Username: usernameOf(client),
      LastName: name,
      Name: name,
      Email: usernameOf(client),
      IsActive: !client.revoked,
      CreatedDate: formatDatetime(new Date(client.created)),
    },
  };
}
