import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Milliseconds for which the end of a connection is waited for: one that is broken has none. */
const END_MS = 1_000;

/** @param broke is told when the connection breaks, or is ended */
export async function connect(config: ClientConfig, broke: (client: Client) => void): Promise<Client> {
  const client = new Client(config);
  let isMade = false;
  // Until it is made, `connect` rejects; to end it before would leave that promise open for ever.
  const over = (): void => {
    if (isMade) broke(client);
  };
  client.on('error', over);
  client.on('end', over);
  try {
    await client.connect();
  } catch (error) {
    void end(client);
    throw error;
  }
  isMade = true;
  return client;
}

export async function end(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), pause(END_MS, undefined, { ref: false })]);
}
