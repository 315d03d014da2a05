import { Failure } from '../../runtime/failure.js';
import { cellsAsWritten, closingQuote } from './cells-as-written.js';
import { MOST_COLUMNS } from './header.js';

/** Records of a CSV that come together. */
export interface RecordBatch {
  readonly records: readonly (readonly string[])[];
  /** By record: as it stands in the file; absent where the cells, joined by the delimiter, are it. */
  readonly texts?: readonly string[];
  /** Where a quote is opened and never closed: its line in the file, by the record's position. */
  readonly broken: ReadonlyMap<number, number>;
}

/** How the records of a file are written. */
export interface RecordForm {
  readonly delimiter: string;
  /** Records above the header, which says how many cells the others have. */
  readonly above: number;
  /** The first of them that are lines of comment: their quotes mean nothing. */
  readonly comments?: number;
  /** Characters that a row may have. */
  readonly longest: number;
  /** Known once a record is given out: the first one outside quotes; absent where the file is one line. */
  lineEnd?: string | undefined;
}

const QUOTE = '"';
/** Columns, and lines within a cell, from which on these may be rows though their number of cells is right. */
const NARROWEST = 3;
const SWALLOWED_LINES = 2;
/** Records that show how rows look. */
const RECENT = 12;
const FEWEST_RECENT = 5;
const LOOKED = 40;
/** Characters within which a line end outside quotes is to come, else one within quotes counts. */
const FIRST_LINE = 1 << 20;
/** Lines may be read again for a quote that is not closed: so many times the characters of the file. */
const LOOKS_AHEAD = 4;

/**
 * Splits CSV text into records (RFC 4180) as csv-parse does with `relax_quotes`: a quote inside an unquoted cell is a
 * character, a quoted cell behind which more follows in its line is taken as it stands, empty lines are no records, a
 * byte order mark is left out, and line ends are all of the first one's kind. But a quote that is opened and not closed
 * at the end of a cell costs its own line only: the record ends with that line, and the next one is read anew. So it is
 * where nothing closes it, where no cell ends at what closes it in a later line, and where the lines between are rows.
 *
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
  /** Characters to be read before it is tried again: what is long is so looked at a few times only. */
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
    const lines = form.lineEnd === undefined ? [pending] : pending.split(form.lineEnd);
    pending = isEnd ? '' : lines.pop()!;
    const batch = splitter.take(lines, isEnd);
    if (batch.records.length > 0) yield batch;
    if (pending.length > longest)
      throw new Failure(
        `${name}: not readable as CSV: line ${splitter.nextLine}: the row is longer than the limit of ${longest} characters`,
      );
    wanted = Math.max(1, splitter.held, lines.length === 0 ? pending.length : 1);
  }
  return undefined;
}

/**
 * The records of a text at hand, the beginning of a file.
 *
 * @param isWhole whether no more comes: else the last record is left out, which may be cut off
 */
export function recordsIn(text: string, delimiter: string, isWhole: boolean): readonly (readonly string[])[] {
  const begin = text.replace(/^\uFEFF/, '');
  const lineEnd = lineEndOf(begin, delimiter, true);
  const lines = lineEnd === undefined ? [begin] : begin.split(lineEnd);
  if (!isWhole && lines.length > 1) lines.pop();
  return new RecordSplitter({ delimiter, above: Infinity, longest: Infinity, lineEnd }).take(lines, true).records;
}

