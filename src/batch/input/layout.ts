import { recordsIn } from './csv-records.js';
import { delimiters, mostFrequent } from './delimiter.js';
import { isDataRow } from './missing-header.js';

/** Where the table of a CSV file begins. */
export interface Layout {
  readonly delimiter: string;
  /** Records above the header: `sep=;`, comments, titles. */
  readonly skipped: number;
  /** Those of them that are lines of comment: the first ones. */
  readonly comments: number;
  /** Whether the record below them names the columns; else it is a row. */
  readonly hasHeader: boolean;
}

/** Options by which people say how the table is to be read. */
export interface SaidOfTable {
  /** A character, or `tab`; for CSV only. */
  readonly delimiter?: string | undefined;
  /** Whether the first line of the table names the columns. */
  readonly header?: boolean | undefined;
}

/** Options by which people say how a file is to be read; the rest is found out. */
export interface SaidOfFile extends SaidOfTable {
  /** Name of an encoding. */
  readonly encoding?: string | undefined;
  /** Name or number of a workbook's sheet; absent: the first that is not empty. */
  readonly sheet?: string | undefined;
}

/** Records looked at, and how far down a header may be. */
const LOOKED = 40;
const LOWEST_HEADER = 15;
const CHARACTERS = 64 * 1024;
/** Share of the records that are as wide as the first one, from which on a delimiter divides them. */
const MOSTLY = 0.5;
/**
 * Finds delimiter and header. A first line `sep=;`, as Excel writes and reads it, says the delimiter. Lines that begin
 * with `#` above the header are comments. Rows above the header that fill less than half of the table's width are
 * titles. A first row that looks as the rows below it do is no header.
 *
 * @param text the beginning of the file
 */
export function layoutOf(text: string, said: SaidOfTable = {}): Layout {
  const begin = text.slice(0, CHARACTERS);
  const isWhole = begin.length === text.length;
  const recordsOf = (from: string, delimiter: string) => recordsIn(from, delimiter, isWhole).slice(0, LOOKED);
  const headed = (rows: readonly (readonly string[])[], skipped: number): boolean =>
    said.header ?? !isDataRow(rows[skipped] ?? [], rows.slice(skipped + 1));
  const [, character] = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(begin) ?? [];
  const asked = said.delimiter ?? delimiters.find((each) => each === character);
  if (asked !== undefined && character === asked) {
    const rows = recordsOf(begin.slice(begin.indexOf('\n') + 1), asked);
    const titles = said.header === false ? 0 : titlesAbove(rows);
    return { delimiter: asked, skipped: 1 + titles, comments: 0, hasHeader: headed(rows, titles) };
  }
  const lines = commentsAbove(begin);
  // A file of nothing else is a table.
  const [comment, table] = begin.slice(lines.length).trim() === '' ? ['', begin] : [lines, begin.slice(lines.length)];
  const { delimiter, titles } = divided(table, recordsOf, asked);
  const rows = recordsOf(table, delimiter);
  const comments = comment.split(/\r\n|\n|\r/).filter((line) => line.includes('#'));
  const [last = ''] = comments.slice(-1);
  if (said.header !== false && isHeader(last, rows, delimiter))
    return { delimiter, skipped: comments.length - 1, comments: comments.length - 1, hasHeader: true };
  const above = said.header === false ? 0 : titles;
  const hasHeader = headed(rows, above);
  return { delimiter, skipped: comments.length + above, comments: comments.length, hasHeader };
}

/** The lines at the beginning that begin with `#`, and empty ones between them. */
function commentsAbove(text: string): string {
  let end = 0;
  for (let from = 0; from < text.length;) {
    const next = /[\r\n]/.exec(text.slice(from))?.index ?? -1;
    if (next < 0) break;
    const line = text
      .slice(from, from + next)
      .replace('\uFEFF', '')
      .trim();
    if (line !== '' && !line.startsWith('#')) break;
    from += next + 1;
    if (line !== '') end = text[from - 1] === '\r' && text[from] === '\n' ? from + 1 : from;
  }
  return text.slice(0, end);
}

/** Whether a line that begins with `#` names the columns of the table below it: `#id,name`. */
function isHeader(comment: string, rows: readonly (readonly string[])[], delimiter: string): boolean {
  const [first = [], ...below] = rows;
  if (first.length < 2 || recordsIn(comment, delimiter, true)[0]?.length !== first.length) return false;
  return /^\s*#\S/.test(comment) || isDataRow(first, below);
}

type ReadRecords = (text: string, delimiter: string) => readonly (readonly string[])[];

/** The delimiter by which most records are as wide as the first one, and the titles above the table. */
function divided(
  text: string,
  recordsOf: ReadRecords,
  asked: string | undefined,
): { delimiter: string; titles: number } {
  const frequent = mostFrequent(text);
  const tried = (asked === undefined ? delimiters : [asked]).map((delimiter) => {
    const rows = recordsOf(text, delimiter);
    const titles = titlesAbove(rows);
    const width = filledOf(rows[titles]);
    const below = rows.slice(titles + 1);
    const even = below.filter(({ length }) => length === rows[titles]!.length).length;
    const behind = rows.slice(titles).flatMap((row) => row.slice(1));
    // Behind marks of a sentence stands a space.
    const isSpaced = behind.filter((cell) => cell.startsWith(' ')).length > MOSTLY * behind.length;
    return { delimiter, titles, width, isSpaced, share: below.length === 0 ? 1 : even / below.length };
  });
  const best = (of: typeof tried) =>
    [...of].sort(
      (a, b) =>
        b.share - a.share ||
        Number(a.isSpaced) - Number(b.isSpaced) ||
        b.width - a.width ||
        Number(b.delimiter === frequent) - Number(a.delimiter === frequent),
    )[0];
  const inHeader = tried.filter(({ titles, width }) => titles === 0 && width > 1);
  const even = best(inHeader.filter(({ share }) => share >= MOSTLY));
  // The first line has one cell by any delimiter, or as many as no row: it may be a title, above a table.
  const below = best(tried.filter(({ titles }) => titles > 0));
  const usual = inHeader.find(({ delimiter }) => delimiter === frequent);
  return even ?? below ?? usual ?? { delimiter: asked ?? frequent, titles: 0 };
}

/** Rows above the header: those that fill less than half of the width that the table has below them. */
export function titlesAbove(rows: readonly (readonly unknown[])[]): number {
  const widths = rows.slice(0, LOOKED).map(filledOf);
  const width = Math.max(0, ...widths);
  const header = widths.findIndex((filled) => filled >= width / 2);
  if (width < 3 || header <= 0 || header > LOWEST_HEADER) return 0;
  const below = widths.slice(header + 1).sort((a, b) => a - b);
  return below.length > 0 && below[below.length >> 1]! >= width / 2 ? header : 0;
}

function filledOf(row: readonly unknown[] | undefined): number {
  const isFilled = (cell: unknown) =>
    typeof cell === 'string' ? cell.trim() !== '' : cell !== null && cell !== undefined;
  return (row ?? []).filter(isFilled).length;
}
