import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFolderFiles } from '../../../store/config/folder-files.js';
import { replaceFiles } from '../../../store/config/replace-files.js';
import { change, type Home } from '../../../store/home/home.js';
import { sealWhere } from '../../../matching/model-definition.js';
import type { FieldModelDefinition } from '../../../matching/model-schema.js';
import { digitsOf, wordsOf } from '../../../files/read/mentions.js';
import { ConfigurationVersions } from '../configuration-versions.js';
import type { ErasedStore, Searched } from './resting-place.js';
import { parsedJson } from '../../../runtime/syntax/parsed-json.js';

const SCENARIOS = 'scenarios.json';
/** Minimum number of digits in a phone number. */
const LEAST_DIGITS = 6;

/**
 * Replaces a record's values with digests in all models: in proposals, in versions of scenarios and in the
 * configuration, because older models contain plain values. A digest scores like the value that it replaces, so the
 * scores of other records with this value stay the same.
 */
export async function eraseFromModels(store: ErasedStore, searched: Searched): Promise<string[]> {
  const isSealed = heldBy(searched);
  const done = new Set<string>();
  if (await sealDocuments(store.home, isSealed)) done.add('proposals and earlier versions of scenarios');
  const { home, config, service } = store;
  if (home.isShared && (await sealVersions(home, isSealed))) done.add('versions of the configuration');
  const sealed = config === undefined ? undefined : await sealedScenarios(config, isSealed);
  if (config !== undefined && sealed !== undefined) {
    const write = async (folder: string): Promise<void> => {
      const text = await sealedScenarios(folder, isSealed);
      if (text !== undefined) await replaceFiles(folder, new Map([[SCENARIOS, text]]));
    };
    // A running node applies the new version. Other nodes apply it when they start.
    await (service === undefined || home.isShared ? write(config) : service.writeConfiguration(write));
    if (!home.isShared) done.add(join(config, SCENARIOS));
  }
  return [...done].map((where) => `${where}: values of the record were replaced by digests`);
}

/** Replaces values in documents with digests. @returns whether a document had one of the record's values */
async function sealDocuments(home: Home, isSealed: (text: string) => boolean): Promise<boolean> {
  let isChanged = false;
  for (const folder of ['proposals', 'scenario-versions'])
    for (const { name, content } of await home.list(folder)) {
      // Invalid JSON cannot be searched, so it may have the values.
      if (parsedJson(content) === undefined) await home.remove(name);
      else
        await change(home, name, (newest) => {
          const sealed = newest === undefined ? undefined : sealText(newest, isSealed, '');
          isChanged ||= sealed !== undefined;
          return sealed && `${sealed}\n`;
        });
    }
  return isChanged;
}

/** @returns `undefined` if no model in the configuration folder has one of the record's values */
async function sealedScenarios(folder: string, isSealed: (text: string) => boolean): Promise<string | undefined> {
  const scenarios = existsSync(folder) ? (await readFolderFiles(folder)).get(SCENARIOS) : undefined;
  const sealed = scenarios && sealText(scenarios.toString('utf8'), isSealed, '  ');
  return sealed && `${sealed}\n`;
}

/** Replaces values in all versions with digests. @returns whether a version contained one of the record's values */
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
    // A new version is stored too, because nodes have the current one in their folders.
    if (version === newest) await versions.push(files, 'erase', newest);
    await versions.replace(version, files);
  }
  return isChanged;
}

/** Replaces values in JSON with digests. @returns `undefined` if no model contains one of the record's values */
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

function isFrequencies(part: unknown): part is NonNullable<FieldModelDefinition['frequencies']> {
  return typeof part === 'object' && part !== null && 'listed' in part && Array.isArray(part.listed);
}

/** Returns a function that recognises a record's values. Models contain normal forms, words and last digits. */
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
