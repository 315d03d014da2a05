import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';

export interface ExportedFile {
  readonly file: string;
  readonly object: string;
}

/**
 * Returns the files of a folder that `export` wrote. There is one file per object, named after the object. Parents
 * precede the records that refer to them.
 * @returns `undefined` if the path is not a folder @throws WrongUse if the folder contains no file to import
 */
export async function exportedFiles(path: string, registry: ObjectRegistry): Promise<ExportedFile[] | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const files = new Map<ObjectType, string>();
  for (const name of (await readdir(path)).sort()) {
    const extension = extname(name).toLowerCase();
    if (name.endsWith('.rejects.csv') || !['.csv', '.ndjson', '.jsonl'].includes(extension)) continue;
    const type = registry.byName(basename(name, extname(name)));
    if (type === undefined)
      throw new WrongUse(`${join(path, name)}: expected a file named after an object, such as Contact.csv`);
    const other = files.get(type);
    if (other !== undefined) throw new WrongUse(`${path}: ${other} and ${name} both have records of ${type.name}`);
    files.set(type, name);
  }
  if (files.size === 0) throw new WrongUse(`${path}: expected files named after objects, such as Contact.csv`);
  return parentsFirst([...files.keys()], registry).map((type) => ({
    file: join(path, files.get(type)!),
    object: type.name,
  }));
}

/** Sorts parents first. Objects that refer to each other are in arbitrary order. */
function parentsFirst(types: readonly ObjectType[], registry: ObjectRegistry): ObjectType[] {
  const wanted = new Set(types);
  const ordered = new Set<ObjectType>();
  const met = new Set<ObjectType>();
  const visit = (type: ObjectType): void => {
    if (met.has(type)) return;
    met.add(type);
    for (const { referenceTo = [] } of type.fields)
      for (const name of referenceTo) {
        const parent = registry.byName(name);
        if (parent !== undefined) visit(parent);
      }
    if (wanted.has(type)) ordered.add(type);
  };
  types.forEach(visit);
  return [...ordered];
}
