import type { Query } from '../store/postgres/database-snapshot.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { NODE_SECRET } from '../store/postgres/part-tables.js';
import type { WrappedSecrets } from '../store/wrapped-secrets.js';
import { SECRET_FILES } from './secret-files.js';

/** What a database holds of secrets that are needed as they are: by name, with what it has. @param schema quoted */
export async function secretsOfDatabase(query: Query, schema: string): Promise<(readonly [string, string])[]> {
  const rows = await query<{ name: string; content: string }>(
    `select name, content from ${schema}.files where name = any($1)
     union all select '${NODE_SECRET}', secret from ${schema}.${NODE_SECRET}`,
    [SECRET_FILES],
  );
  return rows.map(({ name, content }) => [name, content]);
}

/** @throws WrappedSecretError for the first that is wrapped, and not by these secrets; nothing is changed */
export async function mustReadSecrets(database: NodeDatabase, secrets: WrappedSecrets): Promise<void> {
  const found = await secretsOfDatabase((text, values) => database.query(text, values), database.schema);
  for (const [name, content] of found) secrets.unwrap(name, content, `${name} of the database`);
}

/**
 * Writes what is in no file as it is to rest now. In the transaction of the shared files, by which one node does it.
 *
 * @returns names of what was changed
 * @throws WrappedSecretError as `mustReadSecrets`
 */
export async function renewNodeSecret(
  query: Query,
  schema: string,
  secrets: WrappedSecrets,
): Promise<readonly string[]> {
  const table = `${schema}.${NODE_SECRET}`;
  const [row] = await query<{ secret: string }>(`select secret from ${table}`);
  if (row === undefined) return [];
  const renewed = secrets.renewed(NODE_SECRET, row.secret, `${NODE_SECRET} of the database`);
  if (renewed === row.secret) return [];
  await query(`update ${table} set secret = $1`, [renewed]);
  return [NODE_SECRET];
}
