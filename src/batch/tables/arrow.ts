import { open, type FileHandle } from 'node:fs/promises';
import type * as Arrow from 'apache-arrow';
import { Failure, describe } from '../../runtime/failure.js';
import { decimalText } from './decimal-text.js';
import { timeText, type ColumnBatch, type ColumnShape, type ColumnTable } from './column-batch.js';
import { optionalPackage } from './optional-package.js';

const arrow = () => optionalPackage('apache-arrow', 'Arrow', () => import('apache-arrow'));

/**
 * Opens an Arrow file, or a stream of record batches (IPC).
 *
 * @param source path of a file, or the bytes of a stream
 * @throws Failure for what is no Arrow
 */
export async function openArrow(source: string | AsyncIterable<Uint8Array>, name: string): Promise<ColumnTable> {
  const { RecordBatchReader, DataType } = await arrow();
  const broken = (error: unknown) => new Failure(`${name}: not readable as Arrow: ${describe(error)}`);
  let file: FileHandle | undefined;
  const opened = async (): Promise<Arrow.RecordBatchReader> => {
    file = typeof source === 'string' ? await open(source) : undefined;
    try {
      const read = await (file
        ? RecordBatchReader.from(file)
        : RecordBatchReader.from(source as AsyncIterable<Buffer>));
      return await read.open();
    } catch (error) {
      await file?.close();
      throw broken(error);
    }
  };
  let reader = await opened();
  const size = (await file?.stat())?.size ?? 0;
  // A file is open while its rows are read: those of one that is refused for its columns never are.
  await file?.close();
  // A stream without a schema is none: empty, or cut off in it.
  if ((reader.schema as Arrow.Schema | undefined) === undefined)
    throw new Failure(`${name}: not readable as Arrow: it holds no schema`);
  const fields = reader.schema.fields;
  /** A dictionary holds each value once: their type is what they are. */
  const valueType = (type: Arrow.DataType): Arrow.DataType =>
    DataType.isDictionary(type) ? (type.dictionary as Arrow.DataType) : type;
  const shown = (type: Arrow.DataType): ShowCell => {
    if (DataType.isDecimal(type)) return (cell) => decimalCell(cell as Uint32Array, type.scale);
    if (DataType.isTime(type)) return (cell) => timeText(cell as number | bigint, 1_000 ** type.unit);
    if (DataType.isDate(type) || DataType.isTimestamp(type)) return (cell) => new Date(cell as number);
    return undefined;
  };
  let rows = 0;
  async function* batches(): AsyncGenerator<ColumnBatch> {
    if (typeof source === 'string') reader = await opened();
    try {
      for await (const batch of reader as AsyncIterable<Arrow.RecordBatch>) {
        const columns = fields.map((field, i) =>
          cellsOf(batch.getChildAt(i)!, shown(valueType(field.type as Arrow.DataType))),
        );
        rows += batch.numRows;
        yield { length: batch.numRows, columns };
      }
    } catch (error) {
      throw error instanceof Failure ? error : new Failure(`${broken(error).message} (behind row ${rows})`);
    } finally {
      await file?.close();
    }
  }
  const columns = fields.map((field) => field.name);
  const nested = new Set(
    fields
      .filter(
        ({ type }) =>
          (valueType(type as Arrow.DataType).children as readonly unknown[] | null)?.length ||
          DataType.isInterval(type),
      )
      .map((field) => field.name),
  );
  return { name, columns, nested, batches: batches(), isText: false, bytesRead: () => 0, bytesTotal: size };
}

/** Gives a cell that is there as it is shown; `undefined`: as it is. */
type ShowCell = ((cell: unknown) => unknown) | undefined;

function cellsOf(vector: Arrow.Vector, show: ShowCell): unknown[] {
  const cells = new Array<unknown>(vector.length);
  for (let i = 0; i < cells.length; i++) {
    const cell: unknown = vector.get(i);
    cells[i] = show === undefined || cell === null ? cell : show(cell);
  }
  return cells;
}

