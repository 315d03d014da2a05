import type { NodeDatabase } from '../store/postgres/node-database.js';
import type { WrappedSecrets } from '../store/wrapped-secrets.js';
import { SECRET_FILES } from './secret-files.js';

/** Secrets that are needed as they are, in a database: by name, with what it has. */
export async function secretsOfDatabase(database: NodeDatabase): Promise<(readonly [string, string])[]> {
  const rows = await database.query<{ name: string; content: string }>(
    `select name, content from ${database.schema}.files where name = any($1)`,
    [SECRET_FILES],
  );
  return rows.map(({ name, content }) => [name, content]);
}

/** @throws WrappedSecretError for the first that is wrapped, and not by these secrets; nothing is changed */
export async function mustReadSecrets(database: NodeDatabase, secrets: WrappedSecrets): Promise<void> {
  for (const [name, content] of await secretsOfDatabase(database))
    secrets.unwrap(name, content, `${name} of the database`);
}
