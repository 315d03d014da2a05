import { csvLine, guard } from '../../batch/output/csv.js';
import type { CellValue } from '../../batch/output/sheet-rows.js';
import { timeOf } from '../../records/dates.js';
import type { Field } from '../../records/object-type.js';

/** Marks a file as UTF-8 for spreadsheets, which take it for something else. */
const MARK = '\uFEFF';
/** Characters sent in one piece. */
const PIECE = 65_536;

type RecordValues = Readonly<Record<string, unknown>>;

/** Names of the columns as people know them; of two that are called the same each has its own name beside it. */
export function columnLabels(fields: readonly Pick<Field, 'name' | 'label'>[]): string[] {
  const labels = fields.map(({ name, label }) => label ?? name);
  return labels.map((label, i) =>
    guard(labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${fields[i]!.name})`),
  );
}

/** Records as CSV, whose texts no spreadsheet runs as formulas. */
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

/** Records as rows of a sheet: numbers and times as such, texts that are not run where somebody saves them as CSV. */
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
