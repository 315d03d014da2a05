import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { TextRows } from '../../src/matching/text-rows.js';
import { readRows, type DedupeRows } from '../../src/files/dedupe/read-rows.js';
import { parseMapOption } from '../../src/files/read/mapping.js';
import { openInput } from '../../src/files/read/open-input.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import { truthOfLabels, type Truth } from '../../src/files/evaluation/truth.js';

/** Maps the columns of a data set to standard fields. One committed file per set. */
export interface Mapping {
  readonly object: string;
  readonly id: string;
  /** Source column of a linkage of two sources. Only pairs across sources count. */
  readonly source?: string;
  readonly map: readonly string[];
}

export interface DataSet {
  readonly name: string;
  /** Origin from the set's description: repository and file. */
  readonly origin: string;
  readonly mapping: Mapping;
  readonly rows: DedupeRows;
  readonly truth: Truth;
}

const mappings = fileURLToPath(new URL('../mappings/', import.meta.url));

/** Sorted names of the sets that have a mapping. */
export const mappedSets = (): string[] =>
  readdirSync(mappings)
    .map((file) => basename(file, '.json'))
    .sort();

export const isThere = (folder: string, name: string): boolean => existsSync(join(folder, name, 'records.csv'));

export async function readDataSet(configuration: Configuration, folder: string, name: string): Promise<DataSet> {
  const mapping = JSON.parse(readFileSync(join(mappings, `${name}.json`), 'utf8')) as Mapping;
  const asked = {
    type: configuration.registry.byName(mapping.object)!,
    // A column that only has the name of a field is ignored unless the mapping lists it.
    map: [...mapping.map.map(parseMapOption), ...unmapped(join(folder, name, 'records.csv'), mapping)],
    id: mapping.id,
    source: mapping.source,
    isJson: false,
  };
  const table = await openInput(join(folder, name, 'records.csv'));
  const rows = await readRows(`reading ${name}`, table, asked, new TextRows());
  const pairs = readTable(join(folder, name, 'truth.csv'));
  const truth = truthOfLabels(pairs.map(({ id1, id2 }) => ({ id1: id1!, id2: id2!, isSame: true })));
  return { name, origin: originOf(folder, name), mapping, rows, truth };
}

export function readTable(path: string): Record<string, string>[] {
  return parse(readFileSync(path), { columns: true, bom: true });
}

function unmapped(path: string, { map, id, source }: Mapping) {
  const used = new Set(map.flatMap((entry) => entry.slice(0, entry.lastIndexOf('=')).split('+')));
  const columns = parse(readFileSync(path), { to: 1, bom: true })[0] as unknown as string[];
  return columns
    .filter((column) => !used.has(column) && column !== id && column !== source)
    .map((column) => ({ source: column, field: '' }));
}

/** Returns the first origin in the set's description, or the name if there is none. */
export function originOf(folder: string, name: string): string {
  const about = join(folder, name, 'ABOUT.md');
  if (!existsSync(about)) return name;
  const [, repository = name] = /^- `([^`]+)`/m.exec(readFileSync(about, 'utf8')) ?? [];
  return repository;
}
