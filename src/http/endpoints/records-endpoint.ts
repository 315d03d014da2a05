import { z } from 'zod';
import { workbookPieces } from '../../files/write/write-workbook.js';
import { RequestError } from '../../records/contract/request-error.js';
import { unknownField } from '../../records/contract/unknown-field.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import type { Turns } from '../../runtime/turns.js';
import type { Likeness } from '../../service/likeness.js';
import { endpoint, ok } from '../endpoint.js';
import type { Answer } from '../response/answer.js';
import { WORKBOOK } from './file-endpoints.js';
import { LIST_CONDITION, LIST_ORDER } from './query-endpoint.js';
import { RECORD_FIELDS, recordExample } from './read-record-endpoint.js';
import { csvLine, guard } from '../../files/write/csv.js';
import type { CellValue } from '../../files/write/sheet-rows.js';
import { timeOf } from '../../records/dates.js';

const NDJSON_TYPE = 'application/x-ndjson;charset=UTF-8';
const CSV_TYPE = 'text/csv;charset=UTF-8';
/** Characters per chunk. Other requests run between chunks. */
const PIECE = 16_384;
const PAGE = 500;

export const records = endpoint('records', 'GET', '{product}/records', {
  about: 'object',
  tag: 'Records',
  scope: 'export',
  summary: 'Export records of an object as a stream of JSON lines, as CSV or as a workbook, with an optional condition',
  description:
    'Records are sorted by Id or by a field. ' +
    'Each unchanged record is exported exactly once, even if other records change during the export. ' +
    'The header row of CSV (UTF-8 with a byte order mark) and workbooks (xlsx) contains field labels. ' +
    'Strings that a spreadsheet could evaluate as formulas are prefixed with an apostrophe. ' +
    'A cell of a workbook has at most 32,767 characters, and a sheet at most 1,048,576 rows. ' +
    'The remaining rows are written to another sheet.',
  query: z.object({
    objectType: z.string({ error: 'expected an object name' }).min(1).max(80).describe('API name of the object'),
    where: LIST_CONDITION,
    orderBy: LIST_ORDER,
    fields: RECORD_FIELDS,
    format: z.enum(['ndjson', 'csv', 'xlsx']).default('ndjson').describe('Response format'),
  }),
  responses: ok({
    description: 'Records with the requested fields, or with all readable fields',
    type: 'application/x-ndjson',
    example: `${JSON.stringify(recordExample)}\n`,
  }),
  errors: [404],
  async handle({ query: { format, fields, ...asked }, client }, { likeness }) {
    const turns = likeness.scheduler.turns({ clientId: client.client_id });
    const isWhole = asked.where === undefined && asked.orderBy === undefined && fields === undefined;
    if (format === 'ndjson' && isWhole) {
      const all = likeness.records(asked.objectType)[Symbol.iterator]();
      // Read before the response starts, so that errors can still set its status.
      const first = all.next();
      return { status: 200, body: pieces(first, all), type: NDJSON_TYPE };
    }
    const type = likeness.objectType(asked.objectType);
    const columns = fields === undefined ? type.fields : fields.split(',').map((name) => column(type, name.trim()));
    const names = columns.map(({ name }) => name);
    const listed = { ...asked, fields: format === 'ndjson' && fields === undefined ? undefined : names };
    const found = await foundRecords(likeness, listed, turns);
    if (format === 'ndjson') return { status: 200, body: lines(found), type: NDJSON_TYPE };
    return download(type, format, columns, found);
  },
});

/** @throws RequestError 400 */
function column(type: ObjectType, name: string): Field {
  const field = type.field(name);
  if (field === undefined) throw new RequestError(400, 'INVALID_FIELD', unknownField(type, name), ['fields']);
  return field;
}

function download(
  { name }: ObjectType,
  format: 'csv' | 'xlsx',
  columns: readonly Field[],
  found: AsyncIterable<Record<string, unknown>>,
): Answer {
  const headers = ['Content-Disposition', `attachment; filename="${name}.${format}"`];
  if (format === 'csv') return { status: 200, body: sheetLines(columns, found), type: CSV_TYPE, headers };
  const body = workbookPieces(name, columnLabels(columns), sheetCells(columns, found));
  return { status: 200, body, type: WORKBOOK, headers };
}

type Asked = Omit<Parameters<Likeness['query']>[0], 'pageSize'>;

/** Reads the first page before the response starts, so that errors can still set its status. */
async function foundRecords(
  likeness: Likeness,
  asked: Asked,
  turns: Turns,
): Promise<AsyncIterable<Record<string, unknown>>> {
  const ask = (after: string | undefined) => likeness.query({ ...asked, after, pageSize: PAGE }, turns);
  const first = await ask(undefined);
  return (async function* () {
    for (let page = first; ; page = await ask(page.next ?? undefined)) {
      yield* page.records;
      // Pages are empty while the records are being sorted.
      if (page.next === null && page.prepared === undefined) return;
    }
  })();
}

async function* lines(found: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
  let piece = '';
  for await (const record of found) {
    piece += `${JSON.stringify(record)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* pieces(
  first: IteratorResult<Record<string, unknown>>,
  all: Iterator<Record<string, unknown>>,
): Generator<string> {
  let piece = '';
  for (let step = first; step.done !== true; step = all.next()) {
    piece += `${JSON.stringify(step.value)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Byte order mark, which makes spreadsheets recognise UTF-8. */
const MARK = '\uFEFF';

type RecordValues = Readonly<Record<string, unknown>>;

/** Returns the column labels. Fields that share a label also show their names. */
function columnLabels(fields: readonly Pick<Field, 'name' | 'label'>[]): string[] {
  const labels = fields.map(({ name, label }) => label ?? name);
  return labels.map((label, i) =>
    guard(labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${fields[i]!.name})`),
  );
}

/** Yields CSV in which strings that a spreadsheet would evaluate as formulas are escaped. */
async function* sheetLines(fields: readonly Field[], records: AsyncIterable<RecordValues>): AsyncGenerator<string> {
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
async function* sheetCells(
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
