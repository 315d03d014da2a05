import { Failure } from '../../runtime/failure.js';
import { decoded, hex, shownName, unreadByte, type Encoding } from './encoding.js';
import { csvRecords, type RecordBatch, type RecordForm } from './csv-records.js';
import { columnsOf } from './header.js';
import type { InputRow, OpenRows } from './input-table.js';
import type { Layout } from './layout.js';
import { namesOfColumns } from './missing-header.js';
import { whyNoRecord } from './no-record.js';

/** Maximum characters of a row. A 10 MB field fits. A longer row is nearly always due to an unclosed quote. */
const longestRow = 32 * 1024 * 1024;

/** Number of rows used to name columns without a header. */
const ROWS_LOOKED_AT = 200;

const UNCLOSED = 'unclosed quote';

interface OpenCsv extends OpenRows {
  /** The original lines above the header, and the header. Empty unless the text of rows is requested. */
  readonly head: readonly string[];
  /** The first line ending outside quotes. Absent if the file is one line. */
  readonly lineEnd: string | undefined;
  /** Notes for the user about renamed columns. */
  readonly notes: readonly string[];
}

/**
 * Opens a CSV file (RFC 4180). Accepts BOM, CRLF, LF, and line breaks inside quotes. A row with too many or too few
 * cells, or with an unclosed quote, has a `fault`. Empty lines are skipped.
 * @param texts whether to return the original text of each row
 * @throws Failure if the file has no header, or a row is too long
 */
export async function openCsv(
  bytes: { chunks(): AsyncIterable<Buffer> },
  name: string,
  { delimiter, skipped, comments, hasHeader }: Layout,
  encoding: Encoding,
  texts = false,
): Promise<OpenCsv> {
  const text = decoded(bytes.chunks(), encoding);
  const form: RecordForm = { delimiter, above: skipped, comments, longest: longestRow };
  const batches = csvRecords(text, form, name);
  const head: (readonly string[])[] = [];
  const headTexts: string[] = [];
  for (;;) {
    const { done, value } = await batches.next();
    if (done === true) throw new Failure(`${name}: the file is empty; expected a header in the first line`);
    const { records, broken } = value;
    const missing = skipped + (hasHeader ? 1 : 0) - head.length;
    if (hasHeader && broken.has(missing - 1))
      throw new Failure(`${name}: not readable as CSV: line ${broken.get(missing - 1)!} (the header): ${UNCLOSED}`);
    head.push(...records.slice(0, missing));
    headTexts.push(...(value.texts ?? records.map((cells) => cells.join(delimiter))).slice(0, missing));
    if (records.length < Math.max(1, missing)) continue;
    const labels = hasHeader ? head.at(-1)! : namesOfColumns(records.slice(missing, missing + ROWS_LOOKED_AT));
    const { columns, notes } = columnsOf(labels, name);
    const rows = rowsOf({ batches, first: value, from: missing, columns, encoding, text, texts });
    return { columns, notes, head: headTexts, lineEnd: form.lineEnd, rows };
  }
}

interface RowSource {
  readonly batches: AsyncIterator<RecordBatch>;
  readonly first: RecordBatch;
  /** Position of the first record in the batch that is a row. */
  readonly from: number;
  readonly columns: readonly string[];
  readonly encoding: Encoding;
  readonly text: AsyncGenerator<string>;
  readonly texts: boolean;
}

async function* rowsOf(source: RowSource): AsyncGenerator<InputRow> {
  const { batches, encoding } = source;
  const width = source.columns.length;
  let number = 0;
  try {
    for (let [batch, from] = [source.first, source.from]; ; from = 0) {
      const { records, broken } = batch;
      const texts = source.texts ? batch.texts : undefined;
      for (let i = from; i < records.length; i += 1) {
        const cells = withoutBlanks(records[i]!, width);
        number += 1;
        const brokenIn = broken.get(i);
        const fault =
          brokenIn === undefined
            ? (whyNoRecord(cells, source.columns) ?? faultOf(cells, width, encoding))
            : `line ${brokenIn}: ${UNCLOSED}`;
        const text = texts?.[i];
        if (fault === undefined && text === undefined) yield { number, cells };
        else {
          yield {
            ...{ number, cells },
            ...(text !== undefined && { text }),
            ...(fault !== undefined && { fault }),
            ...(brokenIn !== undefined && { brokenIn }),
          };
        }
      }
      const next = await batches.next();
      if (next.done === true) return;
      batch = next.value;
    }
  } finally {
    await source.text.return(undefined);
  }
}

/** Removes blank cells beyond the header, because some programs end each line with a delimiter. */
function withoutBlanks(cells: readonly string[], width: number): readonly string[] {
  if (cells.length <= width || cells.slice(width).some((cell) => cell.trim() !== '')) return cells;
  return cells.slice(0, width);
}

function faultOf(cells: readonly string[], width: number, encoding: Encoding): string | undefined {
  if (cells.length !== width) return `the row has ${cells.length} cells, but the header has ${width}`;
  if (encoding.fault === undefined) return undefined;
  const byte = cells.map(unreadByte).find((each) => each !== undefined);
  return byte === undefined ? undefined : `the row has invalid ${shownName(encoding.name)}: ${hex(byte)}`;
}
