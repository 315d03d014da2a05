import { TextRows } from '../../matching/text-rows.js';
import { readRows, type DedupeRows, type TakeRow } from '../dedupe/read-rows.js';
import { Failure } from '../../runtime/failure.js';
import type { Mapping } from '../read/mapping.js';
import { comparedReader } from '../read/value-reader.js';
import type { Sources } from './source-files.js';
import { note } from '../../runtime/notes.js';

export interface SourceRows extends DedupeRows {
  /** Number of rows in each file. */
  readonly counts: readonly number[];
}

/** Reads files. @param id column with unique row names @param source source column; several files are sources */
export async function readSources(
  { type, files }: Sources,
  { id, source }: { readonly id: string | undefined; readonly source: string | undefined },
  take?: TakeRow,
): Promise<SourceRows> {
  const texts = new TextRows();
  const [ids, sources, counts, unused]: [string[], string[], number[], Mapping['unused'][number][]] = [[], [], [], []];
  const fields = new Set<string>();
  for (const { path, name, ahead, map, mapping, reading, isJson } of files) {
    const { table } = ahead;
    const reader = comparedReader(type, mapping.fields, ahead.sample, reading.dateOrder);
    const asked = { type, map, id, source, isJson, read: reader.read, take };
    const rows = await readRows(`reading ${name}`, table, asked, texts);
    for (const line of [...reader.notes, ...(rows.notes ?? [])]) note(`${name}: ${line}`);
    counts.push(rows.count);
    for (const one of rows.ids) ids.push(one);
    if (files.length > 1) for (let i = 0; i < rows.count; i += 1) sources.push(path);
    else for (const one of rows.sources) sources.push(one);
    for (const field of rows.fields) fields.add(field);
    unused.push(...rows.unused);
  }
  if (ids.length === 0) throw new Failure(`${files.map(({ name }) => name).join(', ')}: no rows below the header`);
  return { count: ids.length, ids, sources, texts, fields, unused, counts };
}
