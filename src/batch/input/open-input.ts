import { basename, extname } from 'node:path';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { decode, faultText, refuseFault } from './encoding.js';
import { FileBytes } from './file-bytes.js';
import { givenDelimiter } from './delimiter.js';
import { isNoText, isZip, notText } from './file-kind.js';
import type { InputTable } from './input-table.js';
import { judgeEncoding, type JudgedEncoding } from './judge-encoding.js';
import { layoutOf, type Layout, type SaidOfFile } from './layout.js';
import { missingHeader } from './missing-header.js';
import { openCards } from './read-cards.js';
import { openCsv } from './read-csv.js';
import { openJson } from './read-json.js';
import { openXlsx } from './read-xlsx.js';

const JSON_EXTENSIONS = ['.json', '.ndjson', '.jsonl'];
/** Ending of business cards. */
const CARDS = '.vcf';
const TEXT_EXTENSIONS = ['.csv', '.tsv', '.txt', ...JSON_EXTENSIONS, CARDS];

/** How a file is to be read. */
export interface ReadOptions extends SaidOfFile {
  /** Found by an earlier reading of the same file. */
  readonly judged?: JudgedEncoding | undefined;
  /** Whether rows come with their texts, and the file with its form. */
  readonly texts?: boolean | undefined;
  /** Bytes that a packed file may unpack to. */
  readonly maxUnpacked?: number | undefined;
}

/** The extension by which a file is read: that in front of `.gz`, where it is packed. */
export function extensionOf(path: string): string {
  const name = path.toLowerCase();
  return extname(name.replace(/\.gz$/, '')) || (name.endsWith('.gz') ? '.csv' : '');
}

/** Whether a file has no header, by its extension: its columns then show row by row, as those of JSON and of cards. */
export function isWithoutHeader(path: string): boolean {
  const extension = extensionOf(path);
  return extension === CARDS || JSON_EXTENSIONS.includes(extension);
}

/**
 * Opens a file of records by its extension: `.csv`, `.tsv` or `.txt`, `.xlsx`, `.json` (an array) or `.ndjson` /
 * `.jsonl` (an object a line), `.vcf` (business cards); all but `.xlsx` also packed by gzip, as `.csv.gz`.
 *
 * @throws WrongUse for another extension or an unknown encoding, Failure for a file that is not what its name says
 */
export async function openInput(path: string, options: ReadOptions = {}): Promise<InputTable> {
  const name = basename(path);
  const extension = extensionOf(path);
  if (extension !== '.xlsx' && !TEXT_EXTENSIONS.includes(extension)) {
    throw new WrongUse(`${name}: expected a .csv, .tsv, .txt, .xlsx, .json, .ndjson, .jsonl or .vcf file`);
  }
  refuseUseless(name, extension, options);
  if (extension === '.xlsx' && path.toLowerCase().endsWith('.gz'))
    throw new WrongUse(`${name}: a workbook is packed already: unpack the file (gunzip) first`);
  const bytes = await FileBytes.open(path, name, options.maxUnpacked);
  const { size } = bytes;
  const beginning = await bytes.beginning();
  if (extension === '.xlsx') {
    if (!isZip(beginning)) throw new Failure(`${name}: no Excel workbook, whatever its name says${kindOf(beginning)}`);
    const book = await openXlsx(path, name, options);
    const { at, names, hasHeader } = book.sheet;
    const readAs = { sheet: names[at]!, header: hasHeader };
    return { ...book, readAs, bytesRead: () => size, bytesTotal: size };
  }
  const kind = notText(beginning);
  if (kind !== undefined) throw new Failure(`${name}: this is ${kind}`);
  const encoding = options.judged ?? (await judgeEncoding(() => bytes.chunks(), options.encoding));
  if (encoding.isRefuted) refuseFault(name, encoding);
  const notes = encodingNotes(name, encoding);
  const shared = { bytesRead: () => bytes.bytesRead, bytesTotal: size, encoding, readAs: { encoding: encoding.name } };
  const text = decode(beginning, encoding);
  if (isNoText(text))
    throw new Failure(`${name}: its bytes are no text, whatever its name says: export the table as CSV`);
  if (extension === CARDS) return { ...openCards(bytes, name, encoding), notes, ...shared };
  if (isWithoutHeader(path)) return { ...openJson(bytes, name, encoding), notes, ...shared };
  const { delimiter: given, header } = options;
  const said = { delimiter: given === undefined ? undefined : givenDelimiter(given), header };
  const layout = layoutOf(text, said);
  const { columns, rows, head, lineEnd, notes: own } = await openCsv(bytes, name, layout, encoding, options.texts);
  notes.push(...own, ...layoutNotes(name, layout, columns, header));
  const { delimiter, skipped, hasHeader } = layout;
  const readAs = { ...shared.readAs, delimiter, header: hasHeader };
  if (options.texts !== true) return { columns, rows, notes, ...shared, readAs };
  const form = { delimiter, lineEnd, above: head.slice(0, skipped), ...(hasHeader && { header: head.at(-1)! }) };
  return { columns, rows, notes, form, ...shared, readAs };
}

function layoutNotes(
  file: string,
  { skipped, comments, hasHeader }: Layout,
  columns: readonly string[],
  header: boolean | undefined,
): string[] {
  const titles = skipped - comments;
  const lines = (count: number, are: string) =>
    count === 1 ? `${file}: the first line is ${are}` : `${file}: the first ${count} lines are ${are}`;
  return [
    ...(comments > 0 ? [lines(comments, 'comment and left out')] : []),
    ...(titles > 0 ? [lines(skipped, 'no part of the table and left out')] : []),
    ...(hasHeader ? [] : [missingHeader(file, columns, header)]),
  ];
}

/** @throws WrongUse for what is said of a file of another kind */
function refuseUseless(file: string, extension: string, { sheet, delimiter, header }: SaidOfFile): void {
  const useless = (option: string, of: string) => new WrongUse(`${option} is of use for ${of}; ${file} is none`);
  if (sheet !== undefined && extension !== '.xlsx') throw useless('--sheet', 'Excel workbooks (.xlsx)');
  const isHeadless = isWithoutHeader(file);
  if (delimiter !== undefined && (isHeadless || extension === '.xlsx')) throw useless('--delimiter', 'CSV files');
  if (header !== undefined && isHeadless) throw useless(header ? '--header' : '--no-header', 'CSV files and workbooks');
}

function encodingNotes(file: string, { name, isGuessed, fault }: JudgedEncoding): string[] {
  return [
    ...(isGuessed ? [`${file}: read as ${name}, by the look of its bytes; --encoding says otherwise`] : []),
    ...(fault
      ? [`${file}: ${faultText(name, fault)}, which the file is otherwise; rows that hold such bytes are faulty`]
      : []),
  ];
}

function kindOf(bytes: Buffer): string {
  const kind = notText(bytes);
  return kind === undefined ? '' : `: this is ${kind}`;
}
