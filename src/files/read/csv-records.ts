import { Failure } from '../../runtime/failure.js';
import { behindSpaces, cellsAsWritten, closingQuote, quoteAt } from './cells-as-written.js';
import { MOST_COLUMNS } from './header.js';

export interface RecordBatch {
  readonly records: readonly (readonly string[])[];
  /** Text of each record. Absent if joining a record's cells with the delimiter restores its text. */
  readonly texts?: readonly string[];
  /** Line number of each unclosed quote, keyed by the record's position. */
  readonly broken: ReadonlyMap<number, number>;
}

export interface RecordForm {
  readonly delimiter: string;
  /** Number of records above the header. The header determines the number of cells. */
  readonly above: number;
  /** Number of comment lines among these records. Quotes in comments are ignored. */
  readonly comments?: number;
  /** Maximum characters per row. */
  readonly longest: number;
  /** The first line ending outside quotes, set after the first record. Absent if the file is one line. */
  lineEnd?: string | undefined;
}

const QUOTE = '"';
/** Minimum columns of the rows that may follow an unclosed quote. */
const NARROWEST = 3;
const SWALLOWED_LINES = 2;
/** Number of recent records that show the format of rows. */
const RECENT = 12;
const FEWEST_RECENT = 5;
const LOOKED = 40;
/** Characters searched for a line ending outside quotes. After these, a line ending within quotes is used. */
const FIRST_LINE = 1 << 20;
/** Maximum characters read again because of unclosed quotes, as a multiple of the file's length. */
const LOOKS_AHEAD = 4;

/**
 * Splits CSV text (RFC 4180) like csv-parse with `relax_quotes`. A quote inside an unquoted cell is a character. A
 * quoted cell followed by more text in its line is not changed. Empty lines are skipped, a byte order mark is removed,
 * and all line endings are converted to the kind of the first line ending.
 * Unlike in csv-parse, an unclosed quote affects only its own line, which is one record. A quote is unclosed if nothing
 * closes it, if no cell ends at a closing quote in a later line, or if the lines between are rows.
 * @throws Failure for a row that is too long
 */
export async function* csvRecords(
  text: AsyncIterator<string>,
  form: RecordForm,
  name: string,
): AsyncGenerator<RecordBatch, undefined> {
  const splitter = new RecordSplitter(form);
  const { longest } = form;
  let [pending, isFirst, isEnd] = ['', true, false];
  /** Characters to read before the next attempt, so that a long record is parsed only a few times. */
  let wanted = 1;
  while (!isEnd) {
    const pieces = [pending];
    while (wanted > 0 && !isEnd) {
      const next = await text.next();
      if (next.done === true) isEnd = true;
      else {
        pieces.push(isFirst ? next.value.replace(/^\uFEFF/, '') : next.value);
        isFirst &&= next.value === '';
        wanted -= next.value.length;
      }
    }
    pending = pieces.join('');
    form.lineEnd ??= lineEndOf(pending, form.delimiter, isEnd);
    const lines = linesOf(pending, form.lineEnd, isEnd);
    pending = lines.rest;
    const batch = splitter.take(lines, isEnd);
    if (batch.records.length > 0) yield batch;
    if (pending.length > longest)
      throw new Failure(
        `${name}: not readable as CSV: line ${splitter.nextLine}: the row is longer than the limit of ${longest} characters`,
      );
    wanted = Math.max(1, splitter.held, lines.texts.length === 0 ? pending.length : 1);
  }
  return undefined;
}

/** Splits the start of a file. @param isWhole whether it is the entire file. If not, the last record is omitted */
export function recordsIn(text: string, delimiter: string, isWhole: boolean): readonly (readonly string[])[] {
  const begin = text.replace(/^\uFEFF/, '');
  const lineEnd = lineEndOf(begin, delimiter, true);
  const { texts, ends, rest } = linesOf(begin, lineEnd, isWhole);
  const lines = texts.length > 0 ? { texts, ends } : { texts: [rest], ends: [''] };
  return new RecordSplitter({ delimiter, above: Infinity, longest: Infinity }).take(lines, true).records;
}

interface Lines {
  readonly texts: readonly string[];
  readonly ends: readonly string[];
}

const LINE_ENDS = /\r\n|\n|\r/g;

