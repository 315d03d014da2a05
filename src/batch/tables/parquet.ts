import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, parquetSchema, type SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { Failure, describe } from '../../runtime/failure.js';
import { int64s } from './arrow.js';
import { decimalText, type Unscaled } from './decimal-text.js';
import type { ColumnBatch, ColumnKind, ColumnShape, ColumnTable } from './column-batch.js';

/** Rows of a group: large enough for other programs to skip by, small enough to be held. */
const GROUP_ROWS = 65_536;

/** Opens a Parquet file: of its row groups one is in memory at a time. @throws Failure for what is none */
export async function openParquet(path: string, name: string): Promise<ColumnTable> {
  const broken = (error: unknown) => new Failure(`${name}: not readable as Parquet: ${describe(error)}`);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw broken(error);
  });
  const { children } = parquetSchema(metadata);
  const columns = children.map(({ element }) => element.name);
  const scales = new Map(children.flatMap(({ element }) => takeDecimals(element)));
  const size = file.byteLength;
  const rowsTotal = Number(metadata.num_rows);
  let rows = 0;
  async function* batches(): AsyncGenerator<ColumnBatch> {
    for (const { num_rows: count } of metadata.row_groups) {
      const length = Number(count);
      if (length === 0) continue;
      const cells = new Map(columns.map((column) => [column, new Array<unknown>(length)]));
      try {
        await parquetRead({
          ...{ file, metadata, compressors, rowStart: rows, rowEnd: rows + length },
          onChunk({ columnName, columnData, rowStart }) {
            const into = cells.get(columnName)!;
            const from = rowStart - rows;
            const scale = scales.get(columnName);
            for (let i = 0; i < columnData.length; i++) {
              const cell: unknown = columnData[i];
              into[from + i] = scale === undefined || cell == null ? cell : decimalText(cell as Unscaled, scale);
            }
          },
        });
      } catch (error) {
        throw new Failure(`${broken(error).message} (behind row ${rows})`);
      }
      rows += length;
      yield { length, columns: [...cells.values()] };
    }
  }
  const bytesRead = () => (rowsTotal === 0 ? size : Math.floor((size * rows) / rowsTotal));
  return { name, columns, batches: batches(), isText: false, bytesRead, bytesTotal: size };
}

/**
 * Has the package give the whole numbers that decimals are made of: it would make floating-point numbers of them, of
 * which those of more than 15 digits are others.
 *
 * @returns the column with its scale, where it has decimals
 */
function takeDecimals(element: SchemaElement): (readonly [string, number])[] {
  const { logical_type: logical } = element;
  if (element.converted_type !== 'DECIMAL' && logical?.type !== 'DECIMAL') return [];
  // Bytes of any length would be taken for text.
  if (element.type === 'BYTE_ARRAY' || element.type === undefined) return [];
  const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
  delete element.converted_type;
  delete element.logical_type;
  return [[element.name, scale]];
}

const TYPES = { text: 'BYTE_ARRAY', int32: 'INT32', int64: 'INT64', float32: 'FLOAT', boolean: 'BOOLEAN' } as const;

/** A Parquet file, compressed by Snappy. */
export async function* parquetBytes(
  shape: readonly ColumnShape[],
  batches: AsyncIterable<ColumnBatch>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const written = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: shape.length },
      ...shape.map(({ name, kind }) => ({
        ...{ name, type: TYPES[kind], repetition_type: 'REQUIRED' as const },
        ...(kind === 'text' && { converted_type: 'UTF8' as const }),
      })),
    ],
  });
  let waiting: unknown[][] = shape.map(() => []);
  const group = async (): Promise<void> => {
    const columnData = shape.map(({ name, kind }, i) => ({ name, data: cellsOf(kind, waiting[i]!) }));
    waiting = shape.map(() => []);
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  };
  for await (const { length, columns } of batches) {
    columns.forEach((cells, c) => {
      const into = waiting[c]!;
      for (let i = 0; i < length; i++) into.push(cells[i]);
    });
    if (waiting[0]!.length < GROUP_ROWS) continue;
    await group();
    yield written();
  }
  if (waiting[0]!.length > 0) await group();
  await writer.finish();
  yield written();
}

function cellsOf(kind: ColumnKind, cells: unknown[]): unknown[] | BigInt64Array | Int32Array | Float32Array {
  if (kind === 'int64') return int64s(cells as number[], cells.length);
  if (kind === 'float32') return Float32Array.from(cells as number[]);
  return kind === 'int32' ? Int32Array.from(cells as number[]) : cells;
}
