import { createHash } from 'node:crypto';
import { valueTypes } from '../../../../records/field-types/index.js';
import type { ObjectType } from '../../../../records/object-type.js';

type ColumnType = 'text' | 'numeric' | 'boolean' | 'date' | 'timestamptz';

/** A column of a table, in order of addition. */
export interface TableColumn {
  /** `null` for a retired, empty column, because the field's type changed. */
  readonly field: string | null;
  readonly name: string;
  readonly type: ColumnType;
  readonly label: string;
}

/** A definition as recorded in `sql_tables`. Columns are added, never dropped. */
export interface TableDefinition {
  readonly object: string;
  /** Name of the table without a prefix, such as `contact` for `record_contact` and `view_contact`. */
  readonly name: string;
  /** Prefixes of the Ids of its records. */
  readonly prefixes: readonly string[];
  readonly columns: readonly TableColumn[];
}

/** Fields to fill after a change to the definition. */
export type Lacking = 'all' | readonly string[] | undefined;

/** Maximum length of a PostgreSQL identifier, in bytes. */
const LONGEST = 63;
/** Bytes for the prefix and suffix of a table's name. */
const AROUND = 12;
/** Maximum number of columns. Leaves room for columns whose type changes. */
const MOST_COLUMNS = 1_500;
/** Names reserved by PostgreSQL. */
const OF_POSTGRES = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

const COLUMN_TYPES = {
  text: 'text',
  id: 'text',
  picklist: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
} as const;

/**
 * Returns the definition of an object's table, which keeps all earlier columns. @param taken names of other tables,
 * which may differ from the object's name only in case
 */
export function definitionOf(
  type: ObjectType,
  before?: TableDefinition,
  taken: ReadonlySet<string> = new Set(),
): TableDefinition {
  const columns = [...(before?.columns ?? [])];
  for (const field of type.fields) {
    if (field.name === 'Id' || field.type === 'formula') continue;
    const columnType = COLUMN_TYPES[valueTypes[field.valueType].comparesAs];
    const wanted = { field: field.name, type: columnType, label: field.label ?? field.name };
    const at = columns.findIndex((column) => column.field === field.name);
    const known = columns[at];
    if (known?.type === columnType)
      columns[at] = { ...known, label: labelAmong(columns, at, wanted.label, field.name) };
    else if (columns.length >= MOST_COLUMNS) continue;
    else if (known === undefined) {
      const name = free(namesOf(columns), columnName(field.name));
      columns.push({ ...wanted, name, label: labelAmong(columns, -1, wanted.label, field.name) });
    } else {
      columns[at] = retired(columns, known);
      columns.push({ ...wanted, name: known.name, label: labelAmong(columns, -1, wanted.label, field.name) });
    }
  }
  return {
    object: type.name,
    name: before?.name ?? free(taken, shortened(type.name.toLowerCase(), LONGEST - AROUND), LONGEST - AROUND),
    prefixes: [...new Set([...(before?.prefixes ?? []), type.keyPrefix])],
    columns,
  };
}

/** Returns the fields to fill when one definition replaces another. */
export function lacking(before: TableDefinition | undefined, after: TableDefinition): Lacking {
  if (before === undefined) return 'all';
  const known = new Map(before.columns.map((column) => [column.field, column.type]));
  const added = after.columns.filter(({ field, type }) => field !== null && known.get(field) !== type);
  // Fill all fields again, because a retired column must be emptied.
  if (added.some(({ field }) => known.has(field))) return 'all';
  return added.length === 0 ? undefined : added.map(({ field }) => field!);
}

/** Frees the name for a column of another type. */
function retired(columns: readonly TableColumn[], { name, label, type }: TableColumn): TableColumn {
  return {
    field: null,
    name: free(namesOf(columns), shortened(`${name}__${type}`, LONGEST)),
    label: labelAmong(columns, -1, shortened(`${label} (${type})`, LONGEST), name),
    type,
  };
}

function columnName(field: string): string {
  const name = shortened(field.toLowerCase(), LONGEST);
  return OF_POSTGRES.has(name) ? `${name}_` : name;
}

const namesOf = (columns: readonly TableColumn[]): ReadonlySet<string> => new Set(columns.map(({ name }) => name));

function free(taken: ReadonlySet<string>, name: string, most = LONGEST): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const other = shortened(`${name}_${number}`, most);
    if (!taken.has(other)) return other;
  }
}

function labelAmong(columns: readonly TableColumn[], at: number, label: string, field: string): string {
  const taken = new Set(columns.filter((_, i) => i !== at).map((column) => column.label));
  for (const reserved of ['Id', 'Position']) taken.add(reserved);
  const ways = [label, `${label} (${field})`].map((way) => shortened(way.replaceAll('\0', ' '), LONGEST));
  return ways.find((way) => !taken.has(way)) ?? free(taken, ways[1]!);
}

function shortened(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  let length = Math.min(name.length, most - 9);
  while (Buffer.byteLength(name.slice(0, length)) > most - 9) length--;
  return `${name.slice(0, length).replace(/[\ud800-\udbff]$/, '')}_${digest}`;
}
