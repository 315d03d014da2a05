import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration, Settings } from '../config/configuration.js';
import { loadConfiguration } from '../config/load.js';
import { PENDING, pendingFiles } from '../config/replace-files.js';
import { fileNames } from '../config/config-schemas.js';

/** The files of a configuration folder as they were when the writer took them over, by their names in it. */
export type ConfigurationTexts = Readonly<Record<string, string>>;

/** Settings that name further files. The writer's own settings are used for all of them. */
const ELSEWHERE = ['identityProviders', 'signIn', 'tls'];

/** @param folder absent, or not there: nothing is configured */
export async function readConfigurationTexts(folder: string | undefined): Promise<ConfigurationTexts> {
  const texts: Record<string, string> = {};
  if (folder === undefined) return texts;
  const pending: readonly string[] = await pendingFiles(folder).catch(missing);
  const lists: readonly string[] = await readdir(join(folder, 'lists')).catch(missing);
  const names = new Set([...fileNames, ...lists.map((name) => `lists/${name}`), ...pending]);
  for (const name of names) {
    const isPending = pending.includes(name);
    const text = await readFile(isPending ? join(folder, PENDING, name) : join(folder, name), 'utf8').catch(missing);
    if (typeof text === 'string') texts[name] = text;
  }
  return texts;
}

/**
 * Reads again what the writer's configuration was read from: the same, whatever has become of the folder since.
 *
 * @param settings the writer's
 * @throws ConfigurationError
 */
export async function loadConfigurationTexts(texts: ConfigurationTexts, settings: Settings): Promise<Configuration> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-configuration-'));
  try {
    await mkdir(join(folder, 'lists'));
    for (const [name, text] of Object.entries(texts))
      await writeFile(join(folder, name), name === 'settings.json' ? withoutFiles(text) : text);
    return { ...(await loadConfiguration(folder)), settings };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutFiles(text: string): string {
  const settings = Object.entries(JSON.parse(text) as object).filter(([name]) => !ELSEWHERE.includes(name));
  return JSON.stringify(Object.fromEntries(settings));
}

function missing(error: unknown): never[] {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return [];
}
