import { existsSync } from 'node:fs';
import { fileContents, readFolder, type FolderContents } from '../folder.js';
import { convertExport, type ImportedFiles } from './convert-export.js';
import { replaceFiles } from '../replace-files.js';
import { overlayObjects } from './declare-objects.js';
import type { ImportReport } from './import-report.js';
import { resolveContents } from '../load.js';
import { ConfigurationError, type Problem } from '../problem.js';
import type { FileName } from '../config-schemas.js';
import { textOf, writtenJson } from '../change-part.js';

export interface Imported extends ImportReport {
  readonly written: readonly string[];
}

/**
 * Imports the product's configuration export into a folder, and creates the folder if needed. Replaces entries for the
 * same scenario Id, pair of objects or object, but an object keeps its fields. Keeps all other entries. First checks
 * the whole result, then replaces all files in one step.
 * @throws ImportError, ConfigurationError; nothing is then written
 */
export async function importConfiguration(folder: string, json: unknown): Promise<Imported> {
  const contents = await readFolder(existsSync(folder) ? folder : undefined);
  const before = resolveContents(contents, folder);
  if (before.problems.length > 0) throw new ConfigurationError(before.problems);
  const { files, report } = convertExport(json, {
    definitions: contents.files['objects.json'],
    scenarios: contents.files['scenarios.json'],
    lists: contents.lists,
  });
  return { ...report, written: await writeImported(folder, contents, files) };
}

/** @returns written files, relative to the folder @throws ConfigurationError; nothing is then written */
async function writeImported(folder: string, contents: FolderContents, files: ImportedFiles): Promise<string[]> {
  const merged = await mergeFiles(folder, files);
  const problems: Problem[] = [];
  const read = { ...contents.files };
  for (const [name, value] of merged) Object.assign(read, { [name]: fileContents(name, value, problems) });
  const after = resolveContents({ ...contents, files: read, problems }, folder);
  if (after.problems.length > 0) throw new ConfigurationError(after.problems);
  const texts = new Map<string, string>();
  for (const [name, value] of merged) texts.set(name, `${JSON.stringify(value, null, 2)}\n`);
  if (texts.size > 0) await replaceFiles(folder, texts);
  return [...texts.keys()];
}

type Entry = Readonly<Record<string, unknown>>;

/** Returns the changed files. Entries that do not change keep their formatting. */
async function mergeFiles(folder: string, imported: ImportedFiles): Promise<Map<FileName, unknown>> {
  const merged = new Map<FileName, unknown>();
  const written = async (name: FileName) => (writtenJson(await textOf(folder, name)) ?? []) as Entry[];
  if (imported['objects.json'].length > 0)
    merged.set('objects.json', overlayObjects((await written('objects.json')) as never, imported['objects.json']));
  if (imported['scenarios.json'].length > 0) {
    const scenarios = new Map((await written('scenarios.json')).map((entry) => [entry['id'], entry]));
    for (const entry of imported['scenarios.json']) {
      // A built-in scenario that was edited keeps its changes, and is only disabled.
      const isSwitch = Object.keys(entry).length === 2 && entry.enabled === false;
      scenarios.set(entry.id, isSwitch ? { ...scenarios.get(entry.id), ...entry } : { ...entry });
    }
    merged.set('scenarios.json', [...scenarios.values()]);
  }
  if (imported['cross-object.json'].length > 0) {
    const key = ({ from, to }: { from?: unknown; to?: unknown }) => `${String(from)} ${String(to)}`.toLowerCase();
    const maps = [...(await written('cross-object.json')), ...imported['cross-object.json']];
    merged.set('cross-object.json', [...new Map(maps.map((map) => [key(map), map])).values()]);
  }
  return merged;
}
