import { recordsIn } from './csv-records.js';
import type { SaidOfTable } from './input-table.js';
import { readLabel } from './guess/read-label.js';
import { isDataRow } from './missing-header.js';
import { WrongUse } from '../../runtime/failure.js';

/** The format of a CSV file, and the start of its table. */
export interface Layout {
  readonly delimiter: string;
  /** Number of lines above the header: `sep=;`, comments, titles. */
  readonly skipped: number;
  /** Number of comment lines among the skipped lines. Comments come first. */
  readonly comments: number;
  /** Whether the next record is a header. If not, it is a row. */
  readonly hasHeader: boolean;
}

/** Maximum number of records used to detect the layout. */
const LOOKED = 40;
const LOWEST_HEADER = 15;
const CHARACTERS = 64 * 1024;
/** Minimum share of records with as many cells as the first record, for a delimiter to be accepted. */
const MOSTLY = 0.5;
/**
 * Detects delimiter and header. A first line `sep=;`, as in Excel, sets the delimiter. Lines above the header that
 * start with `#` are comments. Rows that fill less than half of the table's width are titles. A first row that looks
 * like the rows below it is not a header. @param text the start of the file
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
  // A file that consists only of such lines is a table.
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

/** Returns leading lines that start with `#`, and empty lines between them. */
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

/** Returns whether a comment is the header of the table below, such as `#id,name`. */
function isHeader(comment: string, rows: readonly (readonly string[])[], delimiter: string): boolean {
  const [first = [], ...below] = rows;
  if (first.length < 2 || recordsIn(comment, delimiter, true)[0]?.length !== first.length) return false;
  return /^\s*#\S/.test(comment) || isDataRow(first, below);
}

type ReadRecords = (text: string, delimiter: string) => readonly (readonly string[])[];

/** Returns the delimiter that splits most records into equally many cells, and the number of titles above the table. */
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
    // Punctuation in a sentence is followed by a space, but a delimiter is not.
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
  // No delimiter splits the first line like the rows below, so this line may be a title above a table.
  const below = best(tried.filter(({ titles }) => titles > 0));
  const usual = inHeader.find(({ delimiter }) => delimiter === frequent);
  return even ?? below ?? usual ?? { delimiter: asked ?? frequent, titles: 0 };
}

/** Counts rows above the header: titles less than half as wide as the table, and group labels (`Person`). */
export function titlesAbove(rows: readonly (readonly unknown[])[]): number {
  const widths = rows.slice(0, LOOKED).map(filledOf);
  const width = Math.max(0, ...widths);
  const header = widths.findIndex((filled) => filled >= width / 2);
  if (width < 3 || header < 0 || header > LOWEST_HEADER) return 0;
  const below = widths.slice(header + 1).sort((a, b) => a - b);
  if (header > 0 && !(below.length > 0 && below[below.length >> 1]! >= width / 2)) return 0;
  return isGroupRow(rows[header]!, rows[header + 1] ?? []) ? header + 1 : header;
}

/** Minimum labels that the row below a row of groups must have. */
const LABELS = 2;

function isGroupRow(row: readonly unknown[], below: readonly unknown[]): boolean {
  const labels = (of: readonly unknown[]) =>
    of.filter((cell) => typeof cell === 'string' && readLabel(cell)?.isDoubtful === false).length;
  const hasGap = below.some((cell, i) => isFilled(cell) && !isFilled(row[i]));
  const named = labels(below);
  return hasGap && named >= LABELS && (named === filledOf(below) || named > labels(row));
}

/** Fills blank cells from the row above, because a label that spans both rows is in the upper row. */
export function labelsOf(header: readonly string[], above: readonly string[] | undefined): readonly string[] {
  if (above === undefined || !isGroupRow(above, header)) return header;
  return Array.from({ length: Math.max(header.length, above.length) }, (_, i) => header[i] || (above[i] ?? ''));
}

function filledOf(row: readonly unknown[] | undefined): number {
  return (row ?? []).filter(isFilled).length;
}

function isFilled(cell: unknown): boolean {
  return typeof cell === 'string' ? cell.trim() !== '' : cell !== null && cell !== undefined;
}

/** Supported delimiters. Ties are decided in this order. */
const delimiters = [',', ';', '\t', '|', '^', '~'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Counts delimiters outside quotes in the header line. Default: comma. @param text starts at the header */
export function mostFrequent(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isBegun = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    // Skips empty lines before the header.
    else if (character === '\n' || character === '\r') {
      if (isBegun) break;
      continue;
    } else {
      const count = counts.get(character);
      if (count !== undefined) counts.set(character, count + 1);
    }
    isBegun = true;
  }
  let best: Delimiter = ',';
  for (const delimiter of delimiters) if (counts.get(delimiter)! > counts.get(best)!) best = delimiter;
  return best;
}

/** Parses a delimiter. @param text a character or `tab` @throws WrongUse for an invalid delimiter */
export function givenDelimiter(text: string): string {
  if (/^(?:tab|\\t)$/i.test(text)) return '\t';
  if (text.length === 1 && !/["\r\n\p{L}\p{N}]/u.test(text)) return text;
  throw new WrongUse(`--delimiter '${text}': expected , ; | tab or another single character, but not a letter`);
}