/** Splits text into lines, nearly all with the same ending. @returns the lines, and the text after the last one */
function linesOf(text: string, lineEnd: string | undefined, isEnd: boolean): Lines & { readonly rest: string } {
  const pieces = lineEnd === undefined ? [text] : text.split(lineEnd);
  const rest = isEnd ? '' : pieces.pop()!;
  const usual = lineEnd ?? '';
  if (!pieces.some((piece) => piece.includes('\r') || piece.includes('\n')))
    return { texts: pieces, ends: pieces.map(() => usual), rest };
  const [texts, ends]: [string[], string[]] = [[], []];
  for (const piece of pieces) {
    // The CR belongs to the next line ending.
    const whole = usual === '\n' && piece.endsWith('\r') ? piece.slice(0, -1) : piece;
    let from = 0;
    for (const { 0: end, index } of whole.matchAll(LINE_ENDS)) {
      texts.push(whole.slice(from, index));
      ends.push(end);
      from = index + end.length;
    }
    texts.push(whole.slice(from));
    ends.push(piece.slice(whole.length) + usual);
  }
  return { texts, ends, rest };
}

function lineEndOf(text: string, delimiter: string, isEnd: boolean): string | undefined {
  const kindAt = (at: number): string | undefined => {
    if (at < 0) return undefined;
    let end = at;
    while (text[end] === '\r') end += 1;
    if (end === text.length && !isEnd) return undefined;
    return end === at ? '\n' : text[end] === '\n' ? '\r\n' : '\r';
  };
  const ends = /[\r\n]/g;
  let end = -1;
  for (let from = 0; ;) {
    const closing = text[from] === QUOTE ? closingQuote(text, from + 1) : from;
    if (closing < 0) return isEnd || text.length > FIRST_LINE ? kindAt(text.search(/[\r\n]/)) : undefined;
    if (end < closing) {
      ends.lastIndex = closing;
      end = ends.exec(text)?.index ?? text.length;
    }
    const next = text.indexOf(delimiter, closing);
    if (next < 0 || end < next) return kindAt(end === text.length ? -1 : end);
    from = next + 1;
  }
}

interface QuotedRecord {
  readonly cells: readonly string[];
  readonly lines: number;
  readonly isBroken: boolean;
}

interface Opened {
  /** Number of cells before the quoted cell. */
  readonly cells: number;
  readonly line: number;
  readonly at: number;
}

class RecordSplitter {
  #lines: string[] = [];
  #ends: string[] = [];
  /** Line number, from 1, of the first line of the unfinished record. */
  #line = 1;
  #records = 0;
  #width: number | undefined;
  #recent: (readonly string[])[] = [];
  #characters = 0;
  #inVain = 0;
  held = 0;

  constructor(private readonly form: RecordForm) {}

  get nextLine(): number {
    return this.#line + this.#lines.length;
  }

