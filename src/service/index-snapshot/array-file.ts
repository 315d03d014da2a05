import type { FrozenArrays } from '../../runtime/memory/frozen-arrays.js';
import { isBulk, maskOf, type Bulk } from '../../runtime/memory/image.js';
import { crc32 } from '../../store/checksum.js';
import type { OpenFile } from '../../store/store-files.js';

/**
 * A JSON document with its typed arrays in binary form:
 *
 * MAGIC | the arrays' bytes, concatenated | the document in UTF-8, with arrays as references | its length, its CRC-32
 * (uint32 LE) | length of the file (uint64 LE) | MAGIC
 *
 * Every byte is protected by the magic or by a checksum. The document contains the checksums of the array pieces. The
 * final magic is written last, so a truncated file lacks it.
 */
const MAGIC = Buffer.from('likeness-arrays\n', 'latin1');
const TRAILER = 16 + MAGIC.length;
/** Bytes per piece. Computing its checksum takes a fraction of a millisecond, and other work runs between pieces. */
const PIECE = 1 << 20;
const TEXT_PIECE = 1 << 16;
const READS = 8;

type Kind = 'int32' | 'uint32' | 'uint8';
interface BulkConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (memory: ArrayBufferLike): Bulk;
}
const KINDS: Readonly<Record<Kind, BulkConstructor>> = { int32: Int32Array, uint32: Uint32Array, uint8: Uint8Array };

interface Reference {
  readonly array: Kind;
  readonly length: number;
  /** Byte offset in the file. */
  readonly at: number;
  readonly checksums: readonly number[];
}

export class ArrayFileError extends Error {
  override readonly name = 'ArrayFileError';
}

/**
 * Writes a document to an empty file, and syncs it. The arrays must not change in the meantime, unless they are frozen.
 * @param frozen reads the arrays; if present, the buffers passed to `file` are reused
 * @returns the number of bytes written
 */
export async function writeArrayFile(
  file: Pick<OpenFile, 'write' | 'sync'>,
  document: unknown,
  frozen?: FrozenArrays,
): Promise<number> {
  await file.write(MAGIC, 0);
  let end = MAGIC.length;
  const room = Buffer.allocUnsafeSlow(frozen ? PIECE : 0);
  const text = new TextPieces();
  const write = async (value: unknown): Promise<void> => {
    if (isBulk(value)) {
      const checksums: number[] = [];
      const at = end;
      for (const piece of copiesOf(value, room, frozen)) {
        checksums.push(crc32(piece));
        await file.write(piece, end);
        end += piece.length;
      }
      text.add(JSON.stringify({ array: kindOf(value), length: value.length, at, checksums } satisfies Reference));
    } else if (Array.isArray(value)) {
      text.add('[');
      for (const [i, item] of value.entries()) {
        if (i > 0) text.add(',');
        if (typeof item === 'object') await write(item);
        else text.add(JSON.stringify(item));
      }
      text.add(']');
    } else if (typeof value === 'object' && value !== null) {
      let separator = '{';
      for (const [key, each] of Object.entries(value)) {
        if (each === undefined) continue;
        text.add(`${separator}${JSON.stringify(key)}:`);
        separator = ',';
        await write(each);
      }
      text.add(separator === '{' ? '{}' : '}');
    } else text.add(JSON.stringify(value));
  };
  await write(document);
  const pieces = text.pieces();
  const trailer = Buffer.alloc(TRAILER);
  trailer.writeUInt32LE(text.length, 0);
  trailer.writeUInt32LE(text.checksum, 4);
  const size = end + text.length + TRAILER;
  trailer.writeBigUInt64LE(BigInt(size), 8);
  MAGIC.copy(trailer, 16);
  for (const piece of [...pieces, trailer]) {
    await file.write(piece, end);
    end += piece.length;
  }
  await file.sync();
  return size;
}

/** A long string stored in small pieces, so that no single step has to join the whole string. */
class TextPieces {
  readonly #pieces: Buffer[] = [];
  #last = '';
  length = 0;
  checksum = 0;

  add(text: string): void {
    this.#last += text;
    if (this.#last.length >= TEXT_PIECE) this.#close();
  }

  pieces(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    const piece = Buffer.from(this.#last);
    this.#last = '';
    this.#pieces.push(piece);
    this.length += piece.length;
    this.checksum = crc32(piece, this.checksum);
  }
}

/** Reads the document, with arrays as references. `readArrays` loads the arrays of a part. @throws ArrayFileError */
export async function readArrayFile(file: Pick<OpenFile, 'read' | 'size'>): Promise<unknown> {
  const size = await file.size();
  if (size < MAGIC.length + TRAILER) throw new ArrayFileError(`it has only ${size} bytes`);
  const magic = await bytesAt(file, 0, MAGIC.length);
  const trailer = await bytesAt(file, size - TRAILER, TRAILER);
  if (!magic.equals(MAGIC) || !trailer.subarray(16).equals(MAGIC))
    throw new ArrayFileError('it has an invalid header or trailer');
  const length = trailer.readUInt32LE(0);
  if (trailer.readBigUInt64LE(8) !== BigInt(size) || length > size - MAGIC.length - TRAILER)
    throw new ArrayFileError('its length is invalid');
  const text = await bytesAt(file, size - TRAILER - length, length);
  if (crc32(text) !== trailer.readUInt32LE(4)) throw new ArrayFileError('the checksum of its document is wrong');
  return JSON.parse(text.toString());
}

/**
 * Returns a part of the document with its arrays. Each array has its own buffer.
 * @param isShared uses memory shared by threads
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
  // Wait for all readers before failing, because the caller may close the file.
  const failed = (await Promise.allSettled(readers)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return built;
}

async function fill(file: Pick<OpenFile, 'read'>, array: Bulk, { at, checksums }: Reference): Promise<void> {
  let end = at;
  let number = 0;
  for (const piece of piecesOf(array)) {
    if ((await file.read(piece, end)) < piece.length || crc32(piece) !== checksums[number++])
      throw new ArrayFileError(`the checksum of the bytes from offset ${end} is wrong`);
    end += piece.length;
  }
}

function* piecesOf({ buffer, byteOffset, byteLength }: Bulk): Iterable<Buffer> {
  for (let at = 0; at < byteLength; at += PIECE)
    yield Buffer.from(buffer, byteOffset + at, Math.min(PIECE, byteLength - at));
}

/** Yields copies of an array's pieces for writing, from the frozen state and without masked parts. */
function* copiesOf(array: Bulk, room: Buffer, frozen?: FrozenArrays): Iterable<Buffer> {
  const mask = maskOf(array);
  let at = 0;
  for (const piece of piecesOf(array)) {
    let copy = piece;
    if (frozen !== undefined) frozen.read(array, (copy = room.subarray(0, piece.length)));
    else if (mask !== undefined) copy = Buffer.from(piece);
    mask?.(copy, at);
    yield copy;
    at += piece.length;
  }
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
