import { isBulk, type Bulk } from '../../memory/image.js';
import { crc32 } from '../../store/checksum.js';
import type { OpenFile } from '../../store/store-files.js';

/**
 * A file of one JSON document whose typed arrays stand beside it as they are in memory:
 *
 *     MAGIC | the arrays' bytes, one after the other | the document in UTF-8, arrays as references |
 *     its length, its CRC-32 (uint32 LE) | length of the file (uint64 LE) | MAGIC
 *
 * Every byte is covered: by the magic, by the checksum of the document, or by one that the document has of each piece
 * of each array. The end is written last, so that a file cut short has none.
 */
const MAGIC = Buffer.from('likeness-arrays\n', 'latin1');
const TRAILER = 16 + MAGIC.length;
/** A checksum of this much takes a fraction of a millisecond: between two pieces other work goes on. */
const PIECE = 1 << 20;
/** Reads under way at once. */
const READS = 8;

type Kind = 'int32' | 'uint32' | 'uint8';
interface BulkConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (memory: ArrayBufferLike): Bulk;
}
const KINDS: Readonly<Record<Kind, BulkConstructor>> = { int32: Int32Array, uint32: Uint32Array, uint8: Uint8Array };

/** Stands for an array in the document. */
interface Reference {
  readonly array: Kind;
  readonly length: number;
  /** Byte offset in the file. */
  readonly at: number;
  readonly checksums: readonly number[];
}

/** The file is not whole, or not one of these. */
export class ArrayFileError extends Error {
  override readonly name = 'ArrayFileError';
}

/**
 * Writes a document to an empty file, and syncs it. The arrays must not change meanwhile.
 *
 * @returns bytes written
 */
export async function writeArrayFile(file: Pick<OpenFile, 'write' | 'sync'>, document: unknown): Promise<number> {
  await file.write(MAGIC, 0);
  let end = MAGIC.length;
  const write = async (value: unknown): Promise<unknown> => {
    if (isBulk(value)) {
      const checksums: number[] = [];
      const at = end;
      for (const piece of piecesOf(value)) {
        checksums.push(crc32(piece));
        await file.write(piece, end);
        end += piece.length;
      }
      return { array: kindOf(value), length: value.length, at, checksums } satisfies Reference;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(typeof item === 'object' ? await write(item) : item);
      return items;
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries: [string, unknown][] = [];
    for (const [key, each] of Object.entries(value)) entries.push([key, await write(each)]);
    return Object.fromEntries(entries);
  };
  const text = Buffer.from(JSON.stringify(await write(document)));
  const trailer = Buffer.alloc(TRAILER);
  trailer.writeUInt32LE(text.length, 0);
  trailer.writeUInt32LE(crc32(text), 4);
  const size = end + text.length + TRAILER;
  trailer.writeBigUInt64LE(BigInt(size), 8);
  MAGIC.copy(trailer, 16);
  await file.write(Buffer.concat([text, trailer]), end);
  await file.sync();
  return size;
}

/**
 * The document of a file, arrays still as references: `readArrays` fetches those of a part of it.
 *
 * @throws ArrayFileError
 */
export async function readArrayFile(file: Pick<OpenFile, 'read' | 'size'>): Promise<unknown> {
  const size = await file.size();
  if (size < MAGIC.length + TRAILER) throw new ArrayFileError(`it has only ${size} bytes`);
  const magic = await bytesAt(file, 0, MAGIC.length);
  const trailer = await bytesAt(file, size - TRAILER, TRAILER);
  if (!magic.equals(MAGIC) || !trailer.subarray(16).equals(MAGIC))
    throw new ArrayFileError('it does not begin and end as such a file does');
  const length = trailer.readUInt32LE(0);
  if (trailer.readBigUInt64LE(8) !== BigInt(size) || length > size - MAGIC.length - TRAILER)
    throw new ArrayFileError('it is not as long as it says');
  const text = await bytesAt(file, size - TRAILER - length, length);
  if (crc32(text) !== trailer.readUInt32LE(4)) throw new ArrayFileError('the checksum of its document does not fit');
  return JSON.parse(text.toString());
}

/**
 * A part of the document with its arrays, each in memory of its own.
 *
 * @param isShared whether in memory that threads share
 * @throws ArrayFileError
 */
export async function readArrays(file: Pick<OpenFile, 'read'>, part: unknown, isShared = false): Promise<unknown> {
  const reads: (() => Promise<void>)[] = [];
  const build = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(build);
    if (typeof value !== 'object' || value === null) return value;
    if (!isReference(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, build(each)]));
    const kind = KINDS[value.array];
    const bytes = value.length * kind.BYTES_PER_ELEMENT;
    const array = new kind(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    reads.push(() => fill(file, array, value));
    return array;
  };
  const built = build(part);
  const readers = Array.from({ length: READS }, async () => {
    for (let next = reads.pop(); next !== undefined; next = reads.pop()) await next();
  });
  // All have ended when this fails: the caller may close the file.
  const failed = (await Promise.allSettled(readers)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return built;
}

async function fill(file: Pick<OpenFile, 'read'>, array: Bulk, { at, checksums }: Reference): Promise<void> {
  let end = at;
  let number = 0;
  for (const piece of piecesOf(array)) {
    if ((await file.read(piece, end)) < piece.length || crc32(piece) !== checksums[number++])
      throw new ArrayFileError(`the checksum of its bytes from ${end} on does not fit`);
    end += piece.length;
  }
}

function* piecesOf({ buffer, byteOffset, byteLength }: Bulk): Iterable<Buffer> {
  for (let at = 0; at < byteLength; at += PIECE)
    yield Buffer.from(buffer, byteOffset + at, Math.min(PIECE, byteLength - at));
}

async function bytesAt(file: Pick<OpenFile, 'read'>, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  if ((await file.read(bytes, at)) < length) throw new ArrayFileError(`it ends before byte ${at + length}`);
  return bytes;
}

function kindOf(array: Bulk): Kind {
  return array instanceof Uint8Array ? 'uint8' : array instanceof Int32Array ? 'int32' : 'uint32';
}

function isReference(value: object): value is Reference {
  return 'array' in value && typeof value.array === 'string' && value.array in KINDS;
}
