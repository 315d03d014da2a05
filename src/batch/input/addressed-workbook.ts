import { SheetScan } from './sheet-scan.js';
import { workbookParts } from './workbook-parts.js';

/** Records of an archive (PKWARE's APPNOTE, 4.3.7 and 4.3.16). */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_LENGTH = 30;
const END = 0x06054b50;
const END_LENGTH = 22;
const VERSION = 20;

/**
 * A workbook for a reader that wants an address of each cell and takes an archive as a stream: the parts that were
 * looked through, unpacked, and nothing that a stream would find between them. Without its directory, which streams do
 * not need.
 *
 * @throws Failure as `workbookParts`
 */
export async function* addressedWorkbook(path: string): AsyncGenerator<Buffer> {
  for await (const { name, pieces } of workbookParts(path)) {
    const kept: Buffer[] = [];
    const scan = new SheetScan((bytes) => kept.push(bytes));
    for await (const piece of pieces) scan.take(piece);
    scan.end();
    yield header(
      name,
      kept.reduce((sum, { length }) => sum + length, 0),
    );
    yield* kept;
  }
  const end = Buffer.alloc(END_LENGTH);
  end.writeUInt32LE(END);
  yield end;
}

function header(name: string, length: number): Buffer {
  const label = Buffer.from(name);
  const about = Buffer.alloc(LOCAL_LENGTH);
  about.writeUInt32LE(LOCAL_HEADER);
  about.writeUInt16LE(VERSION, 4);
  about.writeUInt32LE(length, 18);
  about.writeUInt32LE(length, 22);
  about.writeUInt16LE(label.length, 26);
  return Buffer.concat([about, label]);
}