function decimalCell(words: Uint32Array, scale: number): string {
  // The lowest byte comes first.
  return decimalText(new Uint8Array(words.buffer, words.byteOffset, words.byteLength).toReversed(), scale);
}

/**
 * A stream of record batches (IPC), or a file.
 *
 * @param isFile whether it may be read at any place
 */
export async function* arrowBytes(
  shape: readonly ColumnShape[],
  batches: AsyncIterable<ColumnBatch>,
  isFile: boolean,
): AsyncGenerator<Uint8Array> {
  const library = await arrow();
  const {
    AsyncByteQueue,
    RecordBatch,
    RecordBatchFileWriter,
    RecordBatchStreamWriter,
    Schema,
    Struct,
    Field,
    makeData,
  } = library;
  const pieces: Uint8Array[] = [];
  class Collected extends AsyncByteQueue<Uint8Array> {
    override write(piece: unknown): void {
      const bytes = piece as Uint8Array;
      if (bytes.byteLength > 0) pieces.push(bytes);
    }
  }
  const types = {
    text: new library.Utf8(),
    int32: new library.Int32(),
    int64: new library.Int64(),
    float32: new library.Float32(),
    boolean: new library.Bool(),
  };
  const schema = new Schema(shape.map(({ name, kind }) => new Field(name, types[kind], false)));
  const writer = isFile ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  writer.reset(new Collected(), schema);
  for await (const { length, columns } of batches) {
    const children = shape.map(({ kind }, i) => {
      const cells = columns[i]!;
      if (kind === 'text') return makeData({ type: types.text, length, ...utf8(cells as ArrayLike<string>, length) });
      if (kind === 'int32')
        return makeData({ type: types.int32, length, data: Int32Array.from(cells as ArrayLike<number>) });
      if (kind === 'float32')
        return makeData({ type: types.float32, length, data: Float32Array.from(cells as ArrayLike<number>) });
      if (kind === 'int64')
        return makeData({ type: types.int64, length, data: int64s(cells as ArrayLike<number>, length) });
      return makeData({ type: types.boolean, length, data: bits(cells as ArrayLike<boolean>, length) });
    });
    const data = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children });
    writer.write(new RecordBatch(schema, data));
    yield* pieces.splice(0);
  }
  writer.finish();
  yield* pieces.splice(0);
}

/** Whole numbers below 2^53 as 64 bits. */
export function int64s(cells: ArrayLike<number>, length: number): BigInt64Array<ArrayBuffer> {
  const halves = new Int32Array(2 * length);
  for (let i = 0; i < length; i++) {
    const cell = cells[i]!;
    halves[2 * i] = cell | 0;
    halves[2 * i + 1] = Math.floor(cell / 2 ** 32);
  }
  return new BigInt64Array(halves.buffer);
}

function bits(cells: ArrayLike<boolean>, length: number): Uint8Array {
  const all = new Uint8Array(Math.ceil(length / 64) * 8);
  for (let i = 0; i < length; i++) if (cells[i] === true) all[i >> 3]! |= 1 << (i & 7);
  return all;
}

/** A text that stands in many rows one after the other is encoded once. */
function utf8(cells: ArrayLike<string>, length: number): { valueOffsets: Int32Array; data: Uint8Array } {
  const valueOffsets = new Int32Array(length + 1);
  let bytes = Buffer.allocUnsafe(Math.max(1024, length * 16));
  let end = 0;
  let last: string | undefined;
  let lastAt = 0;
  for (let i = 0; i < length; i++) {
    const text = cells[i]!;
    if (bytes.length - end < text.length * 3) {
      const larger = Buffer.allocUnsafe(2 * bytes.length + text.length * 3);
      bytes.copy(larger, 0, 0, end);
      bytes = larger;
    }
    const at = end;
    if (text === last) end += bytes.copy(bytes, end, lastAt, valueOffsets[i]);
    else end += bytes.write(text, end);
    last = text;
    lastAt = at;
    valueOffsets[i + 1] = end;
  }
  return { valueOffsets, data: bytes.subarray(0, end) };
}
