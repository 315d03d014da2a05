import { cut } from '../../matching/text/fold.js';

/** The value of a cell. `null` is a blank. */
export type CellValue = string | number | boolean | null | CellTime;

interface CellTime {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly isDay: boolean;
}

const LONGEST = 32_767;
/** Number of days from the start of a sheet's calendar to the epoch. */
const EPOCH = 25_569;
const DAY = 86_400_000;
/** Indexes of the date formats in `STYLES`. */
const [DAY_STYLE, TIME_STYLE] = [1, 2];
/** First time that can be written as a number. Earlier serial numbers include a nonexistent day. */
const FIRST_TIME = Date.UTC(1900, 2, 1);

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Styles for cells without a format, for a day, and for a day with its time. */
export const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

export const SHEET_BEGIN = `<worksheet xmlns="${MAIN}"><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

/** @param number row number, from 1 */
export function rowXml(number: number, cells: readonly CellValue[]): string {
  let row = `<row r="${number}">`;
  for (const [column, value] of cells.entries()) row += cellXml(`${lettersOf(column)}${number}`, value);
  return `${row}</row>`;
}

function cellXml(address: string, value: CellValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${Number(value)}</v></c>`;
  if (typeof value === 'string') return textXml(address, value);
  if (value.time < FIRST_TIME) {
    const iso = new Date(value.time).toISOString();
    return textXml(address, value.isDay ? iso.slice(0, 10) : iso);
  }
  return `<c r="${address}" s="${value.isDay ? DAY_STYLE : TIME_STYLE}"><v>${value.time / DAY + EPOCH}</v></c>`;
}

const textXml = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text, LONGEST))}</t></is></c>`;

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Escapes characters that XML cannot contain, in the notation of workbooks: `_x0000_`. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (character) => NAMED[character]!)
    .replace(
      // eslint-disable-next-line no-control-regex -- these characters are searched for
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );

/** Returns the letters of a column: A, B, ... Z, AA. @param column from 0 */
export function lettersOf(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26));
  return column < 26 ? rest : lettersOf(Math.floor(column / 26) - 1) + rest;
}
