import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { createDeflateRaw, deflateRawSync } from 'node:zlib';
import { Failure } from '../../runtime/failure.js';
import { crc32 } from '../../store/checksum.js';
import { unpacked } from '../read/workbook-parts.js';
import { zipEntries, type ZipEntry } from '../read/zip-directory.js';
import { ArchiveDirectory } from './archive-directory.js';
import type { OutputFile } from './output-file.js';
import { lettersOf } from './sheet-rows.js';
import { attributeOf, endOfElement, nextTag, replaceElements, tagsIn, withAttribute } from './xml-tags.js';

/** The new rows of a sheet. Rows above `first` are not changed. Positions count from 1. */
interface CopiedRows {
  readonly sheet: number;
  readonly first: number;
  readonly isKept: (place: number) => boolean;
  /** New cells by row position and column (from 0): a string, or the position of the row with the replacing cell. */
  readonly changes: ReadonlyMap<number, ReadonlyMap<number, number | string>>;
}

interface LostParts {
  formulas: number;
  comments: number;
}

/** Maximum characters of a row, which may have 16,384 cells. */
const LONGEST_ROW = 16 * 1024 * 1024;
/** Maximum characters of a part that is edited as a whole. */
const LONGEST_PART = 16 * 1024 * 1024;

/**
 * Copies a workbook with fewer rows in one sheet. Copies all other parts in compressed form. Rows move up, and formulas
 * that read other rows become values. Omits comments, merged cells below the header, and the calculation order.
 * Memory holds the compressed workbook, the compressed sheet, and one row.
 * @returns the number of formulas that became values, and of comments left out
 * @throws Failure if the workbook cannot be parsed
 */
export async function copyWorkbook(path: string, rows: CopiedRows, output: OutputFile): Promise<LostParts> {
  const entries = zipEntries(await readFile(path));
  const parts = new Map(entries.map((entry) => [entry.name, entry]));
  const part = await sheetPart(parts, rows.sheet);
  const sheet = parts.get(part)!;
  const cells = await cellsToTake(sheet, rows);
  const edited = new Map<string, ZipEntry>();
  const numbers = new Map<number, number>();
  const lost: LostParts = { formulas: 0, comments: 0 };
  edited.set(part, await packed(part, sheetAnew(sheet, rows, cells, numbers, lost)));
  const edit = async (name: string, change: (text: string) => string): Promise<void> => {
    const entry = parts.get(name);
    if (entry === undefined) return;
    const bytes = Buffer.from(change(await textOf(entry)), 'latin1');
    edited.set(name, { name, isPacked: true, bytes: deflateRawSync(bytes), crc: crc32(bytes), size: bytes.length });
  };
  const ofSheet = relationsOf(part);
  const relations = parts.has(ofSheet) ? relationsIn(await textOf(parts.get(ofSheet)!), part) : [];
  for (const { type, target } of relations) {
    if (type.endsWith('/table')) await edit(target, (text) => withRanges(text, rows.first, numbers));
    if (type.endsWith('/comments') && parts.has(target))
      lost.comments += [...tagsIn(await textOf(parts.get(target)!), 'comment')].length;
  }
  const isOfComments = (type: string) =>
    ['/comments', '/vmlDrawing', '/threadedComment'].some((end) => type.endsWith(end));
  await edit(ofSheet, (text) => withoutRelations(text, isOfComments));
  await edit(relationsOf('xl/workbook.xml'), (text) => withoutRelations(text, (type) => type.endsWith('/calcChain')));
  await edit('[Content_Types].xml', (text) =>
    replaceElements(text, 'Override', (whole, tag) =>
      attributeOf(tag, 'PartName')?.endsWith('/calcChain.xml') === true ? '' : whole,
    ),
  );
  const left = entries.filter(({ name }) => name !== 'xl/calcChain.xml');
  await writeArchive(
    left.map((entry) => edited.get(entry.name) ?? entry),
    output,
  );
  return lost;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const relationsOf = (part: string): string => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

function relationsIn(text: string, part: string): Relation[] {
  return Array.from(tagsIn(text, 'Relationship'), ({ from, to }) => {
    const tag = text.slice(from, to);
    const target = attributeOf(tag, 'Target') ?? '';
    return {
      id: attributeOf(tag, 'Id') ?? '',
      type: attributeOf(tag, 'Type') ?? '',
      target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
    };
  });
}

function withoutRelations(text: string, isLeftOut: (type: string) => boolean): string {
  return replaceElements(text, 'Relationship', (whole, tag) =>
    isLeftOut(attributeOf(tag, 'Type') ?? '') ? '' : whole,
  );
}

async function sheetPart(parts: ReadonlyMap<string, ZipEntry>, position: number): Promise<string> {
  const [workbook, relations] = [parts.get('xl/workbook.xml'), parts.get('xl/_rels/workbook.xml.rels')];
  if (workbook === undefined || relations === undefined) throw apart();
  const text = await textOf(workbook);
  const tag = Array.from(tagsIn(text, 'sheet'))[position];
  const wanted = tag && attributeOf(text.slice(tag.from, tag.to), ':id');
  const found = relationsIn(await textOf(relations), 'xl/workbook.xml').find(({ id }) => id === wanted);
  if (found === undefined || !parts.has(found.target)) throw apart();
  return found.target;
}

const apart = () => new Failure('the sheet cannot be located in the workbook');

/** Decodes one character per byte, so that unchanged parts survive in any encoding that extends ASCII. */
async function textOf(entry: ZipEntry): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of unpacked(entry)) {
    if ((length += piece.length) > LONGEST_PART) throw apart();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('latin1');
}

