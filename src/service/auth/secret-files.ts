import { join } from 'node:path';
import type { HomeDocuments } from '../../store/home/home.js';
import { replaceFileSync } from '../../store/replace-file.js';
import { isWrapped, type WrappedSecrets } from '../../store/wrapped-secrets.js';
import { withFileLock } from './file-lock.js';
import { sharedNameOf, WEBHOOK_SECRETS_FILE } from './shared-files.js';
import { KEY_FILE } from './signing-keys.js';
import { textOfFile } from '../../runtime/text-of-file.js';

/** Files of a data folder that contain secrets, not only digests of secrets. */
const SECRET_FILES: readonly string[] = [KEY_FILE, WEBHOOK_SECRETS_FILE];

/**
 * Checks that these secrets can unwrap all files. @throws WrappedSecretError for the first file that they cannot unwrap
 */
export function mustReadSecretFiles(folder: string, secrets: WrappedSecrets): void {
  for (const [name, content] of secretFiles(folder)) secrets.unwrap(name, content, join(folder, name));
}

/**
 * Writes the files again, with the current wrapping. A running server reads the changed files.
 * @returns names of the changed files
 * @throws WrappedSecretError like `mustReadSecretFiles`
 */
export function renewSecretFiles(folder: string, secrets: WrappedSecrets): readonly string[] {
  mustReadSecretFiles(folder, secrets);
  return SECRET_FILES.filter((name) => {
    const path = join(folder, name);
    if (textOfFile(path) === undefined) return false;
    return withFileLock(`${path}.lock`, () => {
      const content = textOfFile(path);
      if (content === undefined) return false;
      const renewed = secrets.renewed(name, content, path);
      if (renewed !== content) replaceFileSync(path, renewed);
      return renewed !== content;
    });
  });
}

export type RestOfSecrets = Readonly<Record<string, 'wrapped' | 'plain'>>;

export function restOfSecrets(contents: Iterable<readonly [string, string]>): RestOfSecrets {
  return Object.fromEntries([...contents].map(([name, text]) => [name, isWrapped(text) ? 'wrapped' : 'plain']));
}

export function secretFiles(folder: string): (readonly [string, string])[] {
  return SECRET_FILES.flatMap((name) => {
    const content = textOfFile(join(folder, name));
    return content === undefined ? [] : [[name, content] as const];
  });
}

export async function secretsOfDatabase(home: HomeDocuments): Promise<(readonly [string, string])[]> {
  const found = await Promise.all(
    SECRET_FILES.map(async (name) => [name, await home.read(sharedNameOf(name))] as const),
  );
  return found.flatMap(([name, document]) => (document === undefined ? [] : [[name, document.content] as const]));
}

/**
 * Checks that these secrets can unwrap all documents. @throws WrappedSecretError for the first that they cannot unwrap
 */
export async function mustReadSecrets(home: HomeDocuments, secrets: WrappedSecrets): Promise<void> {
  for (const [name, content] of await secretsOfDatabase(home)) secrets.unwrap(name, content, `${name} of the database`);
}
