import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder, type FileContents } from './folder.js';
import { importExport, type ImportedFiles, type ImportReport } from './import-export.js';
import { resolveContents } from './load.js';
import { ConfigurationError } from './problem.js';

/**
 * Imports the product's configuration export into a configuration folder, which is made where there is none: entries of the same scenario Id, pair of objects or object
 * are replaced, all others kept (an object keeps its fields and gets the result fields). The outcome is checked as a whole before anything is written, each file is
 * replaced in one step.
 *
 * @throws ImportError, ConfigurationError; nothing is written then
 */
export async function importInto(folder: string, json: unknown): Promise<ImportReport & { written: string[] }> {
  await mkdir(folder, { recursive: true });
  const contents = await readFolder(folder);
  const before = resolveContents(contents, folder);
  if (before.problems.length > 0) throw new ConfigurationError(before.problems);
  const { files, report } = importExport(json, before.configuration.registry);
  const merged = mergeFiles(contents.files, files);
  const after = resolveContents({ ...contents, files: merged }, folder);
  if (after.problems.length > 0) throw new ConfigurationError(after.problems);
  const written = (Object.keys(files) as (keyof ImportedFiles)[]).filter((name) => files[name].length > 0);
  for (const name of written) {
    const temporary = join(folder, `${name}.new`);
    await writeFile(temporary, `${JSON.stringify(merged[name], null, 2)}\n`);
    await rename(temporary, join(folder, name));
  }
  return { ...report, written };
}

function mergeFiles(existing: FileContents, imported: ImportedFiles): FileContents {
  const objects = [...(existing['objects.json'] ?? [])];
  for (const object of imported['objects.json']) {
    const at = objects.findIndex(({ name }) => name.toLowerCase() === object.name.toLowerCase());
    if (at < 0) objects.push(object);
    else objects[at] = { ...objects[at]!, resultFields: object.resultFields };
  }
  const overlaid = <T>(old: readonly T[] | undefined, added: readonly T[], key: (entry: T) => string): T[] => [
    ...new Map([...(old ?? []), ...added].map((entry) => [key(entry), entry])).values(),
  ];
  return {
    ...existing,
    'objects.json': objects,
    'scenarios.json': overlaid(existing['scenarios.json'], imported['scenarios.json'], ({ id }) => id),
    'cross-object.json': overlaid(existing['cross-object.json'], imported['cross-object.json'], ({ from, to }) =>
      `${from} ${to}`.toLowerCase(),
    ),
  };
}
