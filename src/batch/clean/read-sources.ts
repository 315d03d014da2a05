import type { FieldTexts } from '../../matching/normalized-record.js';
import { readRows, type DedupeRows, type TakeRow } from '../dedupe/read-rows.js';
import { Failure } from '../../runtime/failure.js';
import type { Mapping } from '../input/mapping.js';
import type { Sources } from './source-files.js';
import { note, progress } from '../../runtime/notes.js';

const ROWS_PER_UPDATE = 1_000;

/** All rows of all files, in order. */
export interface SourceRows extends DedupeRows {
  /** Rows by file. */
  readonly counts: readonly number[];
}

/**
 * Reads the texts of all rows, in the order of the files.
 *
 * @param id column that names the rows, where one was given: every row must have one of its own
 * @param source column that says where a row comes from; of several files, the file does
 */
export async function readSources(
  { type, files }: Sources,
  { id, source }: { readonly id: string | undefined; readonly source: string | undefined },
  take?: TakeRow,
): Promise<SourceRows> {
  const texts: FieldTexts[] = [];
  const [ids, sources, counts, unused]: [string[], string[], number[], Mapping['unused'][number][]] = [[], [], [], []];
  const fields = new Set<string>();
  for (const { path, name, ahead, map, isJson } of files) {
    const { table } = ahead;
    const bar = progress(`reading ${name}`, table.bytesTotal);
    let count = 0;
    const rows = await readRows(table, {
      ...{ type, map, id, source, isJson },
      take: (row, name) => {
        if (++count % ROWS_PER_UPDATE === 0) bar.update(table.bytesRead(), `${count} rows`);
        if (take) return take(row, name);
        texts.push(row);
        return undefined;
      },
    }).finally(() => bar.stop());
    for (const line of rows.notes ?? []) note(`${name}: ${line}`);
    counts.push(rows.count);
    for (const one of rows.ids) ids.push(one);
    if (files.length > 1) for (let i = 0; i < rows.count; i += 1) sources.push(path);
    else for (const one of rows.sources) sources.push(one);
    for (const field of rows.fields) fields.add(field);
    unused.push(...rows.unused);
  }
  if (ids.length === 0)
    throw new Failure(`${files.map(({ name }) => name).join(', ')}: there is no row below the header`);
  return { count: ids.length, ids, sources, texts, fields, unused, counts };
}
