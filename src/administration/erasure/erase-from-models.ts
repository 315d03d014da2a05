import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFolderFiles } from '../../config/folder-files.js';
import { replaceFiles } from '../../config/replace-files.js';
import { change, type Home } from '../../home/home.js';
import { sealWhere } from '../../matching/sealed-values.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import { digitsOf, wordsOf } from '../../service/erase/find-identifying-values.js';
import { ConfigurationVersions } from '../configuration-versions.js';
import type { ErasedStore, Searched } from './resting-place.js';

const SCENARIOS = 'scenarios.json';
/** Digits from which on they may be a phone number. */
const LEAST_DIGITS = 6;

/**
 * Replaces the values of a record by their digests in all models: proposals, earlier states of scenarios, and the
 * configuration. Models that were trained before values were kept as digests hold them in plain. What the model scores
 * stays as it is, for others may hold the value as well.
 */
export async function eraseFromModels(store: ErasedStore, searched: Searched): Promise<string[]> {
  const isSealed = heldBy(searched);
  const done = new Set<string>();
  if (await sealDocuments(store.home, isSealed)) done.add('proposals and earlier states of scenarios');
  if (store.kind === 'database') {
    if (await sealVersions(store.home, isSealed)) done.add('versions of the configuration');
    // A node that runs takes the new version; one that does not, at its start.
    await sealFolder(join(store.folder, 'configuration'), isSealed);
  } else if (await sealFolder(store.config, isSealed)) done.add(join(store.config, SCENARIOS));
  return [...done].map((where) => `${where}: values of the record are kept as digests now`);
}

/** @returns whether a document held such a value */
async function sealDocuments(home: Home, isSealed: (text: string) => boolean): Promise<boolean> {
  let isChanged = false;
  for (const folder of ['proposals', 'scenario-versions'])
    for (const { name, content } of await home.list(folder)) {
      // It counts as none already, and may hold anything.
      if (!isJson(content)) await home.remove(name);
      else
        await change(home, name, (newest) => {
          const sealed = newest === undefined ? undefined : sealText(newest, isSealed, '');
          isChanged ||= sealed !== undefined;
          return sealed && `${sealed}\n`;
        });
    }
  return isChanged;
}

/** @returns whether a model of a configuration folder held such a value */
async function sealFolder(folder: string, isSealed: (text: string) => boolean): Promise<boolean> {
  const scenarios = existsSync(folder) ? (await readFolderFiles(folder)).get(SCENARIOS) : undefined;
  const sealed = scenarios && sealText(scenarios.toString('utf8'), isSealed, '  ');
  if (sealed === undefined) return false;
  await replaceFiles(folder, new Map([[SCENARIOS, `${sealed}\n`]]));
  return true;
}

/** @returns whether a version held such a value */
async function sealVersions(home: Home, isSealed: (text: string) => boolean): Promise<boolean> {
  let isChanged = false;
  const versions = new ConfigurationVersions(home);
  const newest = await versions.newest();
  for (const { version } of await versions.list()) {
    const files = new Map(await versions.files(version));
    const sealed = sealText(files.get(SCENARIOS)?.toString('utf8') ?? '[]', isSealed, '  ');
    if (sealed === undefined) continue;
    isChanged = true;
    files.set(SCENARIOS, Buffer.from(`${sealed}\n`));
    // A new version for the nodes, which keep the one that they run in their folders.
    if (version === newest) await versions.push(files, 'erase', newest);
    await versions.replace(version, files);
  }
  return isChanged;
}

/** @returns `undefined` where no model holds such a value */
function sealText(text: string, isSealed: (value: string) => boolean, indent: string): string | undefined {
  let isChanged = false as boolean;
  const value: unknown = JSON.parse(text, (key, part: unknown) => {
    if (key !== 'frequencies' || !isFrequencies(part)) return part;
    const sealed = sealWhere(part, isSealed);
    if (sealed !== part) isChanged = true;
    return sealed;
  });
  return isChanged ? JSON.stringify(value, null, indent) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isFrequencies(part: unknown): part is NonNullable<FieldModelDefinition['frequencies']> {
  return typeof part === 'object' && part !== null && 'listed' in part && Array.isArray(part.listed);
}

/** Models hold values in normal form: told by that, by their words, or by the end of a number. */
function heldBy({ texts, normal }: Searched): (text: string) => boolean {
  const all = [...texts.values()].flatMap((values) => [...values]);
  const words = new Set(all.flatMap(wordsOf));
  const numbers = all.map(digitsOf).filter((digits) => digits.length >= LEAST_DIGITS);
  return (text) => {
    if (normal.has(text)) return true;
    const own = wordsOf(text);
    if (own.length > 0 && own.every((word) => words.has(word))) return true;
    const digits = digitsOf(text);
    return digits.length >= LEAST_DIGITS && numbers.some((held) => held.endsWith(digits) || digits.endsWith(held));
  };
}
