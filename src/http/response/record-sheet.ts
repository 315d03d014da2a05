import { csvLine, guard } from '../../files/write/csv.js';
import type { CellValue } from '../../files/write/sheet-rows.js';
import { timeOf } from '../../records/dates.js';
import type { Field } from '../../records/object-type.js';

/** Byte order mark, which makes spreadsheets recognise UTF-8. */
const MARK = '\uFEFF';
const PIECE = 16_384;

type RecordValues = Readonly<Record<string, unknown>>;

/** Returns the column labels. Fields that share a label also show their names. */
export function columnLabels(fields: readonly Pick<Field, 'name' | 'label'>[]): string[] {
  const labels = fields.map(({ name, label }) => label ?? name);
  return labels.map((label, i) =>
    guard(labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${fields[i]!.name})`),
  );
}

/** Yields CSV in which strings that a spreadsheet would evaluate as formulas are escaped. */
export async function* sheetLines(
  fields: readonly Field[],
  records: AsyncIterable<RecordValues>,
): AsyncGenerator<string> {
  let piece = MARK + csvLine(columnLabels(fields));
  for await (const record of records) {
    piece += csvLine(fields.map((field) => lineText(field, record[field.name])));
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function lineText({ valueType }: Field, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return '';
  return valueType === 'datetime' ? value.replace(/\+0000$/, 'Z') : guard(value);
}

/** Yields rows of cells: typed numbers and times, and strings that stay harmless when saved as CSV. */
export async function* sheetCells(
  fields: readonly Field[],
  records: AsyncIterable<RecordValues>,
): AsyncGenerator<readonly CellValue[]> {
  for await (const record of records) yield fields.map((field) => cellValue(field, record[field.name]));
}

function cellValue({ valueType }: Field, value: unknown): CellValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const isDay = valueType === 'date';
  return isDay || valueType === 'datetime' ? { time: timeOf(value), isDay } : guard(value);
}
