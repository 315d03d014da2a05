import { describeObject } from '../read/guess/describe-guess.js';
import { labelsOf } from '../read/guess/guess-columns.js';
import { table } from '../write/text-table.js';
import type { SourceFile, Sources } from './source-files.js';

/** Describes the files' columns as a table, which `--map` can correct. */
export function describeSources({ guessedObject, files, isAuto }: Sources): string[] {
  return [
    ...(guessedObject === undefined ? [] : [describeObject(guessedObject, isAuto)]),
    ...files.flatMap((file) => [
      ...file.ahead.table.notes,
      `columns of ${file.name} (--map COLUMN=Field changes a field, --map COLUMN= ignores a column):`,
      ...table(['column', 'field', 'reason'], columnsOf(file), 60).trimEnd().split('\n'),
    ]),
  ];
}

/** Maximum number of listed columns. Other columns are only counted. */
const MOST_COLUMNS = 60;

export interface DescribedColumn {
  readonly column: string;
  readonly field: string | undefined;
  readonly reason: string;
}

/** Lists columns. Columns that fill fields come first. */
export function describedColumns({ ahead, mapping, guessed, id }: SourceFile): DescribedColumn[] {
  const { columns } = ahead.table;
  const mapped = mapping.fields.map(({ field, positions }) => {
    const guess = guessed.find((one) => one.field === field);
    return { column: labelsOf(columns, positions), field, reason: guess?.reason ?? 'same name as the field, or --map' };
  });
  const used = new Set(mapping.fields.flatMap(({ positions }) => positions));
  const rest = columns.flatMap((column, i) => {
    if (used.has(i)) return [];
    return [{ column, field: undefined, reason: column === id ? 'Id of the row' : 'kept, not compared' }];
  });
  return [...mapped, ...rest];
}

function columnsOf(file: SourceFile): string[][] {
  const all = describedColumns(file).map(({ column, field, reason }) => [column, field ?? '', reason]);
  const shown = all.slice(0, MOST_COLUMNS);
  return all.length > shown.length ? [...shown, [`and ${all.length - shown.length} more`, '', '']] : shown;
}
