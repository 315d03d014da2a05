import { basename } from 'node:path';
import { csvCell } from '../write/csv.js';
import { isQuoted, valueOfWritten } from '../read/cells-as-written.js';
import { decode, type Encoding } from '../read/encoding.js';
import { FileBytes } from '../read/file-bytes.js';
import type { InputRow } from '../read/input-table.js';
import { openInput, type ReadOptions } from '../read/open-input.js';
import type { SourceFile } from './source-files.js';
import { writtenCells } from './source-pass.js';

export interface OutputForm {
  readonly delimiter: string;
  readonly lineEnd: string;
  /** Whether the last line also has a line ending. */
  readonly endsLast: boolean;
  readonly encoding: Encoding;
  /** Lines above the header, and the header of the first file, unchanged. Absent if the file is not CSV. */
  readonly above?: readonly string[];
  readonly header?: string;
  /** For a single JSON file, the text around the records, and the indentation of each record. */
  readonly json?: { readonly begin: string; readonly end: string; readonly indent: string };
  /** Positions of the first file's columns with unnecessary quotes. */
  readonly quoted: ReadonlySet<number>;
}

const UTF8: Encoding = { name: 'utf8', isGuessed: false, hasMark: false };

export const plainForm: OutputForm = {
  ...{ delimiter: ',', lineEnd: '\n', endsLast: true, encoding: UTF8, quoted: new Set<number>() },
};

/** Returns the form in UTF-8 with a byte order mark, which spreadsheets need. */
export const inUtf8 = (form: OutputForm): OutputForm => ({ ...form, encoding: { ...UTF8, hasMark: true } });

/** Returns the byte order mark of files next to `clean.csv`, which have one if the input has one or is not UTF-8. */
export const sideMark = ({ encoding }: OutputForm): string =>
  encoding.hasMark || encoding.name !== 'utf8' ? '\uFEFF' : '';

const ROWS_LOOKED_AT = 1_000;

/** Returns the format of a CSV file, or of JSON records in a list or on lines; otherwise the default format. */
export async function formOf({ path, reading, isJson }: SourceFile, isOneFile: boolean): Promise<OutputForm> {
  const { form, encoding, rows } = await openInput(path, { ...reading, texts: true });
  if (isJson && isOneFile && encoding !== undefined) return jsonForm(path, reading, encoding, rows);
  if (form === undefined || encoding === undefined) return plainForm;
  const { delimiter, lineEnd, above, header } = form;
  /** For each position, the number of cells with unnecessary quotes minus the number of cells without quotes. */
  const needless: number[] = [];
  for await (const { number, cells, text } of rows) {
    writtenCells(cells as readonly string[], text, delimiter).forEach((cell, at) => {
      if (cell === '') return;
      const isNeedless = isQuoted(cell) && csvCell(valueOfWritten(cell), delimiter) !== cell;
      needless[at] = (needless[at] ?? 0) + (isNeedless ? 1 : isQuoted(cell) ? 0 : -1);
    });
    if (number >= ROWS_LOOKED_AT) break;
  }
  const bytes = await FileBytes.open(path, basename(path), reading.maxUnpacked);
  return {
    ...{ delimiter, above, lineEnd: lineEnd ?? '\n' },
    ...(header !== undefined && { header }),
    endsLast: '\r\n'.includes(decode(await bytes.ending(), encoding).at(-1) ?? ' '),
    encoding: withoutOrder(encoding),
    quoted: new Set(needless.flatMap((count, at) => (count > 0 ? [at] : []))),
  };
}

async function jsonForm(
  path: string,
  { maxUnpacked }: ReadOptions,
  encoding: Encoding,
  rows: AsyncIterable<InputRow>,
): Promise<OutputForm> {
  const bytes = await FileBytes.open(path, basename(path), maxUnpacked);
  const start = decode(await bytes.beginning(), encoding)
    .replace(/^\uFEFF/, '')
    .trimStart();
  let first = '';
  for await (const { text } of rows) {
    if (text === undefined) return plainForm;
    first = text.trim();
    break;
  }
  if (first === '') return plainForm;
  const shared = { ...plainForm, encoding: withoutOrder(encoding) };
  if (start.startsWith(first.slice(0, start.length))) return { ...shared, json: { begin: '', end: '\n', indent: '' } };
  const indent = /\n([ \t]*)\S/.exec(first)?.[1] ?? '';
  const from = start.startsWith('{') ? start.indexOf(first) : -1;
  const around =
    from < 0 ? undefined : endOfList(start.slice(0, from).trimEnd(), decode(await bytes.ending(), encoding));
  const [begin, end] = around === undefined ? ['[', ']\n'] : [start.slice(0, from).trimEnd(), around];
  return { ...shared, lineEnd: ',\n', json: { begin: `${begin}\n`, end: `\n${end.replace(/^\s*\n/, '')}`, indent } };
}

/** Maximum brackets tried, because each is tried with all text after it. */
const MOST_BRACKETS = 5_000;

/**
 * Finds the end of a list within an object without reading the list: the first bracket after a record that, after the
 * text before the list, leaves a complete object. A bracket within a record leaves too many brackets.
 * @param ending end of the file
 * @returns the text after the last record; `undefined` if too much text follows the list
 */
function endOfList(begin: string, ending: string): string | undefined {
  let tried = 0;
  for (const { 0: found, index } of ending.matchAll(/\}\s*\]/g)) {
    if (++tried > MOST_BRACKETS) return undefined;
    try {
      JSON.parse(begin + ending.slice(index + found.length - 1));
    } catch {
      continue;
    }
    return ending.slice(index + 1);
  }
  return undefined;
}

/** Updates the number of records that an API response contains next to its list: `"total": 3`. */
export function withCount(form: OutputForm, rows: number, records: number): OutputForm {
  const { json } = form;
  if (json === undefined || rows === records) return form;
  const counted = (text: string) =>
    text.replace(COUNT, (all, key: string, count: string) =>
      Number(count) === rows && !/page|limit|max/i.test(key) ? `${key}${records}` : all,
    );
  return { ...form, json: { ...json, begin: counted(json.begin), end: counted(json.end) } };
}
const COUNT = /("[\w-]*(?:total|count|size|found|length|results|rows)[\w-]*"\s*:\s*)(\d+)(?=\s*[,}])/gi;

/** Returns the little-endian encoding for UTF-16 and UTF-32, as the byte order mark will indicate. */
function withoutOrder(encoding: Encoding): Encoding {
  const [, width] = /^utf-?(16|32)$/i.exec(encoding.name.trim()) ?? [];
  return width === undefined ? encoding : { ...encoding, name: `utf${width}le` };
}
