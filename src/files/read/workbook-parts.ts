import { readFile } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { Failure } from '../../runtime/failure.js';
import { zipEntries, type ZipEntry } from './zip-directory.js';

/** Maximum bytes of a decompressed workbook, which is several times the size of the largest real workbooks. */
const MOST_UNPACKED = 500 * 1024 * 1024;
/** Matches the parts to read. Other parts may have any content. */
const XML = /\.(?:xml|rels)$/;

export interface WorkbookPart {
  readonly name: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Decompresses XML parts one after the other. @throws Failure if the archive is damaged or too large */
export async function* workbookParts(path: string): AsyncGenerator<WorkbookPart> {
  let left = MOST_UNPACKED;
  async function* counted(entry: ZipEntry): AsyncGenerator<Buffer> {
    for await (const piece of unpacked(entry)) {
      left -= piece.length;
      if (left < 0)
        throw new Failure(`the workbook expands to more than ${MOST_UNPACKED / 1024 / 1024} MB; save it as CSV`);
      yield piece;
    }
  }
  for (const entry of zipEntries(await readFile(path)))
    if (XML.test(entry.name)) yield { name: entry.name, pieces: counted(entry) };
}

/** Decompresses an entry. @throws Failure if the entry is damaged */
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
