import type { Batches, ColumnShape } from './column-batch.js';
import { Failure } from '../../../runtime/failure.js';

/** Loads the package. @throws Failure if the package is missing */
async function arrow() {
  try {
    return await import('apache-arrow');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure('Arrow tables need the package apache-arrow: run npm install apache-arrow');
  }
}

/** Encodes record batches (IPC). @param isFile whether to use the file format, which allows random access */
export async function* arrowBytes(
  shape: readonly ColumnShape[],
  batches: Batches,
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

/** Encodes integers below 2^53 in 64 bits. */
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

/** Encodes strings. A string that is repeated in consecutive rows is encoded only once. */
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
