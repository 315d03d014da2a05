import { readFile } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { Failure } from '../../runtime/failure.js';
import { SheetScan } from './sheet-scan.js';

/** Bytes that a workbook may unpack to: a few times what the largest real ones take. */
const MOST_UNPACKED = 500 * 1024 * 1024;
/** Of a file inside of a ZIP archive (APPNOTE 4.3.7). */
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const HEADER_LENGTH = 30;
const DEFLATED = 8;

/**
 * Unpacks a workbook keeping nothing, to see how large it gets, and what is made of it: what its directory says of
 * sizes may be a lie.
 *
 * @throws Failure where it unpacks to more than can be read, or its cells lie where none can be
 */
export async function checkUnpackedSize(path: string, name: string): Promise<void> {
  await walkWorkbook(path, name, () => {
    const scan = new SheetScan();
    return (piece) => {
      try {
        scan.take(piece);
      } catch (error) {
        throw error instanceof Failure ? new Failure(`${name}: ${error.message}`) : error;
      }
    };
  });
}

/**
 * Unpacks a workbook part by part.
 *
 * @param begin is called for each part that is XML; what it returns is given the part, piece by piece
 * @throws Failure where it unpacks to more than can be read
 */
export async function walkWorkbook(path: string, name: string, begin: () => (piece: Buffer) => void): Promise<void> {
  const bytes = await readFile(path);
  let unpacked = 0;
  let at = bytes.indexOf(LOCAL_HEADER);
  while (at >= 0 && at + HEADER_LENGTH <= bytes.length) {
    const nameEnd = at + HEADER_LENGTH + bytes.readUInt16LE(at + 26);
    const start = nameEnd + bytes.readUInt16LE(at + 28);
    // Only these are read: other files of a workbook may hold anything.
    const isRead = /\.xml(?:\.rels)?$/.test(bytes.toString('latin1', at + HEADER_LENGTH, nameEnd));
    let end = start;
    const take = isRead ? begin() : () => undefined;
    if (bytes.readUInt16LE(at + 8) === DEFLATED) {
      const { size, packed } = await inflated(bytes.subarray(start), MOST_UNPACKED - unpacked, take);
      unpacked += size;
      end += packed;
    } else {
      // Stored as it is: to the next header, and what an archive says of its length is not believed.
      const next = bytes.indexOf(LOCAL_HEADER, start);
      take(bytes.subarray(start, next < 0 ? bytes.length : next));
    }
    if (unpacked > MOST_UNPACKED)
      throw new Failure(`${name}: the workbook unpacks to more than ${MOST_UNPACKED / 1024 / 1024} MB; save it as CSV`);
    at = bytes.indexOf(LOCAL_HEADER, end);
  }
}

/** What is damaged ends where it is: the reader tells of it. */
async function inflated(
  bytes: Buffer,
  most: number,
  take: (piece: Buffer) => void,
): Promise<{ size: number; packed: number }> {
  const inflate = createInflateRaw({ chunkSize: 1 << 18 });
  let size = 0;
  inflate.end(bytes);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) break;
      take(piece);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    return { size, packed: 0 };
  }
  return { size, packed: inflate.bytesWritten };
}
