import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decoded, encode, markOf } from '../../../src/files/read/encoding.js';
import { judgeEncoding } from '../../../src/files/read/judge-encoding.js';
import { layoutOf } from '../../../src/files/read/layout.js';
import { openInput } from '../../../src/files/read/open-input.js';
import { workbookParts } from '../../../src/files/read/workbook-parts.js';
import { cli, done, json } from '../../support/command-line.js';
import { draws } from '../../support/draws.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { packedWorkbook, storedWorkbook, workbook, workbookBomb } from './workbook.js';
import { entriesOf } from '../../support/entries.js';

const TEXT = 'Vorname;Nachname;Straße\nJürgen;Müller;Bäckerstraße 1\nZoë;Çelik;Größweg 2\n';
const ROWS = [
  ['Jürgen', 'Müller', 'Bäckerstraße 1'],
  ['Zoë', 'Çelik', 'Größweg 2'],
];

async function read(path: string, encoding?: string) {
  const { columns, rows, notes } = await openInput(path, { encoding });
  const cells: unknown[] = [];
  for await (const row of rows) cells.push(row.fault ?? row.cells);
  return { columns, cells, notes };
}
const file = (name: string, content: string | Buffer) => fileIn(newFolder(), name, content);

describe('files as people have them', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 0],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`), 0],
    ['UTF-16, little-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 0],
    ['UTF-16, big-endian', iconv.encode(TEXT, 'utf16be', { addBOM: true }), 0],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 1],
    ['Windows-1252', iconv.encode(TEXT, 'windows-1252'), 1],
  ])('%s is detected; a guess is reported', async (_, bytes, notes) => {
    const found = await read(file('a.csv', bytes));
    expect(found).toMatchObject({ columns: ['Vorname', 'Nachname', 'Straße'], cells: ROWS });
    expect(found.notes).toHaveLength(notes);
  });

  it('a workbook that expands to far more than its size is refused', async () => {
    const path = file('bomb.xlsx', workbookBomb(530_000_000));
    const readAll = async () => {
      for await (const { pieces } of workbookParts(path)) for await (const piece of pieces) expect(piece).toBeDefined();
    };
    await expect(readAll()).rejects.toThrow(/expands to more than 500 MB/);
  });

  it('--encoding goes over what is detected, and must be known', async () => {
    const path = file('a.csv', iconv.encode('Name\nŁódź\n', 'windows-1250'));
    expect(await read(path, 'windows-1250')).toMatchObject({ cells: [['Łódź']], notes: [] });
    const refused = await cli(['clean', path, '--encoding', 'klingon']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--encoding 'klingon': expected the name of an encoding");
  });

  const ASCII = 'a;b;c\n'.repeat(60_000);
  const late = (encoding: string, line = 'Jürgen;Müller;Bäckerstraße 1') =>
    Buffer.concat([Buffer.from(`Vorname;Nachname;Straße\n`.replace('ß', 'ss') + ASCII), iconv.encode(line, encoding)]);

  it.each([
    ['UTF-8', 'utf8', 'Jürgen;Müller;Bäckerstraße 1', 0],
    ['Windows-1252', 'windows-1252', 'Jürgen;Müller;Bäckerstraße 1', 1],
    ['Cyrillic', 'windows-1251', 'Иван;Петров;Москва, улица Ленина', 1],
    ['Greek', 'iso-8859-7', 'Γιώργος;Παπαδόπουλος;Αθήνα', 1],
  ])('%s behind 360 kB of ASCII is read: all bytes of a file decide', async (_, encoding, line, notes) => {
    const found = await read(file('a.csv', late(encoding, line)));
    expect(found.cells.at(-1)).toEqual(line.split(';'));
    expect(found.notes).toHaveLength(notes);
  });

  it('a byte that is invalid in the encoding is named by line and place, and the other rows are read', async () => {
    const bytes = Buffer.concat([Buffer.from(`${TEXT}${ASCII}Zoë;`), Buffer.from([0xfc]), Buffer.from(`;x\n${ASCII}`)]);
    const { cells, notes } = await read(file('a.csv', bytes));
    expect(notes).toEqual([expect.stringContaining('line 60004, byte 6 (0xFC) is not valid UTF-8')]);
    expect(cells.slice(0, 2)).toEqual(ROWS);
    expect(cells[60_002]).toBe('the row has invalid UTF-8: 0xFC');
    expect(cells).toHaveLength(120_003);
    const latin = Buffer.concat([late('windows-1252'), Buffer.from('\n1;2;'), Buffer.from([0x81, 0x0a])]);
    const said = await read(file('b.csv', latin), 'windows-1252');
    expect(said.notes).toEqual([expect.stringContaining('line 60003, byte 5 (0x81) is not valid windows-1252')]);
  });

  it('a file that is valid in no encoding is refused, by line and byte', async () => {
    const bytes = Buffer.concat([Buffer.from('a;b\n1;2\n3;'), Buffer.from([0x81, 0xff, 0x8d, 0x20, 0x9d, 0x8f, 0x0a])]);
    await expect(openInput(file('a.csv', bytes))).rejects.toThrow(/a\.csv: line 3, byte 3 \(0x81\) is not valid/);
    await expect(openInput(file('b.csv', bytes), { encoding: 'shift_jis' })).rejects.toThrow(
      /line 3, byte \d \(0x..\) is not valid shift_jis; give the encoding/,
    );
  });

  /** Returns the bytes in chunks of a given length, like a file stream. */
  const chunked = (bytes: Buffer, length: number) => () =>
    // eslint-disable-next-line @typescript-eslint/require-await
    (async function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    })();

  it('a text in UTF-8 is never read as anything else, wherever its chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, length) => {
        const bytes = Buffer.from(`x;y\n${text.replaceAll('\0', '')}`);
        const judged = await judgeEncoding(chunked(bytes, length), undefined);
        expect(judged).toEqual({ name: 'utf8', isGuessed: false, hasMark: false, isRefuted: false });
      }),
      { numRuns: draws(200) },
    );
  });

  it('what is read is written as it was, byte by byte, in every encoding of one byte and in Unicode', async () => {
    const encoding = fc.constantFrom('utf8', 'windows-1252', 'windows-1250', 'iso-8859-2', 'koi8-r', 'macroman');
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        encoding,
        fc.integer({ min: 1, max: 9 }),
        async (random, name, length) => {
          const bytes = Buffer.concat([Buffer.from('Zoë;x\n'), Buffer.from(random)]);
          const judged = await judgeEncoding(chunked(bytes, length), name);
          let text = '';
          for await (const part of decoded(chunked(bytes, length)(), judged)) text += part;
          expect(Buffer.concat([markOf(judged), encode(text, judged)])).toEqual(bytes);
        },
      ),
      { numRuns: draws(300) },
    );
  });

  it.each([
    ['sep=;', 'sep=;\r\na,b;c\r\n1;2\r\n', ';', 1],
    ['sep=|', '"sep=|"\na|b\n1|2\n', '|', 1],
    ['titles', 'Customers\nas of 2024\n\nName;City;Phone\nA;B;C\nD;E;F\n', ';', 2],
    ['titles with the cells of the table', 'Customers,,,\n,,,\nid,a,b,c\n1,2,3,4\n5,6,7,8\n', ',', 2],
    ['a table without titles', 'a,b,c\n1,,\n,2,\n', ',', 0],
    ['one column', 'Name\nAnna\nBert, the elder, of Ulm\n', ',', 0],
    ['a header with rows that fill little of it', 'a,b,c,d\n1,,,\n2,,,\n3,,,\n', ',', 0],
  ])('%s: delimiter and header are found', (_, text, delimiter, skipped) => {
    expect(layoutOf(text)).toEqual({ delimiter, skipped, comments: 0, hasHeader: true });
  });

  it('a title above the header is left out, and reported', async () => {
    const found = await read(file('a.csv', `Customer list\n\n${TEXT}`));
    expect(found).toMatchObject({ columns: ['Vorname', 'Nachname', 'Straße'], cells: ROWS });
    expect(found.notes).toEqual([expect.stringContaining('skipped the first line (above the table)')]);
  });

  it('an Excel workbook is read by its first sheet', async () => {
    const path = file(
      'a.xlsx',
      workbook([['Customers'], [], ['Id', 'Name', 'Phone'], [1, 'Anna', '+49 30'], [2, '', '=1+1']], [['other']]),
    );
    expect(await read(path)).toMatchObject({
      columns: ['Id', 'Name', 'Phone'],
      cells: [
        ['1', 'Anna', '+49 30'],
        ['2', '', '=1+1'],
      ],
    });
  });

  const texts = (...cells: string[]) => cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');

  it('cells of a workbook that leave out where they stand follow the cell before', async () => {
    const rows = [
      `<row>${texts('Id', 'Name', 'Phone', 'City')}</row>`,
      `<row><c><v>1</v></c><c r="C2"><v>3</v></c>${texts('Ulm')}</row>`,
      `<row r="4"><c/><x:c><v>2</v></x:c></row>`,
    ];
    const sheet = `<sheetData xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${rows.join('')}</sheetData>`;
    expect(await read(file('a.xlsx', packedWorkbook([sheet])))).toMatchObject({
      columns: ['Id', 'Name', 'Phone', 'City'],
      cells: [
        ['1', '', '3', 'Ulm'],
        ['', '2', '', ''],
      ],
    });
  });

  it('a table of cells that say nowhere where they stand is read as the same table whose cells do', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => [`a${i}`, `b${i}`, `${i}`]);
    const bare = rows.map((row) => `<row>${texts(...row)}</row>`).join('');
    const found = await read(file('a.xlsx', packedWorkbook([`<sheetData>${bare}</sheetData>`])));
    expect(found).toEqual(await read(file('b.xlsx', workbook(rows))));
  });

  it.each([
    ['columns', `<row>${'<c/>'.repeat(16_385)}</row>`, /cell in column 16385 is outside/],
    ['rows', `<row r="1048576"/><row>${texts('a')}</row>`, /row 1048577 is outside/],
  ])('cells without an address end where sheets do: %s', async (_, rows, message) => {
    const path = file('a.xlsx', packedWorkbook([`<sheetData>${rows}</sheetData>`]));
    await expect(openInput(path)).rejects.toThrow(message);
  });

  const sheetsList = 'xl/_rels/workbook.xml.rels';
  const far = '<row r="1"><c r="ZZZZ1"><v>1</v></c></row>';
  it.each([
    [
      'a list of sheets without end',
      { [sheetsList]: '<x/>'.repeat(300_000) },
      /list of sheets .* limit of 1048576 bytes/,
    ],
    [
      'a list that names no sheet',
      { [sheetsList]: '<Relationships/>' },
      /not readable as an Excel workbook: .*save it/,
    ],
    ['a list that is no XML', { [sheetsList]: '<<<' }, /not readable as an Excel workbook: .*save it again/],
  ])('%s is described in words of the file', async (_, parts, message) => {
    const opened = openInput(file('a.xlsx', packedWorkbook(['<sheetData/>'], parts)));
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.not.toThrow(/is not a function|Cannot read/);
  });

  it('a part that is not packed is looked through behind what looks like the begin of another', async () => {
    const hidden = storedWorkbook([`<!-- PK\u0003\u0004${'\0'.repeat(26)} --><sheetData>${far}</sheetData>`]);
    await expect(openInput(file('a.xlsx', hidden))).rejects.toThrow(/ZZZZ1 is outside/);
  });

  it('what a directory does not list is no part of a workbook', async () => {
    const [listed, other] = [workbook([['a'], [1]]), packedWorkbook([`<sheetData>${far}</sheetData>`])];
    // A streaming reader would use the parts of the wrong archive.
    const both = Buffer.concat([other.subarray(0, other.lastIndexOf('PK\u0001\u0002', undefined, 'latin1')), listed]);
    await expect(openInput(file('a.xlsx', both))).rejects.toThrow(/does not match its parts: the file is damaged/);
    await expect(openInput(file('a.xlsx', listed.subarray(0, -30)))).rejects.toThrow(/is truncated; save or send it/);
  });

  it('columns that are called the same get names of their own, in text and in workbooks', async () => {
    const header = ['Phone', 'Name', 'Phone', 'Phone (2)', 'Phone', ''];
    const expected = ['Phone', 'Name', 'Phone (3)', 'Phone (2)', 'Phone (4)', ''];
    const cells = ['1', 'a', '2', '3', '4', '5'];
    for (const path of [
      file('a.csv', `${header.join()}\n${cells.join()}\n`),
      file('a.xlsx', workbook([header, cells])),
    ]) {
      const found = await read(path);
      expect(found.columns.slice(0, 5)).toEqual(expected.slice(0, 5));
      expect(found.notes).toEqual([expect.stringMatching(/'Phone \(3\)'/), expect.stringMatching(/'Phone \(4\)'/)]);
    }
  });

  it.each([
    ['a workbook renamed .csv', 'a.csv', workbook([['a', 'b']]), /Excel workbook.*rename it to \.xlsx/],
    ['a text renamed .xlsx', 'a.xlsx', Buffer.from(TEXT), /not an Excel workbook/],
    ['an archive renamed .xlsx', 'a.xlsx', Buffer.from('PK\u0003\u0004nothing'), /not readable as an Excel workbook/],
    ['a packed file that is cut off', 'a.csv', Buffer.from([0x1f, 0x8b, 8, 0]), /not readable as gzip/],
    ['a web page', 'a.csv', Buffer.from('<!DOCTYPE html><html>'), /web page/],
  ])('%s is named for what it is', async (_, name, bytes, message) => {
    await expect(openInput(file(name, bytes))).rejects.toThrow(message);
  });

  it('import reads the dates of a column in one order, and fails where most rows are rejected', async () => {
    const folder = newFolder();
    const csv = file('a.csv', 'Last name;Date of birth\nKeller;03.04.1980\nMaas;31 Dec 1979\nRossi;1/2/85\n');
    const config = newFolder();
    writeFileSync(join(config, 'settings.json'), JSON.stringify({ defaultCountry: 'US' }));
    await done(['import', '--no-check', csv, '--object', 'Contact', '--data', folder, '--config', config]);
    const exported = await done(['export', '--object', 'Contact', '--format', 'ndjson', '--data', folder]);
    const dates = exported
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { Birthdate: string }).Birthdate);
    expect(dates).toEqual(['1980-04-03', '1979-12-31', '1985-02-01']);
    const wrong = file('b.csv', 'LastName,Email\n,a@b.example\n,c@d.example\nKeller,\n');
    const failed = await cli(['import', '--no-check', wrong, '--object', 'Contact', '--data', folder]);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('1 created') as string });
    expect(failed.stderr).toContain('most rows were rejected: 2 of 3');
  });
});

describe('commands for newcomers', () => {
  it('a read makes no data folder; explaining two given records needs none', async () => {
    const data = join(newFolder(), 'none');
    for (const read of [
      ['search', '--object', 'Contact', 'LastName=Keller'],
      ['export', '--object', 'Contact'],
      ['history', '0030000000000AfAAI'],
      ['explain', '--object', 'Contact', 'LastName=Keller', '--record', '0030000000000AfAAI'],
    ]) {
      const { code, stderr } = await cli([...read, '--data', data]);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`there is no data folder ${data}`) as string,
      });
    }
    const explained = [
      'explain',
      '--object',
      'Contact',
      'last name=Keller',
      '--with',
      'Nachname=Keler',
      '--data',
      data,
    ];
    expect(await json<{ score: number }>([...explained, '--json'])).toHaveProperty('score');
    expect(existsSync(data)).toBe(false);
  });

  it('--scenario may stand before the values', async () => {
    const args = entriesOf(`
      explain | --object | Contact | --scenario | contact-default | LastName=Keller | --with | LastName=Keler | --json
    `);
    const { scenarios } = await json<{ scenarios: { scenarioId: string }[] }>(args);
    expect(scenarios.map(({ scenarioId }) => scenarioId)).toEqual(['contact-default']);
  });

  it('an unknown option is named before a missing one', async () => {
    const misspelt = await cli(['dedupe', 'a.csv', '--objekt', 'Contact']);
    expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown option '--objekt'") as string });
    const missing = await cli(['dedupe', 'a.csv', '--object', 'Contact']);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("required option '--out <file>'") as string,
    });
  });

  it('an output that cannot be written is reported before the work', async () => {
    const { code, stderr } = await cli([
      'dedupe',
      'none.csv',
      '--object',
      'Contact',
      '--out',
      join(newFolder(), 'no', 'p.csv'),
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no such file or folder/);
    expect(stderr).not.toContain('none.csv');
  });
});
