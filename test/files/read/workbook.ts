import { crc32, deflateRawSync } from 'node:zlib';

type Cell = string | number;

/** Creates an Excel workbook with sheets of strings and numbers: a ZIP archive with only the required parts. */
export function workbook(...sheets: readonly (readonly (readonly Cell[])[])[]): Buffer {
  return zip(partsOf(sheets.map((rows) => `<sheetData>${rows.map(rowXml).join('')}</sheetData>`)));
}

/** Creates a compressed workbook from raw sheet XML and other parts, for files that no program would write. */
export function packedWorkbook(sheets: readonly string[], others: Readonly<Record<string, string>> = {}): Buffer {
  return zip({ ...partsOf(sheets), ...others }, true);
}

/** Creates an uncompressed workbook from raw sheet XML. */
export function storedWorkbook(sheets: readonly string[]): Buffer {
  return zip(partsOf(sheets));
}

/** Creates a small workbook that decompresses to this many bytes. */
export function workbookBomb(bytes: number): Buffer {
  return zip({ 'xl/workbook.xml': Buffer.alloc(bytes, `<!--${' '.repeat(10_000)}-->`) }, true);
}

function partsOf(sheets: readonly string[]): Record<string, string> {
  const all = sheets.map((_, i) => i + 1);
  const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`;
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  return {
    '[Content_Types].xml': xml(`<Types xmlns="${packaged}/content-types"/>`),
    '_rels/.rels': xml(
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${all.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packaged}/relationships">${all.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        xml(`<worksheet xmlns="${main}">${sheet}</worksheet>`),
      ]),
    ),
  };
}

function rowXml(cells: readonly Cell[], row: number): string {
  const texts = cells.map((cell, i) => {
    const at = `${String.fromCharCode(65 + i)}${row + 1}`;
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    return cell === '' ? '' : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${row + 1}">${texts.join('')}</row>`;
}

/** Creates a ZIP archive (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16). */
function zip(files: Readonly<Record<string, string | Buffer>>, isPacked = false): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [label, whole] = [Buffer.from(name), typeof text === 'string' ? Buffer.from(text) : text];
    const content = isPacked ? deflateRawSync(whole) : whole;
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(isPacked ? 8 : 0, 4);
    about.writeUInt32LE(crc32(whole), 10);
    about.writeUInt32LE(content.length, 14);
    about.writeUInt32LE(whole.length, 18);
    about.writeUInt16LE(label.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), about, entry.subarray(0, 14), label);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), about, label, content);
    offset += 4 + about.length + label.length + content.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
