import { Failure } from '../../runtime/failure.js';
import type { Encoding } from '../input/encoding.js';
import { givenDelimiter } from '../input/delimiter.js';
import { openCsv } from '../input/read-csv.js';
import type { InputRow, InputTable } from '../input/input-table.js';
import { csvCell, csvLine } from '../output/csv.js';
import { BATCH_ROWS, type ColumnBatch, type ColumnShape, type ColumnTable } from './column-batch.js';

/** Characters of a line that are put together before they are written. */
const PIECE = 1 << 16;

/** The rows of a file whose columns are known. @throws Failure for a row that cannot be read */
export function tableOf({ columns, rows, bytesRead, bytesTotal }: InputTable, name: string): ColumnTable {
  const batches = batchesOf(rows, columns.length, name);
  return { name, columns, batches, isText: true, bytesRead, bytesTotal };
}

/** Opens CSV as it comes in: the first line names the columns. @param encoding UTF-8 by default */
export async function openCsvStream(
  chunks: AsyncIterable<Buffer>,
  name: string,
  said: { readonly encoding?: string | undefined; readonly delimiter?: string | undefined },
): Promise<ColumnTable> {
  const layout = { skipped: 0, comments: 0, hasHeader: true };
  const delimiter = said.delimiter === undefined ? ',' : givenDelimiter(said.delimiter);
  const encoding: Encoding = { name: said.encoding ?? 'utf8', isGuessed: false, hasMark: false };
  const source = { chunks: () => (encoding.name === 'utf8' ? checked(chunks, name) : chunks) };
  const { columns, rows } = await openCsv(source, name, { ...layout, delimiter }, encoding);
  const batches = batchesOf(rows, columns.length, name);
  return { name, columns, batches, isText: true, bytesRead: () => 0, bytesTotal: 0 };
}

async function* checked(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk?: Buffer): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Failure(`${name}: holds bytes that are not UTF-8; --encoding says what it is`);
    }
  };
  for await (const chunk of chunks) {
    check(chunk);
    yield chunk;
  }
  check();
}

async function* batchesOf(rows: AsyncIterable<InputRow>, width: number, name: string): AsyncGenerator<ColumnBatch> {
  let columns = Array.from({ length: width }, () => [] as unknown[]);
  for await (const { number, cells, fault } of rows) {
    if (fault !== undefined) throw new Failure(`${name}: row ${number}: ${fault}`);
    for (let c = 0; c < width; c++) columns[c]!.push(cells[c] ?? '');
    if (columns[0]!.length < BATCH_ROWS) continue;
    yield { length: BATCH_ROWS, columns };
    columns = columns.map(() => []);
  }
  const { length } = columns[0]!;
  if (length > 0) yield { length, columns };
}

/** Lines of CSV, the header first. Texts stand as they are: for programs, not for spreadsheets. */
export async function* csvBytes(
  shape: readonly ColumnShape[],
  batches: AsyncIterable<ColumnBatch>,
): AsyncGenerator<string> {
  let lines = csvLine(shape.map(({ name }) => name));
  // Many rows one after the other hold the same texts.
  const texts = shape.map((): unknown => undefined);
  const written = shape.map(() => '');
  for await (const { length, columns } of batches) {
    for (let row = 0; row < length; row++) {
      for (let c = 0; c < shape.length; c++) {
        const cell = columns[c]![row];
        if (cell !== texts[c]) {
          texts[c] = cell;
          written[c] = typeof cell === 'string' ? csvCell(cell) : String(cell);
        }
        lines += c === 0 ? written[c]! : `,${written[c]!}`;
      }
      lines += '\n';
      if (lines.length < PIECE) continue;
      yield lines;
      lines = '';
    }
  }
  if (lines !== '') yield lines;
}