interface SheetPiece {
  readonly text: string;
  readonly place?: number;
}

async function* piecesOf(sheet: ZipEntry): AsyncGenerator<SheetPiece> {
  let [text, place] = ['', 0];
  /** Characters to read before the next attempt, so that a long row is parsed only a few times. */
  let wanted = 0;
  for await (const piece of unpacked(sheet)) {
    text += piece.toString('latin1');
    if (text.length < wanted) continue;
    let from = 0;
    for (;;) {
      const tag = nextTag(text, from, 'row');
      const end = tag === undefined ? -1 : endOfElement(text, tag);
      if (tag === undefined || end < 0) break;
      if (tag.from > from) yield { text: text.slice(from, tag.from) };
      const number = attributeOf(text.slice(tag.from, tag.to), 'r');
      place = number === undefined ? place + 1 : Number(number);
      yield { text: text.slice(tag.from, end), place };
      from = end;
    }
    text = text.slice(from);
    if (text.length > LONGEST_ROW) throw apart();
    wanted = 2 * text.length;
  }
  yield { text };
}

interface SheetCell {
  readonly column: number;
  readonly text: string;
}

function cellsOf(row: string): { begin: string; cells: SheetCell[]; end: string } {
  const cells: SheetCell[] = [];
  const open = nextTag(row, 0, 'row')!;
  if (open.isEmpty) return { begin: row, cells, end: '' };
  let [column, from] = [-1, open.to];
  for (let tag = nextTag(row, from, 'c'); tag !== undefined; tag = nextTag(row, from, 'c')) {
    const end = endOfElement(row, tag);
    if (end < 0) throw apart();
    const address = attributeOf(row.slice(tag.from, tag.to), 'r');
    column = address === undefined ? column + 1 : columnOf(address);
    cells.push({ column, text: row.slice(tag.from, end) });
    from = end;
  }
  return { begin: row.slice(0, open.to), cells, end: row.slice(from) };
}

