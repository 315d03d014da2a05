import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWrapped, type WrappedSecrets } from '../store/wrapped-secrets.js';
import { replaceFileSync } from '../store/replace-file.js';
import { withFileLock } from './file-lock.js';
import { WEBHOOK_SECRETS_FILE } from './shared-files.js';
import { KEY_FILE } from './signing-keys.js';

/** Files of a data folder that hold secrets which are needed as they are, and not only as digests. */
export const SECRET_FILES: readonly string[] = [KEY_FILE, WEBHOOK_SECRETS_FILE];

/** @throws WrappedSecretError for the first that is wrapped, and not by these secrets; nothing is changed */
export function mustReadSecretFiles(folder: string, secrets: WrappedSecrets): void {
  for (const [name, content] of secretFiles(folder)) secrets.unwrap(name, content, join(folder, name));
}

/**
 * Writes them as they are to rest now; a running server follows.
 *
 * @returns names of those that were changed
 * @throws WrappedSecretError as `mustReadSecretFiles`
 */
export function renewSecretFiles(folder: string, secrets: WrappedSecrets): readonly string[] {
  mustReadSecretFiles(folder, secrets);
  return SECRET_FILES.filter((name) => {
    const path = join(folder, name);
    if (textOf(path) === undefined) return false;
    return withFileLock(`${path}.lock`, () => {
      const content = textOf(path);
      if (content === undefined) return false;
      const renewed = secrets.renewed(name, content, path);
      if (renewed !== content) replaceFileSync(path, renewed);
      return renewed !== content;
    });
  });
}

/** By name: how those that are there rest. */
export type RestOfSecrets = Readonly<Record<string, 'wrapped' | 'plain'>>;

export function restOfSecrets(contents: Iterable<readonly [string, string]>): RestOfSecrets {
  return Object.fromEntries([...contents].map(([name, text]) => [name, isWrapped(text) ? 'wrapped' : 'plain']));
}

/** Those that are there, with what they hold. */
export function secretFiles(folder: string): (readonly [string, string])[] {
  return SECRET_FILES.flatMap((name) => {
    const content = textOf(join(folder, name));
    return content === undefined ? [] : [[name, content] as const];
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Who opens the data folder says what is wrong with it.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
