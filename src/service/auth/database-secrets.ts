import type { HomeDocuments } from '../../store/home/home.js';
import type { WrappedSecrets } from '../../store/wrapped-secrets.js';
import { SECRET_FILES } from './secret-files.js';
import { sharedNameOf } from './shared-files.js';

/** Recoverable secrets of all nodes over a database, by name. */
export async function secretsOfDatabase(home: HomeDocuments): Promise<(readonly [string, string])[]> {
  const found = await Promise.all(
    SECRET_FILES.map(async (name) => [name, await home.read(sharedNameOf(name))] as const),
  );
  return found.flatMap(([name, document]) => (document === undefined ? [] : [[name, document.content] as const]));
}

/** @throws WrappedSecretError for the first that these secrets cannot unwrap; nothing is changed */
export async function mustReadSecrets(home: HomeDocuments, secrets: WrappedSecrets): Promise<void> {
  for (const [name, content] of await secretsOfDatabase(home)) secrets.unwrap(name, content, `${name} of the database`);
}