/** Returns the column of an address such as `AB12`, from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address) if (letter > '9') column = 26 * column + letter.charCodeAt(0) - 64;
  return column - 1;
}

type TakenCells = ReadonlyMap<number, ReadonlyMap<number, string>>;

async function cellsToTake(sheet: ZipEntry, { changes }: CopiedRows): Promise<TakenCells> {
  const wanted = new Map<number, Set<number>>();
  for (const ofRow of changes.values())
    for (const [column, from] of ofRow)
      if (typeof from === 'number') wanted.set(from, (wanted.get(from) ?? new Set()).add(column));
  const taken = new Map<number, Map<number, string>>();
  if (wanted.size === 0) return taken;
  for await (const { text, place } of piecesOf(sheet)) {
    const columns = place === undefined ? undefined : wanted.get(place);
    if (columns === undefined) continue;
    const cells = cellsOf(text).cells.filter(({ column }) => columns.has(column));
    taken.set(place!, new Map(cells.map((cell) => [cell.column, cell.text])));
  }
  return taken;
}

/** Yields the new sheet. @param numbers receives the new number of every row, keyed by the old number */
async function* sheetAnew(
  sheet: ZipEntry,
  { first, isKept, changes }: CopiedRows,
  taken: TakenCells,
  numbers: Map<number, number>,
  lost: LostParts,
): AsyncGenerator<Buffer> {
  let number = first;
  let hasRows = false;
  for await (const { text, place } of piecesOf(sheet)) {
    if (place === undefined) yield Buffer.from(hasRows ? behindRows(text, first, numbers) : aboveRows(text), 'latin1');
    else {
      hasRows = true;
      if (place < first) yield Buffer.from(text, 'latin1');
      else if (isKept(place)) {
        numbers.set(place, number);
        yield Buffer.from(rowAnew(text, [place, number], changes.get(place), taken, lost), 'latin1');
        number += 1;
      }
    }
  }
}

function rowAnew(
  row: string,
  [place, number]: readonly [from: number, to: number],
  changes: ReadonlyMap<number, number | string> | undefined,
  taken: TakenCells,
  lost: LostParts,
): string {
  const { begin, cells, end } = cellsOf(row);
  const byColumn = new Map(cells.map(({ column, text }) => [column, { text, from: place }]));
  for (const [column, from] of changes ?? []) {
    const text = typeof from === 'number' ? taken.get(from)?.get(column) : textCell(from);
    if (text === undefined) byColumn.delete(column);
    else byColumn.set(column, { text, from: typeof from === 'number' ? from : place });
  }
  const movedTo = (from: number) => (formula: string) => {
    const kept = movedFormula(formula, from, number);
    if (kept === undefined) lost.formulas += 1;
    return kept ?? '';
  };
  const texts = [...byColumn]
    .sort(([a], [b]) => a - b)
    .map(([column, { text, from }]) => at(text, `${lettersOf(column)}${number}`, movedTo(from)));
  const renumbered = withAttribute(begin, 'r', String(number));
  // A row without cells is a self-closing tag.
  if (end === '' && texts.length > 0) return renumbered;
  return renumbered + texts.join('') + end;
}

