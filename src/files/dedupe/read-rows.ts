import type { FieldTexts } from '../../matching/field-texts.js';
import type { TextRows } from '../../matching/text-rows.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { BrokenRows } from '../read/broken-rows.js';
import { mapRow, resolveMapping, type MapOption, type Mapping, type MappingRules } from '../read/mapping.js';
import type { ReadValue } from '../read/value-reader.js';
import type { InputTable } from '../read/input-table.js';
import { unguard } from '../write/csv.js';
import { progress } from '../../runtime/notes.js';

export interface RowOfInput {
  readonly id: string;
  /** The row's source; `''` if there is no source column. */
  readonly source: string;
  readonly number: number;
}

/** Receives every row's values in order. @returns a promise to await before the next row, if any */
export type TakeRow = (texts: FieldTexts, name: RowOfInput) => Promise<void> | undefined;

export interface DedupeOptions {
  readonly type: ObjectType;
  readonly map: readonly MapOption[];
  /** Column with the Id. Default: the row's number. */
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly isJson: boolean;
  /** Converts cells that contain dates, flags or amounts. */
  readonly read?: ReadValue | undefined;
  /** Receives the rows instead of keeping them all in `texts`. */
  readonly take?: TakeRow | undefined;
  /** Whether to keep Ids and sources although `take` is set, and to check that Ids are unique. */
  readonly keepsNames?: boolean | undefined;
}

export interface DedupeRows {
  readonly count: number;
  /** Ids of the rows; empty if the Ids are stored elsewhere. */
  readonly ids: string[];
  /** Sources of the rows; empty if there is no source column. */
  readonly sources: string[];
  /** Values of the rows; empty if `take` received the values. */
  readonly texts: TextRows;
  readonly fields: ReadonlySet<string>;
  readonly unused: Mapping['unused'];
  /** Messages about rows with an unclosed quote. */
  readonly notes?: readonly string[];
  /** For a file, its columns and the columns of each field. */
  readonly columns?: readonly string[];
  readonly mapped?: Mapping['fields'];
  readonly read?: ReadValue | undefined;
}

/** Rules that allow any field, because nothing is saved. */
export const anyField = (reserved: readonly string[]): MappingRules => ({
  accepts: ({ name }) => name !== 'Id',
  reserved,
});

/** Number of rows between two updates of the progress bar. */
const ROWS_PER_UPDATE = 1_000;

/**
 * Reads rows, including ragged rows, and shows a progress bar.
 * @param texts receives the values of the rows, unless `take` does
 * @throws Failure for a repeated or missing Id, or an unreadable row of a JSON file
 */
export async function readRows(
  label: string,
  table: InputTable,
  { take, ...options }: DedupeOptions,
  texts: TextRows,
): Promise<DedupeRows> {
  const bar = progress(label, table.bytesTotal);
  let count = 0;
  const counted: TakeRow = (row, name) => {
    if (++count % ROWS_PER_UPDATE === 0) bar.update(table.bytesRead(), `${count} rows`);
    if (take) return take(row, name);
    texts.add(row);
    return undefined;
  };
  const read = await readAll(table, options, counted).finally(() => bar.stop());
  return { ...read, texts };
}

async function readAll(
  table: InputTable,
  options: Omit<DedupeOptions, 'take'>,
  take: TakeRow,
): Promise<Omit<DedupeRows, 'texts'>> {
  const { type, map, isJson } = options;
  const reserved = [options.id, options.source].filter((column) => column !== undefined);
  if (!isJson) {
    for (const column of reserved) {
      if (!table.columns.includes(column)) {
        throw new WrongUse(`the file has no column '${column}'; its columns are ${table.columns.join(', ')}`);
      }
    }
  }
  const ids: string[] = [];
  const sources: string[] = [];
  const rowsById = new Map<string, number>();
  const isNamed = options.id !== undefined && options.keepsNames !== true;
  let count = 0;
  let mapping = resolveMapping(type, table.columns, map, anyField(reserved), !isJson);
  let knownColumns = table.columns.length;
  const broken = new BrokenRows();
  for await (const row of table.rows) {
    const { number, cells, fault } = row;
    broken.add(row);
    if (isJson && fault !== undefined && cells.length === 0) throw new Failure(`row ${number}: ${fault}`);
    if (table.columns.length !== knownColumns) {
      knownColumns = table.columns.length;
      mapping = resolveMapping(type, table.columns, map, anyField(reserved), false);
    }
    const cell = (column: string): string => {
      const text = textOf(cells[table.columns.indexOf(column)]);
      return isJson ? text : unguard(text);
    };
    const id = options.id === undefined ? String(number) : cell(options.id);
    const earlier = isNamed ? rowsById.get(id) : undefined;
    if (id === '') throw new Failure(`row ${number} has no value in the column '${options.id ?? ''}'`);
    if (earlier !== undefined) throw sameId(earlier, number, id);
    if (isNamed) rowsById.set(id, number);
    const source = options.source === undefined ? '' : cell(options.source);
    count++;
    if (options.keepsNames !== true) {
      ids.push(id);
      if (options.source !== undefined) sources.push(source);
    }
    const own = isJson ? textsOf(mapRow(mapping, cells)) : textsOfCells(mapping, cells as readonly string[]);
    const wait = take(readBy(options.read, own), { id, source, number });
    if (wait) await wait;
  }
  const { fields, unused } = mapping;
  const { columns } = table;
  return {
    ...{ count, ids, sources, unused, columns, mapped: fields },
    fields: new Set(fields.map(({ field }) => field)),
    notes: broken.notes('read unchanged'),
    read: options.read,
  };
}

/** Creates the error for a repeated Id. @param one number of the first row */
export function sameId(one: number, other: number, id: string): Failure {
  return new Failure(`rows ${one} and ${other} have the same Id '${id}'`);
}

/** Maps a row like `mapRow`, but faster and for strings only, because there may be millions of rows. */
function textsOfCells(mapping: Mapping, cells: readonly string[]): FieldTexts {
  const texts: Record<string, string> = {};
  for (const { field, positions, part } of mapping.fields) {
    // Joins several cells, and splits full names.
    if (positions.length !== 1 || part !== undefined) return textsOf(mapRow(mapping, cells.map(unguard)));
    const text = cells[positions[0]!];
    if (text !== undefined && text !== '') texts[field] = unguard(text);
  }
  return texts;
}

/** Converts dates, flags and amounts to one format. */
export function readBy(read: ReadValue | undefined, texts: FieldTexts): FieldTexts {
  if (read === undefined) return texts;
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, read(field, text)]));
}

export function textsOf(values: Readonly<Record<string, unknown>>): FieldTexts {
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    const text = textOf(value);
    if (text !== '') texts[field] = text;
  }
  return texts;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
