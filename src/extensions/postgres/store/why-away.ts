import { connect, end } from './connect.js';
import { isPassing, reasonOf } from './database-errors.js';
import { locationOf } from './location.js';

/**
 * `undefined` if the database is available, or if the reason is permanent, such as a wrong password. @throws TypeError
 * for an invalid address
 */
export async function whyAway(url: string): Promise<string | undefined> {
  const { connection } = locationOf(url);
  try {
    const client = await connect(connection, () => undefined);
    try {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return rows[0]!.standby ? 'it follows another server, and takes no writes' : undefined;
    } finally {
      void end(client);
    }
  } catch (error) {
    if (!isPassing(error)) return undefined;
    return reasonOf(error);
  }
}
