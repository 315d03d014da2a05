import anyAscii from 'any-ascii';
import { decoded } from './encoding.js';
import { FileBytes } from './file-bytes.js';
import { textOf } from './input-table.js';
import { extensionOf, openInput } from './open-input.js';
import { readSheets } from './read-xlsx.js';
import { workbookParts } from './workbook-parts.js';

/** Number of final digits that identify a phone number, without country code or trunk zero. */
const TELLING_DIGITS = 7;
/** Maximum length of a line. Longer lines, which may contain many records, are searched in pieces. */
const LONGEST_LINE = 16_384;
/** Overlap of two pieces in characters, which exceeds the length of identifying values. */
const OVERLAP = 1_024;

/** The values that identify a record in text. */
export interface MentionedRecord {
  readonly recordId: string;
  /** Stored values that each identify the record: e-mail addresses, phone numbers, Ids in other systems. */
  readonly own: readonly string[];
  /**
   * Words of each name. All words of a name must occur. If a name has only one word, all words of the record's strings
   * must occur.
   */
  readonly names: readonly (readonly string[])[];
}

export class Mentions {
  readonly #own: readonly string[];
  readonly #numbers: readonly string[];
  readonly #names: readonly (readonly string[])[];

  constructor({ recordId, own, names }: MentionedRecord) {
    // Includes the short form of the Id.
    this.#own = [recordId, recordId.slice(0, 15), ...own].map(plain).filter((text) => text !== '');
    this.#numbers = own
      .filter((text) => !text.includes('@'))
      .map((text) => digitsOf(text).slice(-TELLING_DIGITS))
      .filter((digits) => digits.length === TELLING_DIGITS);
    this.#names = names;
  }

  /** Returns whether adjacent strings mention the record: its Id, an identifying value, or all words of its name. */
  inRow(cells: readonly string[]): boolean {
    const readings = cells.flatMap(readingsOf);
    if (this.#hasOwn(readings)) return true;
    if (this.#names.length === 0) return false;
    const words = new Set(readings.flatMap(wordsOf));
    return this.#names.some((name) => name.every((word) => words.has(word)));
  }

  /** Returns whether the cells of a row, of any type, mention the record. */
  inCells(cells: readonly unknown[]): boolean {
    return this.inRow(cells.map(cellText));
  }

  inText(text: string): boolean {
    if (text.length <= LONGEST_LINE) return this.inRow([text]);
    for (let at = 0; at < text.length; at += LONGEST_LINE - OVERLAP)
      if (this.#hasOwn(readingsOf(text.slice(at, at + LONGEST_LINE)))) return true;
    return false;
  }

  /** Returns whether a file mentions the record in any place, even in other sheets. True for an unreadable file. */
  async inFile(path: string, maxUnpacked?: number): Promise<boolean> {
    try {
      return await (extensionOf(path) === '.xlsx' ? this.#inWorkbook(path) : this.#inTable(path, maxUnpacked));
    } catch {
      return true;
    }
  }

  async #inTable(path: string, maxUnpacked: number | undefined): Promise<boolean> {
    const { columns, rows, encoding } = await openInput(path, { maxUnpacked });
    if (this.inRow(columns)) return true;
    for await (const { cells } of rows) if (this.inCells(cells)) return true;
    const bytes = await FileBytes.open(path, path);
    const cut = cutter(/[\r\n]/);
    for await (const text of decoded(bytes.chunks(), encoding!))
      if (cut(text).some((line) => this.inText(line))) return true;
    return cut('\n').some((line) => this.inText(line));
  }

  async #inWorkbook(path: string): Promise<boolean> {
    for (const rows of await readSheets(path, path)) if (rows.some((cells) => this.inRow(cells))) return true;
    // Searches comments, links, properties and other text that no cell shows.
    for await (const { pieces } of workbookParts(path)) {
      const decoder = new TextDecoder();
      const cut = cutter(/[<>]/);
      for await (const piece of pieces)
        if (cut(decoder.decode(piece, { stream: true })).some((text) => this.inText(text))) return true;
    }
    return false;
  }

  #hasOwn(readings: readonly string[]): boolean {
    return (
      readings.some((text) => {
        const whole = plain(text);
        return this.#own.some((own) => standsIn(whole, own));
      }) ||
      (this.#numbers.length > 0 &&
        readings.some((text) =>
          (text.match(NUMBER) ?? []).some((run) => {
            const digits = digitsOf(run);
            return this.#numbers.some((number) => digits.endsWith(number));
          }),
        ))
    );
  }
}

/** Returns a function that splits consecutive strings, and returns each part once the part is complete or long. */
function cutter(separator: RegExp): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split(separator);
    rest = parts.pop()!;
    if (rest.length > LONGEST_LINE) {
      parts.push(rest);
      rest = rest.slice(-OVERLAP);
    }
    return parts;
  };
}

const NUMBER = /[\d()./ \u00A0-]+/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const BASE64 = /[\w+/-]{12,}={0,2}/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Returns a string and its decoded forms (percent-encoding, XML, JSON, base64). */
function readingsOf(text: string): string[] {
  const readings = [text];
  if (/%[0-9a-f]{2}/i.test(text))
    readings.push(
      text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')),
    );
  if (/&[#\w]+;/.test(text))
    readings.push(
      text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) =>
        name === undefined
          ? character(decimal === undefined ? parseInt(String(hex), 16) : Number(decimal))
          : (ENTITIES[name.toLowerCase()] ?? whole),
      ),
    );
  if (/\\u[0-9a-f]{4}/i.test(text))
    readings.push(text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))));
  for (const [run] of text.matchAll(BASE64)) readings.push(Buffer.from(run, 'base64').toString('utf8'));
  return readings;
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Returns whether a string contains another as a word: `joan@example.org` does not contain `an@example.org`. */
function standsIn(whole: string, text: string): boolean {
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
    const [before, after] = [whole.charAt(at - 1), whole.charAt(at + text.length)];
    if (!LETTER_OR_DIGIT.test(before) && !LETTER_OR_DIGIT.test(after)) return true;
  }
  return false;
}

function cellText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
}

/** Splits text into lower-case words of letters and digits, without accents and umlauts. */
export function wordsOf(text: string): string[] {
  const words = anyAscii(text.normalize('NFKC'))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => word.replaceAll(/(?<=[aou])e/g, '')) ?? [];
}

/** Returns the digits of a string without leading zeros. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '');
}
