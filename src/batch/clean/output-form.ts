import { basename } from 'node:path';
import { csvCell } from '../output/csv.js';
import { isQuoted, valueOfWritten } from '../input/cells-as-written.js';
import { decode, type Encoding } from '../input/encoding.js';
import { FileBytes } from '../input/file-bytes.js';
import { openInput } from '../input/open-input.js';
import type { SourceFile } from './source-files.js';
import { writtenCells } from './source-pass.js';

/** How `clean.csv` is written. */
export interface OutputForm {
  readonly delimiter: string;
  readonly lineEnd: string;
  /** Whether the last line has an end, too. */
  readonly endsLast: boolean;
  readonly encoding: Encoding;
  /** Records above the header and the header of the first file, as they stand there; absent where there is no CSV. */
  readonly above?: readonly string[];
  /** Absent, too, where the first file has none. */
  readonly header?: string;
  /** By position in the first file: columns whose cells are quoted though they need no quotes. */
  readonly quoted: ReadonlySet<number>;
}

const UTF8: Encoding = { name: 'utf8', isGuessed: false, hasMark: false };

export const plainForm: OutputForm = {
  ...{ delimiter: ',', lineEnd: '\n', endsLast: true, encoding: UTF8, quoted: new Set<number>() },
};

/** The same form in UTF-8, with a mark by which spreadsheets know it. */
export const inUtf8 = (form: OutputForm): OutputForm => ({ ...form, encoding: { ...UTF8, hasMark: true } });

/**
 * The files beside `clean.csv` are in UTF-8; they say so by a mark where the input has one, or is in another encoding,
 * so that what opens the input opens them.
 */
export const sideMark = ({ encoding }: OutputForm): string =>
  encoding.hasMark || encoding.name !== 'utf8' ? '\uFEFF' : '';

/** Rows by which the quoting of a column is known. */
const ROWS_LOOKED_AT = 1_000;

/** The form of a CSV file; of others the plain one. */
export async function formOf({ path, reading }: SourceFile): Promise<OutputForm> {
  const { form, encoding, rows } = await openInput(path, { ...reading, texts: true });
  if (form === undefined || encoding === undefined) return plainForm;
  const { delimiter, lineEnd, above, header } = form;
  /** By position: cells in quotes that they do not need, less those that have none. */
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

/** An encoding that leaves the order of bytes open is written with the little end first, as its mark says. */
function withoutOrder(encoding: Encoding): Encoding {
  const [, width] = /^utf-?(16|32)$/i.exec(encoding.name.trim()) ?? [];
  return width === undefined ? encoding : { ...encoding, name: `utf${width}le` };
}
