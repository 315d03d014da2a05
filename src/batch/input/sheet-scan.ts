import { Failure } from '../../runtime/failure.js';

/** Where sheets of Excel end: XFD1048576. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Cells of the table that the outermost cells span: a million rows of twenty columns. The reader makes all of them. */
const MOST_CELLS = 20_971_520;
/** Levels of elements: sheets have about six. */
const MOST_LEVELS = 64;
/** Bytes of one tag, with its attributes. */
const LONGEST_TAG = 65_536;
/** Bytes of text between two tags: a cell of Excel holds 32,767 characters. */
const LONGEST_TEXT = 1_048_576;

const code = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, QUOTE, APOSTROPHE] = [code('<'), code('>'), code('"'), code("'")];
const [SLASH, BANG, QUESTION, COLON, EQUALS] = [code('/'), code('!'), code('?'), code(':'), code('=')];
const [SPACE, SMALL_C, SMALL_R, CAPITAL_A, CAPITAL_Z] = [code(' '), code('c'), code('r'), code('A'), code('Z')];
const [ZERO, NINE] = [code('0'), code('9')];
const NOTHING = Buffer.alloc(0);

/**
 * Looks through a part of a workbook, XML, before anything is built of it: how deep its elements are nested, and how
 * large a table its cells span. One cell far outside of the others makes a table of billions. Cells may leave out where
 * they stand, and then follow the cell before (ECMA-376, part 1, 18.3.1.4).
 */
export class SheetScan {
  #rest: Buffer = NOTHING;
  /** Bytes of text that have come since the last tag. */
  #text = 0;
  #level = 0;
  #row = 0;
  #column = 0;
  #rows = 0;
  #columns = 0;
  /** Bytes of this piece up to here are in `#addressed`. */
  #done = 0;
  #addressed: Buffer[] = [];

  /** @param keep is given the part again, with an address for each cell that has none */
  constructor(private readonly keep?: (bytes: Buffer) => void) {}

