import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { crc32 } from '../../store/checksum.js';
import { ArchiveDirectory } from './archive-directory.js';
import { rowXml, SHEET_BEGIN, SHEET_END, STYLES, type CellValue } from './sheet-rows.js';

/** Maximum rows including the header. The remaining rows continue in another sheet. */
const MOST_ROWS = 1_048_576;
/** Maximum characters of a sheet, because archives have 32-bit lengths. */
const LONGEST_SHEET = 1_000_000_000;
const PIECE = 65_536;
/** Maximum characters of a sheet's name. */
const LONGEST_NAME = 28;
const NOT_IN_NAMES = /[\\/?*[\]:&<>"']/g;

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes a workbook (ECMA-376) row by row. @param header first row of every sheet @param rowsOfSheet for tests */
export async function* workbookPieces(
  name: string,
  header: readonly string[],
  rows: AsyncIterator<readonly CellValue[]>,
  rowsOfSheet = MOST_ROWS,
): AsyncGenerator<Buffer> {
  const archive = new ArchiveDirectory();
  let next = await rows.next();
  let sheets = 0;
  do {
    sheets += 1;
    const sheet = async function* (): AsyncGenerator<string> {
      yield SHEET_BEGIN + rowXml(1, header);
      let [number, length] = [1, 0];
      for (; next.done !== true && number < rowsOfSheet && length < LONGEST_SHEET; next = await rows.next()) {
        number += 1;
        const row = rowXml(number, next.value);
        length += row.length;
        yield row;
      }
      yield SHEET_END;
    };
    yield* packedPart(archive, `xl/worksheets/sheet${sheets}.xml`, sheet());
  } while (next.done !== true);
  for (const [part, text] of Object.entries(partsAround(name, sheets)))
    yield* packedPart(archive, part, Readable.from([text]));
  yield archive.end();
}

async function* packedPart(
  archive: ArchiveDirectory,
  name: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  yield archive.begin(name);
  let [crc, size, packed] = [0, 0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of gathered(pieces)) {
      const bytes = Buffer.from(piece);
      crc = crc32(bytes, crc);
      size += bytes.length;
      yield bytes;
    }
  };
  const deflate = createDeflateRaw();
  const filled = pipeline(Readable.from(counted()), deflate);
  // The error is passed to the reader of the compressed bytes.
  filled.catch(() => undefined);
  for await (const bytes of deflate as AsyncIterable<Buffer>) {
    packed += bytes.length;
    yield bytes;
  }
  await filled;
  yield archive.described({ isPacked: true, crc, packed, size });
}

async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function partsAround(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const each = (of: (number: number) => string): string => numbers.map(of).join('');
  const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
  const named = name.replace(NOT_IN_NAMES, ' ').slice(0, LONGEST_NAME);
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="${CONTENT}.${type}+xml"/>`;
  return {
    'xl/styles.xml': xml(STYLES),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets>${each(
        (n) => `<sheet name="${n === 1 ? named : `${named} ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
      )}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${each((n) =>
        relation(n, 'worksheet', `worksheets/sheet${n}.xml`),
      )}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    '[Content_Types].xml': xml(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}` +
        `${each((n) => override(`worksheets/sheet${n}`, 'worksheet'))}${override('styles', 'styles')}</Types>`,
    ),
  };
}
