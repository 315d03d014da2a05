import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { reasonOf, isPassing } from './database-errors.js';
import { NoServerError, WrongServerError, type Servers, type SessionKind } from './servers.js';
import { locationOf } from './location.js';

/** Milliseconds to wait for the end of a connection, because a broken connection never closes. */
const END_MS = 1_000;

const CANNOT_CONNECT_NOW = '57P03';

/**
 * Connects to the first available server of the right kind. As in PostgreSQL's own programs, a rejected login (wrong
 * password, unknown database) ends the search.
 * @param broke called when the connection breaks or is closed @param options override those in the URL
 * @throws NoServerError if none of several servers is usable
 */
export async function connect(
  servers: Servers,
  broke: (client: Client) => void,
  options: ClientConfig = {},
): Promise<Client> {
  const failures: Error[] = [];
  for (const host of servers.inOrder()) {
    const client = new Client({ ...host, ...options });
    try {
      await open(client, servers.kind, broke);
      servers.succeeded(host);
      return client;
    } catch (error) {
      void end(client);
      if (servers.hosts.length === 1) throw error;
      const failure = error as Error;
      failure.message = `${client.host}:${client.port}: ${reasonOf(error)}`;
      if (failure instanceof DatabaseError && failure.code !== CANNOT_CONNECT_NOW) throw failure;
      failures.push(failure);
    }
  }
  throw new NoServerError(failures);
}

async function open(client: Client, kind: SessionKind, broke: (client: Client) => void): Promise<void> {
  let isMade = false;
  // If the connection breaks before it is established, `connect` rejects. Ending the client then would leave `connect`
  // pending.
  const over = (): void => {
    if (isMade) broke(client);
  };
  client.on('error', over);
  client.on('end', over);
  await client.connect();
  if (kind !== 'any') await mustBe(kind, client);
  isMade = true;
}

/** Checks the kind of the connected server. @throws WrongServerError if the server is of another kind */
async function mustBe(kind: SessionKind, client: Client): Promise<void> {
  const question = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as readonly`;
  const { rows } = await client.query<{ standby: boolean; readonly: string }>(question).catch((error: unknown) => {
    throw new WrongServerError(reasonOf(error));
  });
  const { standby, readonly } = rows[0]!;
  if (standby) throw new WrongServerError('it is a standby server and does not accept writes');
  if (readonly === 'on' && kind === 'read-write')
    throw new WrongServerError('it does not accept writes: default_transaction_read_only is on');
}

export async function end(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), pause(END_MS, undefined, { ref: false })]);
}

/**
 * Returns the reason why the database is unavailable, unless it is permanent, such as a wrong password. @throws
 * TypeError for an invalid URL
 */
export async function whyAway(url: string): Promise<string | undefined> {
  const { connection } = locationOf(url);
  try {
    const client = await connect(connection, () => undefined);
    try {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return rows[0]!.standby ? 'it is a standby server and does not accept writes' : undefined;
    } finally {
      void end(client);
    }
  } catch (error) {
    if (!isPassing(error)) return undefined;
    return reasonOf(error);
  }
}
