import { basename, extname } from 'node:path';
import { shippedGroups } from '../../matching/lists/shipped-list.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { decode, faultText, refuseFault } from './encoding.js';
import { FileBytes } from './file-bytes.js';
import { givenDelimiter, layoutOf, type Layout } from './layout.js';
import type { InputTable, SaidOfFile } from './input-table.js';
import { judgeEncoding, type JudgedEncoding } from './judge-encoding.js';
import { missingHeader } from './missing-header.js';
import { openCards } from './read-cards.js';
import { openCsv } from './read-csv.js';
import { openJson } from './read-json.js';
import { openXlsx } from './read-xlsx.js';

const JSON_EXTENSIONS = ['.json', '.ndjson', '.jsonl'];
const CARDS = '.vcf';
const CSV_EXTENSIONS = ['.csv', '.tsv', '.txt', '.tab', '.psv', '.dat', '.asc', '.text'];
const TEXT_EXTENSIONS = [...CSV_EXTENSIONS, ...JSON_EXTENSIONS, CARDS];

export interface ReadOptions extends SaidOfFile {
  /** Result of an earlier reading of the same file. */
  readonly judged?: JudgedEncoding | undefined;
  /** Whether to return the text of each row and the file's format. */
  readonly texts?: boolean | undefined;
  /** Maximum bytes of a decompressed file. */
  readonly maxUnpacked?: number | undefined;
}

/** Returns the extension, or the extension before `.gz` if the file is compressed. */
export function extensionOf(path: string): string {
  const name = path.toLowerCase();
  return extname(name.replace(/\.gz$/, '')) || (name.endsWith('.gz') ? '.csv' : '');
}

/** Returns whether, judging by the extension, columns are found row by row, as in JSON and vCards. */
export function isWithoutHeader(path: string): boolean {
  const extension = extensionOf(path);
  return extension === CARDS || JSON_EXTENSIONS.includes(extension);
}

/**
 * Opens a table according to its extension: `.csv`, `.tsv`, `.txt` and the like, `.xlsx`, `.json` (an array), `.ndjson`
 * or `.jsonl` (an object per line), `.vcf` (vCards). All but `.xlsx` may be compressed by gzip, as in `.csv.gz`.
 * @throws WrongUse for another extension or an unknown encoding, Failure for a file that does not match its extension
 */
export async function openInput(path: string, options: ReadOptions = {}): Promise<InputTable> {
  const name = basename(path);
  const extension = extensionOf(path);
  if (extension !== '.xlsx' && !TEXT_EXTENSIONS.includes(extension)) {
    const advice = shippedGroups('other-file-formats').get(extension);
    const expected = 'expected a .csv, .tsv, .txt, .xlsx, .json, .ndjson, .jsonl or .vcf file';
    throw new WrongUse(`${name}: ${expected}${advice === undefined ? '' : `; ${advice}`}`);
  }
  refuseUseless(name, extension, options);
  if (extension === '.xlsx' && path.toLowerCase().endsWith('.gz'))
    throw new WrongUse(`${name}: compressed workbooks are not supported: decompress the file with gunzip first`);
  const bytes = await FileBytes.open(path, name, options.maxUnpacked);
  const { size } = bytes;
  const beginning = await bytes.beginning();
  if (extension === '.xlsx') {
    if (!isZip(beginning)) throw new Failure(`${name}: not an Excel workbook, despite its name: ${kindOf(beginning)}`);
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
  if (isNoText(text)) throw new Failure(`${name}: not a text file, despite its name: export the table as CSV`);
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
    `${file}: skipped the first ${count === 1 ? 'line' : `${count} lines`} (${are})`;
  return [
    ...(comments > 0 ? [lines(comments, 'comments')] : []),
    ...(titles > 0 ? [lines(skipped, 'above the table')] : []),
    ...(hasHeader ? [] : [missingHeader(file, columns, header)]),
  ];
}

/** Checks options. @throws WrongUse for options that do not apply to the kind of file */
function refuseUseless(file: string, extension: string, { sheet, delimiter, header }: SaidOfFile): void {
  const useless = (option: string, of: string) => new WrongUse(`${option} applies only to ${of}, not to ${file}`);
  if (sheet !== undefined && extension !== '.xlsx') throw useless('--sheet', 'Excel workbooks (.xlsx)');
  const isHeadless = isWithoutHeader(file);
  if (delimiter !== undefined && (isHeadless || extension === '.xlsx')) throw useless('--delimiter', 'CSV files');
  if (header !== undefined && isHeadless) throw useless(header ? '--header' : '--no-header', 'CSV files and workbooks');
}

function encodingNotes(file: string, { name, isGuessed, fault }: JudgedEncoding): string[] {
  return [
    ...(isGuessed ? [`${file}: read as ${name} (detected); --encoding overrides this`] : []),
    ...(fault
      ? [`${file}: ${faultText(name, fault)}, unlike the rest of the file; check the rows with such bytes`]
      : []),
  ];
}

function kindOf(bytes: Buffer): string {
  if (bytes.length === 0) return 'the file is empty';
  const kind = notText(bytes);
  if (kind !== undefined) return `this is ${kind}`;
  return isNoText(bytes.toString('latin1')) ? 'save it again as .xlsx' : 'this is text: rename it to .csv';
}

/** Leading bytes that identify non-text file types, with advice for each. */
const KINDS: readonly (readonly [begins: readonly number[], advice: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook: unpack it, or rename it to .xlsx'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook (.xls): save it as .xlsx or CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document: export the table as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd: decompress it first'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file: save it as CSV'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database: export the table as CSV'],
];

/** Returns advice for a file that is not text; otherwise `undefined`. */
function notText(bytes: Buffer): string | undefined {
  const known = KINDS.find(([begins]) => begins.every((byte, i) => bytes[i] === byte));
  if (known !== undefined) return known[1];
  return /^\s*<(?:!doctype html|html|\?xml)/i.test(bytes.toString('latin1', 0, 200))
    ? 'a web page or an XML file: export the table as CSV'
    : undefined;
}

const isZip = (bytes: Buffer): boolean => notText(bytes) === KINDS[0]![1];

/** Maximum share of control characters in text. In executables, images and random bytes, the share is at least 10%. */
const MOST_CONTROLS = 0.03;
/** Maximum number of different control characters in text, where they separate cells and rows. */
const MOST_SEPARATORS = 3;

/** Returns whether a file is not text. @param text decoded start of the file */
function isNoText(text: string): boolean {
  // Tabs and line endings are text.
  // eslint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f\u007f]/g) ?? [];
  return controls.length > text.length * MOST_CONTROLS && new Set(controls).size > MOST_SEPARATORS;
}