  /** @throws Failure for what no sheet of Excel holds, or no reader could */
  take(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let at = bytes.indexOf(OPEN);
    let from = 0;
    while (at >= 0) {
      this.#textOf(at - from);
      const end = endOf(bytes, at);
      if (end < 0) break;
      this.#tag(bytes, at, end);
      from = end;
      at = bytes.indexOf(OPEN, end);
      this.#text = 0;
    }
    if (at < 0) this.#textOf(bytes.length - from);
    this.#rest = at < 0 ? NOTHING : bytes.subarray(at);
    this.#keepUpTo(bytes, bytes.length - this.#rest.length);
    if (this.#rest.length > LONGEST_TAG) throw new Failure(`a tag is longer than the limit of ${LONGEST_TAG} bytes`);
  }

  /** No more comes. */
  end(): void {
    this.keep?.(this.#rest);
  }

  #keepUpTo(bytes: Buffer, end: number): void {
    if (this.keep === undefined) return;
    this.keep(Buffer.concat([...this.#addressed, bytes.subarray(this.#done, end)]));
    this.#addressed = [];
    this.#done = 0;
  }

  #textOf(bytes: number): void {
    this.#text += bytes;
    if (this.#text > LONGEST_TEXT) throw new Failure(`a text is longer than the limit of ${LONGEST_TEXT} bytes`);
  }

  /** @param end just behind the tag */
  #tag(bytes: Buffer, at: number, end: number): void {
    const first = bytes[at + 1]!;
    if (first === BANG || first === QUESTION) return;
    if (first === SLASH) {
      this.#level -= 1;
      return;
    }
    if (bytes[end - 2] !== SLASH && (this.#level += 1) > MOST_LEVELS)
      throw new Failure(`elements are nested deeper than the limit of ${MOST_LEVELS} levels`);
    let [name, i] = [at + 1, at + 1];
    for (let byte = bytes[i]!; byte > SPACE && byte !== CLOSE && byte !== SLASH; byte = bytes[++i]!)
      if (byte === COLON) name = i + 1;
    if (i - name === 1 && bytes[name] === SMALL_C) {
      if (!this.#plainCell(bytes, i, end) && !this.#place('c', bytes.toString('latin1', at, end)))
        this.#address(bytes, i);
    } else if (i - name === 3 && bytes.toString('latin1', name, i) === 'row')
      this.#place('row', bytes.toString('latin1', at, end));
  }

  /**
   * A cell as nearly all programs write it: ` r="AB12"` comes first, and no other attribute of that name.
   *
   * @returns false for any other, of which nothing is taken
   */
  #plainCell(bytes: Buffer, from: number, end: number): boolean {
    let i = from;
    if (bytes[i++] !== SPACE || bytes[i++] !== SMALL_R || bytes[i++] !== EQUALS || bytes[i++] !== QUOTE) return false;
    let [column, row] = [0, 0];
    const letters = i;
    for (; bytes[i]! >= CAPITAL_A && bytes[i]! <= CAPITAL_Z; i += 1) column = 26 * column + bytes[i]! - CAPITAL_A + 1;
    const digits = i;
    for (; bytes[i]! >= ZERO && bytes[i]! <= NINE; i += 1) row = 10 * row + bytes[i]! - ZERO;
    if (digits === letters || i === digits || bytes[i] !== QUOTE || column > MOST_COLUMNS || row > MOST_ROWS)
      return false;
    for (let k = i + 1; k < end; k += 1)
      if (bytes[k] === SMALL_R && (bytes[k - 1]! <= SPACE || bytes[k - 1] === COLON)) return false;
    this.#row = row;
    this.#column = column;
    this.#span();
    return true;
  }

  /** Writes where a cell stands behind the name of its tag. */
  #address(bytes: Buffer, nameEnd: number): void {
    if (this.keep === undefined || this.#row === 0) return;
    let letters = '';
    for (let rest = this.#column; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    this.#addressed.push(bytes.subarray(this.#done, nameEnd), Buffer.from(` r="${letters}${this.#row}"`));
    this.#done = nameEnd;
  }

  /**
   * Where a row or a cell stands: by its address, else behind the one before.
   *
   * @returns whether it has an address
   */
  #place(name: string, tag: string): boolean {
    const addresses = Array.from(
      tag.matchAll(/[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
      (found) => found[1] ?? found[2]!,
    );
    if (name === 'row') {
      this.#column = 0;
      this.#row += 1;
      if (addresses.length === 0 && this.#row > MOST_ROWS) throw outside(`row ${this.#row}`);
      for (const address of addresses) {
        if (!/^\d{1,7}$/.test(address) || Number(address) > MOST_ROWS) throw outside(`row ${address}`);
        this.#row = Number(address);
      }
    } else {
      this.#column += 1;
      for (const address of addresses) {
        const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
        if (letters === undefined || Number(row) > MOST_ROWS) throw outside(`cell ${address}`);
        this.#row = Number(row);
        this.#column = 0;
        for (const letter of letters) this.#column = 26 * this.#column + letter.charCodeAt(0) - 64;
      }
      if (this.#column > MOST_COLUMNS) throw outside(`cell ${addresses.at(-1) ?? `in column ${this.#column}`}`);
      this.#span();
    }
    return addresses.length > 0;
  }

  #span(): void {
    if (this.#column > this.#columns) this.#columns = this.#column;
    if (this.#row > this.#rows) this.#rows = this.#row;
    if (this.#rows * this.#columns > MOST_CELLS)
      throw new Failure(
        `its cells span a table of ${this.#rows} rows and ${this.#columns} columns, more than the limit of ${MOST_CELLS} cells, perhaps for one cell far outside of it; save it as CSV`,
      );
  }
}

/** Just behind the tag, comment, instruction or text that begins at `at`; -1 where it is not whole. */
function endOf(bytes: Buffer, at: number): number {
  if (bytes[at + 1] === QUESTION) return behind(bytes, '?>', at + 2);
  if (bytes[at + 1] === BANG) {
    const begin = bytes.toString('latin1', at, at + 9);
    // Too short to tell what it is.
    if (begin.length < 9) return -1;
    if (begin.startsWith('<!--')) return behind(bytes, '-->', at + 4);
    if (begin === '<![CDATA[') return behind(bytes, ']]>', at + 9);
  }
  let quote = 0;
  for (let i = at + 1; i < bytes.length; i += 1) {
    const byte = bytes[i]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === CLOSE) return i + 1;
  }
  return -1;
}

function behind(bytes: Buffer, end: string, from: number): number {
  const at = bytes.indexOf(end, from, 'latin1');
  return at < 0 ? -1 : at + end.length;
}

function outside(what: string): Failure {
  return new Failure(`${what.slice(0, 40)} lies outside of what sheets of Excel have, which end at XFD1048576`);
}