/** Returns a formula that reads no other row, for another row; `undefined` for any other formula. */
function movedFormula(formula: string, from: number, to: number): string | undefined {
  const [, text] = /^<f>([^"'!<]*)<\/f>$/.exec(formula) ?? [];
  if (text === undefined || Array.from(text.matchAll(ROW_READ)).some(([, , row]) => Number(row) !== from))
    return undefined;
  return `<f>${text.replace(ROW_READ, `$1${to}`)}</f>`;
}
const ROW_READ = /(?<![\w.])(\$?[A-Z]{1,3}\$?)(\d+)(?![\w(.])/g;

/**
 * Moves a cell to another position.
 * @param moved returns the formula for that position; if empty, only the value is kept
 */
function at(cell: string, address: string, moved: (formula: string) => string): string {
  const { to, name } = nextTag(cell, 0, 'c')!;
  const tag = cell.slice(0, to);
  const named =
    attributeOf(tag, 'r') === undefined
      ? `<${name} r="${address}"${tag.slice(name.length + 1)}`
      : withAttribute(tag, 'r', address);
  return named + replaceElements(cell.slice(to), 'f', moved);
}

function textCell(text: string): string | undefined {
  if (text === '') return undefined;
  const escaped = Array.from(text, (character) =>
    /[&<>"]|[^ -~]/u.test(character) ? `&#${character.codePointAt(0)!};` : character,
  );
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped.join('')}</t></is></c>`;
}

/** Removes the declared range of the sheet, which is optional. */
const aboveRows = (text: string): string => replaceElements(text, 'dimension', () => '');

function behindRows(text: string, first: number, numbers: ReadonlyMap<number, number>): string {
  const merged = withParts(text, 'mergeCells', 'mergeCell', (tag) => {
    const [, last] = rowsOf(attributeOf(tag, 'ref') ?? '');
    return last < first ? tag : undefined;
  });
  const linked = withParts(merged, 'hyperlinks', 'hyperlink', (tag) => {
    const ref = attributeOf(tag, 'ref') ?? '';
    const [from, to] = rowsOf(ref);
    const number = from < first ? from : numbers.get(from);
    if (from !== to || number === undefined) return undefined;
    return withAttribute(tag, 'ref', ref.replaceAll(String(from), String(number)));
  });
  return replaceElements(linked, 'legacyDrawing', () => '');
}

/** Keeps the elements of a list for which `make` returns a tag. Removes an empty list. */
function withParts(text: string, list: string, element: string, make: (tag: string) => string | undefined): string {
  return replaceElements(text, list, (whole, tag) => {
    const made = Array.from(tagsIn(whole, element), ({ from, to }) => make(whole.slice(from, to)) ?? '').join('');
    const { name } = nextTag(tag, 0, list)!;
    return made === '' ? '' : `<${name}>${made}</${name}>`;
  });
}

/** Returns the first and last row of a range such as `A1:F7`. */
function rowsOf(ref: string): [first: number, last: number] {
  const rows = ref.split(':').map((address) => Number(address.replace(/[A-Z$]/g, '')));
  return [rows[0]!, rows.at(-1)!];
}

/** Shortens the range of a table to its last remaining row. */
function withRanges(text: string, first: number, numbers: ReadonlyMap<number, number>): string {
  const shortened = (tag: string): string => {
    const ref = attributeOf(tag, 'ref') ?? '';
    const [from, to] = rowsOf(ref);
    if (!(from < first && to >= first)) return tag;
    let last = first;
    for (const [place, number] of numbers) if (place <= to && number > last) last = number;
    const [begin, end = ''] = ref.split(':');
    return withAttribute(tag, 'ref', `${begin!}:${end.replace(/[0-9]/g, '')}${last}`);
  };
  const tag = (of: string, element: string): string => {
    const found = nextTag(of, 0, element);
    return found === undefined
      ? of
      : of.slice(0, found.from) + shortened(of.slice(found.from, found.to)) + of.slice(found.to);
  };
  return tag(tag(text, 'table'), 'autoFilter');
}

async function packed(name: string, pieces: AsyncIterable<Buffer>): Promise<ZipEntry> {
  let [crc, size] = [0, 0];
  const deflate = createDeflateRaw();
  const counted = async () => {
    for await (const piece of pieces) {
      crc = crc32(piece, crc);
      size += piece.length;
      if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  };
  const chunks: Buffer[] = [];
  const collected = async () => {
    for await (const chunk of deflate as AsyncIterable<Buffer>) chunks.push(chunk);
  };
  const filled = counted().catch((error: unknown) => {
    deflate.destroy(error as Error);
    throw error;
  });
  await Promise.all([filled, collected()]);
  return { name, isPacked: true, bytes: Buffer.concat(chunks), crc, size };
}

async function writeArchive(entries: readonly ZipEntry[], output: OutputFile): Promise<void> {
  const directory = new ArchiveDirectory();
  for (const { name, isPacked, bytes, crc, size } of entries) {
    await output.add(directory.begin(name, { isPacked, crc, packed: bytes.length, size }));
    await output.add(bytes);
  }
  await output.add(directory.end());
}