  take(more: Lines, isEnd: boolean): RecordBatch {
    const { delimiter } = this.form;
    const lines = this.#lines.concat(more.texts);
    const ends = this.#ends.concat(more.ends);
    for (const { length } of more.texts) this.#characters += length + 1;
    const records: (readonly string[])[] = [];
    const broken = new Map<number, number>();
    let texts: string[] | undefined;
    let at = 0;
    while (at < lines.length) {
      const line = lines[at]!;
      if (line === '') {
        at += 1;
        continue;
      }
      let [cells, next]: [readonly string[], number] = [[], at + 1];
      if (this.#records < (this.form.comments ?? 0)) cells = [line];
      else if (line.includes(QUOTE)) {
        const record = this.#quoted({ texts: lines, ends }, at, isEnd, () =>
          this.#recent.concat(records.slice(-RECENT)).slice(-RECENT),
        );
        if (record === undefined) break;
        texts ??= records.map((each) => each.join(delimiter));
        next = at + record.lines;
        if (record.isBroken) broken.set(records.length, this.#line + next - 1);
        ({ cells } = record);
      } else cells = line.split(delimiter, MOST_COLUMNS + 1);
      texts?.push(next === at + 1 ? line : joined(lines, ends, at, next));
      if (this.#records === this.form.above) this.#width = cells.length;
      this.#records += 1;
      records.push(cells);
      at = next;
    }
    this.#line += at;
    this.#lines = lines.slice(at);
    this.#ends = ends.slice(at);
    this.held = this.#lines.reduce((sum, { length }) => sum + length + 1, 0);
    this.#recent = this.#recent.concat(records.slice(-RECENT)).slice(-RECENT);
    return { records, broken, ...(texts && { texts }) };
  }

  /** Reads a record with quotes. @returns `undefined` if the available lines end within the record */
  #quoted(
    { texts: lines, ends }: Lines,
    first: number,
    isEnd: boolean,
    recent: () => readonly (readonly string[])[],
  ): QuotedRecord | undefined {
    const { delimiter, longest } = this.form;
    const cells: string[] = [];
    /** The first cell that has several lines. */
    let spread: Opened | undefined;
    let [line, at, characters] = [first, 0, 0];
    let text = lines[first]!;
    const brokenAt = (opened: Opened): QuotedRecord => {
      this.#inVain += characters;
      const literal = lines[opened.line]!.slice(opened.at).split(delimiter, MOST_COLUMNS + 1);
      return { cells: [...cells.slice(0, opened.cells), ...literal], lines: opened.line - first + 1, isBroken: true };
    };
    while (at >= 0) {
      let from = at;
      let cell = '';
      const quote = quoteAt(text, at, delimiter);
      if (quote >= 0) {
        const opened: Opened = { cells: cells.length, line, at };
        const parts: string[] = [];
        let closing = closingQuote(text, (from = quote + 1));
        for (; closing < 0; closing = closingQuote(text, 0)) {
          parts.push(text.slice(from), ends[line]!);
          const isInVain = characters > longest || this.#inVain > LOOKS_AHEAD * this.#characters;
          if (!isInVain && line + 1 === lines.length && !isEnd) return undefined;
          if (isInVain || line + 1 === lines.length) return brokenAt(opened);
          text = lines[(line += 1)]!;
          from = 0;
          characters += text.length + 1;
        }
        parts.push(text.slice(from, closing));
        const value = parts.join('').replaceAll('""', QUOTE);
        const end = behindSpaces(text, closing + 1, delimiter);
        const isWhole = end === text.length || text[end] === delimiter;
        if (line > opened.line) {
          if (!isWhole) return brokenAt(opened);
          spread ??= opened;
        }
        cell = isWhole ? value : `"${value}"`;
        from = isWhole ? end : closing + 1;
      }
      const next = text.indexOf(delimiter, from);
      if (cells.length <= MOST_COLUMNS) cells.push(cell + text.slice(from, next < 0 ? undefined : next));
      at = next < 0 ? -1 : next + 1;
      if (spread !== undefined && cells.length > 2 * (this.#width ?? MOST_COLUMNS)) return brokenAt(spread);
    }
    const own = lines.slice(first, line + 1);
    return spread !== undefined && this.#areRows(own, cells.length, brokenAt(spread).cells, recent)
      ? brokenAt(spread)
      : { cells, lines: own.length, isBroken: false };
  }

  /** Returns whether the lines of a record are separate rows. @param cut cells of the first line */
  #areRows(
    lines: readonly string[],
    cells: number,
    cut: readonly string[],
    recent: () => readonly (readonly string[])[],
  ): boolean {
    if (this.#width === undefined) return false;
    const all = recent();
    const before = all.slice(Math.max(0, this.form.above + 1 + all.length - this.#records));
    const [{ length: width } = { length: this.#width }] = before;
    const isEven = before.every(({ length }) => length === width);
    const usual = isEven ? width : this.#width;
    const { delimiter } = this.form;
    const shapes = isEven ? steadyShapes(before) : [];
    const isRow = (row: readonly string[] | undefined) =>
      row?.length === usual && shapes.every(([column, shape]) => shapeOf(row[column]!) === shape);
    const behind = lines.slice(1);
    if (cells !== usual) return usual > 1 && behind.some((line) => isRow(cellsOfLine(line, delimiter)));
    return (
      usual >= NARROWEST &&
      behind.length >= SWALLOWED_LINES &&
      before.length >= FEWEST_RECENT &&
      shapes.length > 0 &&
      isRow(cut) &&
      behind.every((line) => isRow(cellsOfLine(line, delimiter)))
    );
  }
}

const joined = (lines: readonly string[], ends: readonly string[], from: number, to: number): string =>
  lines.slice(from, to).reduce((text, line, i) => text + line + (from + i + 1 < to ? ends[from + i]! : ''), '');

/** Returns the cells of a line; `undefined` if a quote is still open at its end. */
function cellsOfLine(line: string, delimiter: string): string[] | undefined {
  const cells = cellsAsWritten(line, delimiter);
  const last = cells.at(-1)!;
  return last.startsWith(QUOTE) && closingQuote(last, 1) < 0 ? undefined : cells;
}

/** Returns columns in which all values have the same shape, such as `99-999`. */
function steadyShapes(rows: readonly (readonly string[])[]): [column: number, shape: string][] {
  if (rows.length < FEWEST_RECENT) return [];
  return rows[0]!.slice(0, LOOKED).flatMap((cell, column): [number, string][] => {
    const shape = shapeOf(cell);
    return shape !== '' && rows.every((row) => shapeOf(row[column]!) === shape) ? [[column, shape]] : [];
  });
}

const shapeOf = (cell: string): string =>
  cell
    .slice(0, LOOKED)
    .replaceAll(QUOTE, '')
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');
