import { posix } from 'node:path';
import { getFormatFromId } from 'numfmt';
import { Parser } from 'saxen';
import { Failure } from '../../runtime/failure.js';
import { shownValue } from './shown-value.js';
import { workbookParts, type WorkbookPart } from './workbook-parts.js';
import { XmlBounds } from './xml-bounds.js';

/** Maximum number of columns, as in Excel, whose last cell is XFD1048576. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Maximum cells up to the last filled cell of each row, which is a million rows of twenty columns. */
const MOST_CELLS = 20_971_520;
/** Maximum bytes of the list of sheets and of the list of formats, each. */
const LONGEST_LIST = 1024 * 1024;
/** Maximum characters of a number format. */
const LONGEST_FORMAT = 1_000;

const ROOT = '_rels/.rels';
const USUAL_BOOK = 'xl/workbook.xml';

/** The rows of a sheet that have a filled cell. */
export interface SheetTable {
  /** Row numbers in the sheet, from 1. */
  readonly places: readonly number[];
  /** Cells of each row, up to the last filled cell. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReadSheet extends SheetTable {
  readonly name: string;
  readonly isHidden: boolean;
}

/**
 * Reads a workbook (ECMA-376) with the values that Excel shows. Cells with an error, with only a format, or with a
 * formula without a value are empty.
 * @throws Failure if the file is not a workbook, or is too large
 */
export async function readWorkbook(path: string): Promise<ReadSheet[]> {
  const parts = new Map<string, WorkbookPart>();
  for await (const part of workbookParts(path)) parts.set(part.name, part);
  const relationsOf = async (part: string): Promise<Relation[]> => {
    const list = parts.get(
      part === '' ? ROOT : posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`),
    );
    return list === undefined ? [] : readRelations(list, posix.dirname(part));
  };
  const named = (await relationsOf('')).find(({ type }) => type.endsWith('/officeDocument'))?.target ?? USUAL_BOOK;
  const book = parts.get(named);
  if (book === undefined) throw new Failure(`its list of sheets (${named}) is missing`);
  const { sheets, from1904 } = await readSheetList(book);
  const relations = await relationsOf(named);
  const partOf = (name: string) =>
    parts.get(relations.find(({ type }) => type.endsWith(`/${name}`))?.target ?? `xl/${name}.xml`);
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
  const texts = strings === undefined ? [] : await readStrings(strings);
  const formats = styles === undefined ? [] : await readFormats(styles);
  const look = { texts, formats, from1904, cells: 0 };
  const read: ReadSheet[] = [];
  for (const { name, relation, isHidden } of sheets) {
    const found = relations.find(({ id }) => id === relation);
    if (found === undefined) throw new Failure(`its sheet '${name}' is missing`);
    const part = found.type.endsWith('/worksheet') ? parts.get(found.target) : undefined;
    const table = part === undefined ? { places: [], rows: [] } : await readSheet(part, look);
    read.push({ name, isHidden, ...table });
  }
  if (read.length === 0) throw new Failure('its list of sheets is empty');
  return read;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

type Attributes = Readonly<Record<string, string>>;

interface Reader {
  open(name: string, attributes: () => Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Parses a part. Removes prefixes of names. @param most maximum bytes of the part */
async function parse({ name: part, pieces }: WorkbookPart, reader: Reader, most = Infinity): Promise<void> {
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const fail = (error: Error): never => {
    throw error instanceof Failure ? error : new Failure(`its part ${part} is not XML: ${error.message.slice(0, 80)}`);
  };
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) =>
    reader.open(local(name), () =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [local(key), decode(value)])),
    ),
  );
  parser.on('closeTag', (name) => reader.close?.(local(name)));
  parser.on('text', (text, decode) => reader.text?.(text.includes('&') ? decode(text) : text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', fail);
  parser.on('warn', (error) => {
    if (error.message.includes('already defined')) fail(error);
  });
  const bounds = new XmlBounds();
  const decoder = new TextDecoder();
  let length = 0;
  for await (const piece of pieces) {
    if ((length += piece.length) > most)
      throw new Failure(
        `its list of sheets (${part}) is longer than the limit of ${most} bytes; save the first sheet as CSV`,
      );
    bounds.take(piece);
    parser.write(decoder.decode(piece, { stream: true }));
  }
  const fault = parser.write(decoder.decode()).end();
  if (fault) fail(fault);
}

async function readRelations(part: WorkbookPart, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  const open = (name: string, attributes: () => Attributes): void => {
    if (name !== 'Relationship') return;
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes();
    relations.push({ id, type, target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) });
  };
  await parse(part, { open }, LONGEST_LIST);
  return relations;
}

async function readSheetList(part: WorkbookPart) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let from1904 = false;
  const open = (element: string, attributes: () => Attributes): void => {
    if (element === 'workbookPr') from1904 = isTrue(attributes()['date1904']);
    if (element !== 'sheet') return;
    const { name = '', id = '', state = 'visible' } = attributes();
    sheets.push({ name, relation: id, isHidden: state !== 'visible' });
  };
  await parse(part, { open });
  return { sheets, from1904 };
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Collects the text of `t` elements, without phonetic text. */
class RichText {
  #text = '';
  #isText = false;
  #spoken = 0;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#spoken += 1;
    else if (name === 't') this.#isText = this.#spoken === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#spoken -= 1;
    else if (name === 't') this.#isText = false;
  }

  add(text: string): void {
    if (this.#isText) this.#text += text;
  }

  get text(): string {
    return unescaped(this.#text);
  }
}

/** Decodes `_x000D_`, the notation for characters that XML cannot contain (ECMA-376, part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

async function readStrings(part: WorkbookPart): Promise<string[]> {
  const texts: string[] = [];
  const rich = new RichText();
  await parse(part, {
    open(name) {
      if (name === 'si') rich.begin();
      else rich.open(name);
    },
    close(name) {
      if (name === 'si') texts.push(rich.text);
      else rich.close(name);
    },
    text: (text) => rich.add(text),
  });
  return texts;
}

async function readFormats(part: WorkbookPart): Promise<string[]> {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  await parse(part, {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        if (formatCode.length <= LONGEST_FORMAT) own.set(Number(numFmtId), formatCode);
      } else if (name === 'xf' && isOfCells) {
        const id = Number(attributes()['numFmtId'] ?? 0);
        formats.push(own.get(id) ?? builtIn(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

function builtIn(id: number): string {
  try {
    return getFormatFromId(id) || 'General';
  } catch {
    return 'General';
  }
}

interface SheetLook {
  readonly texts: readonly string[];
  readonly formats: readonly string[];
  readonly from1904: boolean;
  /** Number of cells in all sheets so far. */
  cells: number;
}

/** Reads a sheet. A cell without a position follows the previous cell (ECMA-376, part 1, 18.3.1.4). */
async function readSheet(part: WorkbookPart, look: SheetLook): Promise<SheetTable> {
  const places: number[] = [];
  const rows: string[][] = [];
  const rich = new RichText();
  let [row, column, lastRow] = [0, 0, 0];
  let cells: string[] = [];
  let [type, style, value, isValue] = ['n', '', '', false];
  const endRow = (): void => {
    if (cells.length === 0) return;
    look.cells += cells.length;
    if (look.cells > MOST_CELLS)
      throw new Failure(
        `its table exceeds the limit of ${MOST_CELLS} cells, perhaps because of stray cells far from the table; save it as CSV`,
      );
    // Fills holes in the array, because they would not be strings.
    places.push(lastRow);
    rows.push(Array.from({ length: cells.length }, (_, i) => cells[i] ?? ''));
    cells = [];
  };
  const place = (address: string | undefined): void => {
    if (address !== undefined) [column, row] = placeOf(address);
    else if ((column += 1) > MOST_COLUMNS) throw outside(`cell in column ${column}`);
    if (row === lastRow) return;
    endRow();
    lastRow = row;
  };
  await parse(part, {
    open(name, attributes) {
      if (name === 'c') {
        const { r, t = 'n', s = '' } = attributes();
        place(r);
        [type, style, value] = [t, s, ''];
        rich.begin();
      } else if (name === 'row') {
        const address = attributes()['r'];
        if (address !== undefined && !/^\d{1,7}$/.test(address)) throw outside(`row ${address}`);
        row = address === undefined ? row + 1 : Number(address);
        if (row > MOST_ROWS) throw outside(`row ${address ?? row}`);
        column = 0;
      } else if (name === 'v') isValue = true;
      else rich.open(name);
    },
    close(name) {
      if (name === 'c') {
        const text = type === 'inlineStr' ? rich.text : textOf(type, value, style, look);
        if (text !== '') cells[column - 1] = text;
      } else if (name === 'v') isValue = false;
      else rich.close(name);
    },
    text(text) {
      if (isValue) value += text;
      else rich.add(text);
    },
  });
  endRow();
  return { places, rows };
}

function textOf(type: string, value: string, style: string, { texts, formats, from1904 }: SheetLook): string {
  if (value === '' || type === 'e') return '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'str') return unescaped(value);
  if (type === 'b') return isTrue(value.trim()) ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  const number = Number(value);
  if (!Number.isFinite(number)) return value.trim();
  return shownValue(number, formats[Number(style)] ?? 'General', from1904);
}

/** Returns column and row, from 1, of an address such as `AB12`. */
function placeOf(address: string): [column: number, row: number] {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  let column = 0;
  for (const letter of letters ?? '') column = 26 * column + letter.charCodeAt(0) - 64;
  const row = Number(digits ?? 0);
  if (column < 1 || column > MOST_COLUMNS || row < 1 || row > MOST_ROWS) throw outside(`cell ${address}`);
  return [column, row];
}

function outside(what: string): Failure {
  return new Failure(`${what.slice(0, 40)} is outside the range of an Excel sheet, which ends at XFD1048576`);
}
