import type { FieldTexts } from '../../matching/normalized-record.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { BrokenRows } from '../input/broken-rows.js';
import { mapRow, resolveMapping, type MapOption, type Mapping, type MappingRules } from '../input/mapping.js';
import type { InputTable } from '../input/input-table.js';
import { unguard } from '../output/csv.js';

/** A row besides its texts. */
export interface RowOfInput {
  readonly id: string;
  /** `''` without a source column. */
  readonly source: string;
  /** In its file. */
  readonly number: number;
}

/** Is given every row's texts in order. @returns what to wait for before the next row */
export type TakeRow = (texts: FieldTexts, name: RowOfInput) => Promise<void> | undefined;

export interface DedupeOptions {
  readonly type: ObjectType;
  readonly map: readonly MapOption[];
  /** Column that names a row; the row's number where absent. */
  readonly id?: string | undefined;
  /** Column that says where a row comes from. */
  readonly source?: string | undefined;
  readonly isJson: boolean;
  /** Instead of keeping them all in `texts`. */
  readonly take?: TakeRow | undefined;
  /** Whether `take` keeps Ids and sources, too, and finds out whether two rows have one Id. */
  readonly keepsNames?: boolean | undefined;
}

/** Everything that takes part, by position. */
export interface DedupeRows {
  readonly count: number;
  /** Empty where they are kept elsewhere. */
  readonly ids: string[];
  /** Empty without a source column. */
  readonly sources: string[];
  /** Empty where each was taken as it was read. */
  readonly texts: FieldTexts[];
  /** Fields that the file fills. */
  readonly fields: ReadonlySet<string>;
  readonly unused: Mapping['unused'];
  /** For people: rows in which a quote is never closed. */
  readonly notes?: readonly string[];
  /** Only of a file: its columns, and which of them fill which field. */
  readonly columns?: readonly string[];
  readonly mapped?: Mapping['fields'];
}

/** Any field may take part: nothing is saved. */
export const anyField = (reserved: readonly string[]): MappingRules => ({
  accepts: ({ name }) => name !== 'Id',
  reserved,
});

/**
 * Reads the rows to compare. Values are taken as the texts they are; rows with too many or too few cells take part with
 * the cells they have.
 *
 * @throws Failure when two rows have one Id, a row has none, or a row of a JSON file cannot be read at all
 */
export async function readRows(table: InputTable, options: DedupeOptions): Promise<DedupeRows> {
  const { type, map, isJson } = options;
  const texts: FieldTexts[] = [];
  const keep = (row: FieldTexts): undefined => void texts.push(row);
  const take: TakeRow = options.take ?? keep;
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
    const wait = take(own, { id, source, number });
    if (wait) await wait;
  }
  const { fields, unused } = mapping;
  const { columns } = table;
  return {
    ...{ count, ids, sources, texts, unused, columns, mapped: fields },
    fields: new Set(fields.map(({ field }) => field)),
    notes: broken.notes('taken as it stands in the file'),
  };
}

/** @param one numbers of two rows */
export function sameId(one: number, other: number, id: string): Failure {
  return new Failure(`rows ${one} and ${other} have the same Id '${id}'`);
}

/** The same of a row of texts, of which there may be millions. */
function textsOfCells(mapping: Mapping, cells: readonly string[]): FieldTexts {
  const texts: Record<string, string> = {};
  for (const { field, positions } of mapping.fields) {
    // Several cells are joined.
    if (positions.length !== 1) return textsOf(mapRow(mapping, cells.map(unguard)));
    const text = cells[positions[0]!];
    if (text !== undefined && text !== '') texts[field] = unguard(text);
  }
  return texts;
}

/** The compared part of a row's values. */
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
