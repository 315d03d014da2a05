import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, parquetSchema, type SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { Failure, describe } from '../../../runtime/failure.js';
import { int64s } from './arrow.js';
import { decimalText, type Unscaled } from './decimal-text.js';
import {
  bytesText,
  timeText,
  type Batches,
  type ColumnBatch,
  type ColumnKind,
  type ColumnShape,
  type ColumnTable,
} from './column-batch.js';

/** Rows per group. Groups are large enough to be worth skipping, and small enough for memory. */
const GROUP_ROWS = 65_536;

/** Opens a file. Only one row group is in memory at a time. @throws Failure if the file is not Parquet */
export async function openParquet(path: string, name: string): Promise<ColumnTable> {
  const broken = (error: unknown) => new Failure(`${name} is not a valid Parquet file: ${describe(error)}`);
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw broken(error);
  });
  const { children } = parquetSchema(metadata);
  const columns = children.map(({ element }) => element.name);
  const shown = new Map(children.flatMap(({ element }) => takeOver(element)));
  let rows = 0;
  async function* batches(): AsyncGenerator<ColumnBatch> {
    for (const { num_rows: count } of metadata.row_groups) {
      const length = Number(count);
      if (length === 0) continue;
      const cells = new Map(columns.map((column) => [column, new Array<unknown>(length)]));
      try {
        await parquetRead({
          ...{ file, metadata, compressors, parsers: PARSERS, utf8: false, rowStart: rows, rowEnd: rows + length },
          onChunk({ columnName, columnData, rowStart }) {
            const into = cells.get(columnName)!;
            const from = rowStart - rows;
            const show = shown.get(columnName);
            for (let i = 0; i < columnData.length; i++) {
              const cell: unknown = columnData[i];
              into[from + i] = show === undefined || cell == null ? cell : show(cell);
            }
          },
        });
      } catch (error) {
        throw new Failure(`${broken(error).message} (after row ${rows})`);
      }
      rows += length;
      yield { length, columns: [...cells.values()] };
    }
  }
  return { columns, batches: batches() };
}

/** Decodes strings, including invalid bytes. 64-bit integers become numbers. */
const PARSERS = { stringFromBytes: textOfBytes, jsonFromBytes: textOfBytes };

function textOfBytes(bytes: Uint8Array | undefined): string | undefined {
  return bytes && bytesText(bytes);
}

type ShowCell = (cell: unknown) => unknown;

/**
 * Makes the package return decimals and times as unscaled integers. By default, the package converts decimals to
 * doubles, which changes decimals of more than 15 digits.
 * @returns the column with its converter to text, if it has one
 */
function takeOver(element: SchemaElement): (readonly [string, ShowCell])[] {
  const show = showOf(element);
  if (show === undefined) return [];
  delete element.converted_type;
  delete element.logical_type;
  return [[element.name, show]];
}

function showOf({
  type,
  converted_type: converted,
  logical_type: logical,
  scale,
}: SchemaElement): ShowCell | undefined {
  if (type === undefined) return undefined;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const places = scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    return (cell) => decimalText(cell as Unscaled, places);
  }
  const unit =
    logical?.type === 'TIME' ? logical.unit : converted?.startsWith('TIME_') === true ? converted.slice(5) : undefined;
  if (unit === undefined) return undefined;
  const perSecond = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[unit]!;
  return (cell) => timeText(cell as number | bigint, perSecond);
}

const TYPES = { text: 'BYTE_ARRAY', int32: 'INT32', int64: 'INT64', float32: 'FLOAT', boolean: 'BOOLEAN' } as const;

/** Encodes batches as a Parquet file, compressed with Snappy. */
export async function* parquetBytes(shape: readonly ColumnShape[], batches: Batches): AsyncGenerator<Uint8Array> {
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
