import { readFile } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { Failure } from '../../runtime/failure.js';
import { SheetScan } from './sheet-scan.js';
import { zipEntries, type ZipEntry } from './zip-directory.js';

/** Bytes that a workbook may unpack to: a few times what the largest real ones take. */
const MOST_UNPACKED = 500 * 1024 * 1024;
/** Only these are read: other parts of a workbook may hold anything. */
const XML = /\.xml(?:\.rels)?$/;

/** Names its sheets: each takes about 150 bytes. */
const LIST_OF_SHEETS = 'xl/_rels/workbook.xml.rels';
const LONGEST_LIST = 1024 * 1024;

export interface WorkbookPart {
  readonly name: string;
  /** To be read once, and to their end, before the next part. */
  readonly pieces: AsyncIterable<Buffer>;
}

/**
 * Unpacks a workbook keeping nothing, to see how large it gets, and what is made of it: what its directory says of
 * sizes may be a lie.
 *
 * @throws Failure where it unpacks to more than can be read, or its cells lie where none can be
 */
export async function checkWorkbook(path: string, name: string): Promise<void> {
  try {
    for await (const { name: part, pieces } of workbookParts(path)) {
      const scan = new SheetScan();
      let length = 0;
      for await (const piece of pieces) {
        length += piece.length;
        if (part === LIST_OF_SHEETS && length > LONGEST_LIST)
          throw new Failure(
            `its list of sheets (${part}) is longer than the limit of ${LONGEST_LIST} bytes; save the first sheet as CSV`,
          );
        scan.take(piece);
      }
    }
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${name}: ${error.message}`) : error;
  }
}

/**
 * Parts of a workbook that are XML, unpacked one after the other.
 *
 * @throws Failure where the archive is damaged, or unpacks to more than can be read
 */
export async function* workbookParts(path: string): AsyncGenerator<WorkbookPart> {
  let left = MOST_UNPACKED;
  async function* counted(entry: ZipEntry): AsyncGenerator<Buffer> {
    for await (const piece of unpacked(entry)) {
      left -= piece.length;
      if (left < 0)
        throw new Failure(`the workbook unpacks to more than ${MOST_UNPACKED / 1024 / 1024} MB; save it as CSV`);
      yield piece;
    }
  }
  for (const entry of entriesOf(await readFile(path)))
    if (XML.test(entry.name)) yield { name: entry.name, pieces: counted(entry) };
}

/** @throws Failure where the archive is damaged */
export function entriesOf(archive: Buffer): readonly ZipEntry[] {
  try {
    return zipEntries(archive);
  } catch (error) {
    throw error instanceof Failure ? new Failure(`not readable as an Excel workbook: ${error.message}`) : error;
  }
}

/** @throws Failure where it is damaged */
export async function* unpacked({ name, isPacked, bytes }: ZipEntry): AsyncGenerator<Buffer> {
  if (!isPacked) {
    yield bytes;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 1 << 18 });
  inflate.end(bytes);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') !== true) throw error;
    throw new Failure(`its part ${name} cannot be unpacked: the file is damaged; save or send it again`);
  }
}
