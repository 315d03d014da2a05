import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../auth/atomic-file.js';
import { digestOfFiles, readFolderFiles } from '../../config/folder-files.js';
import { replaceFiles } from '../../config/replace-files.js';
import { sealWhere } from '../../learning/seal-values.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import type { NodeDatabase } from '../../store/postgres/node-database.js';
import { digitsOf, wordsOf } from '../../usecases/identifying-values.js';
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
  if (store.kind === 'database') {
    if ((await sealInDatabase(store.database, isSealed)) > 0) done.add('models in the database');
    // A node that runs takes the new version; one that does not, at its start.
    await sealFolder(join(store.folder, 'configuration'), isSealed);
    return [...done].map(said);
  }
  for (const path of await kept(store.data)) {
    const text = await readFile(path, 'utf8');
    // It counts as none already, and may hold anything.
    if (!isJson(text)) await rm(path);
    const sealed = isJson(text) ? sealText(text, isSealed, '') : undefined;
    if (sealed === undefined) continue;
    replaceFile(path, `${sealed}\n`);
    done.add('proposals and earlier states of scenarios');
  }
  if (await sealFolder(store.config, isSealed)) done.add(join(store.config, SCENARIOS));
  return [...done].map(said);
}

/** @returns whether a model of a configuration folder held such a value */
async function sealFolder(folder: string, isSealed: (text: string) => boolean): Promise<boolean> {
  const scenarios = existsSync(folder) ? (await readFolderFiles(folder)).get(SCENARIOS) : undefined;
  const sealed = scenarios && sealText(scenarios.toString('utf8'), isSealed, '  ');
  if (sealed === undefined) return false;
  await replaceFiles(folder, new Map([[SCENARIOS, `${sealed}\n`]]));
  return true;
}

const said = (where: string): string => `${where}: values of the record are kept as digests now`;

/** Files of a data folder that may hold models. */
async function kept(data: string): Promise<string[]> {
  const names = await readdir(data, { recursive: true });
  return names
    .filter((name) => /^(?:proposals[/\\]\w+|scenario-versions[/\\][0-9a-f]+[/\\]\d+)\.json$/.test(name))
    .map((name) => join(data, name));
}

async function sealInDatabase(database: NodeDatabase, isSealed: (text: string) => boolean): Promise<number> {
  const { schema } = database;
  let count = 0;
  for (const table of ['proposals', 'scenario_versions'])
    count += await database.transaction(async (query) => {
      await query(`lock table ${schema}.${table} in exclusive mode`);
      const rows = await query<{ place: string; content: string }>(
        `select ctid::text as place, content from ${schema}.${table} order by ctid`,
      );
      let changed = 0;
      for (const { place, content } of rows) {
        const sealed = sealText(content, isSealed, '');
        if (sealed === undefined) continue;
        await query(`update ${schema}.${table} set content = $2 where ctid = $1::tid`, [place, sealed]);
        changed++;
      }
      return changed;
    });
  const versions = new ConfigurationVersions(database);
  const newest = await versions.newest();
  for (const { version } of await versions.list()) {
    const files = new Map(await versions.files(version));
    const sealed = sealText(files.get(SCENARIOS)?.toString('utf8') ?? '[]', isSealed, '  ');
    if (sealed === undefined) continue;
    count++;
    files.set(SCENARIOS, Buffer.from(`${sealed}\n`));
    // A new version for the nodes, which keep the one that they run in their folders.
    if (version === newest) await versions.push(files, 'erase', newest);
    await database.transaction(async (query) => {
      await query(`update ${schema}.configuration_files set content = $3 where version = $1 and name = $2`, [
        version,
        SCENARIOS,
        files.get(SCENARIOS),
      ]);
      await query(`update ${schema}.configurations set digest = $2 where version = $1`, [
        version,
        digestOfFiles(files),
      ]);
    });
  }
  return count;
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