/** The first line end outside quotes; `undefined` where there is none, or the text does not tell it yet. */
function lineEndOf(text: string, delimiter: string, isEnd: boolean): string | undefined {
  const kindAt = (at: number): string | undefined => {
    if (at < 0 || (text[at] === '\r' && at === text.length - 1 && !isEnd)) return undefined;
    return text[at] === '\n' ? '\n' : text[at + 1] === '\n' ? '\r\n' : '\r';
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
  /** Its lines. */
  readonly lines: number;
  /** Whether a quote is opened in its last line and never closed. */
  readonly isBroken: boolean;
}

/** A quoted cell's beginning. */
interface Opened {
  /** Cells before it. */
  readonly cells: number;
  readonly line: number;
  readonly at: number;
}

class RecordSplitter {
  /** Lines at whose beginning a record begins that does not end in them. */
  #lines: string[] = [];
  /** Number in the file, from 1 on, of the first of them. */
  #line = 1;
  #records = 0;
  #width: number | undefined;
  #recent: (readonly string[])[] = [];
  /** Characters that have come, and those that were read in vain. */
  #characters = 0;
  #inVain = 0;
  held = 0;

  constructor(private readonly form: RecordForm) {}

  get nextLine(): number {
    return this.#line + this.#lines.length;
  }

  take(more: readonly string[], isEnd: boolean): RecordBatch {
    const { delimiter, lineEnd = '' } = this.form;
    const lines = this.#lines.concat(more);
    for (const { length } of more) this.#characters += length + lineEnd.length;
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
        const record = this.#quoted(lines, at, isEnd, () => this.#recent.concat(records.slice(-RECENT)).slice(-RECENT));
        if (record === undefined) break;
        texts ??= records.map((each) => each.join(delimiter));
        next = at + record.lines;
        if (record.isBroken) broken.set(records.length, this.#line + next - 1);
        ({ cells } = record);
      } else cells = line.split(delimiter, MOST_COLUMNS + 1);
      texts?.push(next === at + 1 ? line : lines.slice(at, next).join(lineEnd));
      if (this.#records === this.form.above) this.#width = cells.length;
      this.#records += 1;
      records.push(cells);
      at = next;
    }
    this.#line += at;
    this.#lines = lines.slice(at);
    this.held = this.#lines.reduce((sum, { length }) => sum + length + lineEnd.length, 0);
    this.#recent = this.#recent.concat(records.slice(-RECENT)).slice(-RECENT);
    return { records, broken, ...(texts && { texts }) };
  }

  /** @returns `undefined` where the lines at hand end within the record */
  #quoted(
    lines: readonly string[],
    first: number,
    isEnd: boolean,
    recent: () => readonly (readonly string[])[],
  ): QuotedRecord | undefined {
    const { delimiter, lineEnd = '', longest } = this.form;
    const cells: string[] = [];
    /** The first cell of several lines. */
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
      if (text[at] === QUOTE) {
        const opened: Opened = { cells: cells.length, line, at };
        const parts: string[] = [];
        let closing = closingQuote(text, (from = at + 1));
        for (; closing < 0; closing = closingQuote(text, 0)) {
          parts.push(text.slice(from));
          const isInVain = characters > longest || this.#inVain > LOOKS_AHEAD * this.#characters;
          if (!isInVain && line + 1 === lines.length && !isEnd) return undefined;
          if (isInVain || line + 1 === lines.length) return brokenAt(opened);
          text = lines[(line += 1)]!;
          from = 0;
          characters += text.length + lineEnd.length;
        }
        parts.push(text.slice(from, closing));
        const value = parts.join(lineEnd).replaceAll('""', QUOTE);
        const isWhole = closing + 1 === text.length || text[closing + 1] === delimiter;
        if (line > opened.line) {
          if (!isWhole) return brokenAt(opened);
          spread ??= opened;
        }
        cell = isWhole ? value : `"${value}"`;
        from = closing + 1;
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

  /** Whether the lines of a record are rows of their own. @param cut the cells of its first line */
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

/** Cells of one line; `undefined` where a quote is open at its end. */
function cellsOfLine(line: string, delimiter: string): string[] | undefined {
  const cells = cellsAsWritten(line, delimiter);
  const last = cells.at(-1)!;
  return last.startsWith(QUOTE) && closingQuote(last, 1) < 0 ? undefined : cells;
}

/** Columns whose values all look the same, such as `99-999`, and how they look. */
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
