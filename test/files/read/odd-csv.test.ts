import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/read/open-input.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { rowsOf } from '../../support/entries.js';

async function read(content: string | Buffer) {
  const { columns, rows, notes } = await openInput(fileIn(newFolder(), 'a.csv', content));
  const cells: (readonly unknown[])[] = [];
  const faults: string[] = [];
  for await (const row of rows) {
    if (row.fault === undefined) cells.push(row.cells);
    else faults.push(row.fault);
  }
  return { columns, cells, faults, notes };
}

const HEADER = ['First Name', 'Last Name', 'Email'];
const ROWS = [
  ['Ann', 'Lee', 'ann@post.example'],
  ['Bo', 'Day', 'bo@post.example'],
  ['Cy', 'Roe', 'cy@post.example'],
];
const LINES = [HEADER, ...ROWS].map((cells) => cells.join(','));
const ended = (...ends: readonly string[]) =>
  LINES.map((line, i) => line + ends[Math.min(i, ends.length - 1)]!).join('');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('the same table is read', () => {
  it.each([
    ['CRLF, then LF', ended('\r\n', '\r\n', '\n')],
    ['LF, then CRLF', ended('\n', '\n', '\r\n')],
    ['CRLF, then CR', ended('\r\n', '\r', '\r\n')],
    ['LF, then CR', ended('\n', '\n', '\r')],
    ['CR, then LF', ended('\r', '\n')],
    ['CR CR LF', ended('\r\r\n')],
    ['CR CR LF behind the header only', ended('\r\r\n', '\r\n')],
    ['blank lines between', ended('\n\n')],
    ['lines of blanks between', ended('\r\n\r\n')],
    ['no end of the last line', ended('\n').trimEnd()],
    ['a delimiter behind each row', ended('\n').replaceAll('example\n', 'example,\n')],
    ['delimiters behind some rows', ended('\n').replace('bo@post.example', 'bo@post.example,,,')],
    ['a blank behind a delimiter', ended('\n').replace('bo@post.example', 'bo@post.example, ')],
    ['semicolons behind each row', ended(';\r\n').replace(';', '').replaceAll(',', ';')],
    [
      'quotes behind a space',
      ended('\n')
        .replaceAll(',', ', ')
        .replaceAll(/(?<=, )([^,\n]+)/g, '"$1"'),
    ],
    ['spaces around quotes', ended('\n').replaceAll(/([^,\n]+)/g, ' "$1" ')],
    ['a byte order mark', `\uFEFF${ended('\n')}`],
    ['a byte order mark and sep=', `\uFEFFsep=;\r\n${ended('\r\n').replaceAll(',', ';')}`],
    ['sep= of tabs', `sep=\t\n${ended('\n').replaceAll(',', '\t')}`],
    ['tabs', ended('\n').replaceAll(',', '\t')],
    ['bars', ended('\r\n').replaceAll(',', '|')],
    ['UTF-16', utf16(ended('\r\n'))],
    ['UTF-16 with tabs, as Excel writes', utf16(ended('\r\n').replaceAll(',', '\t'))],
  ])('with %s', async (_, text) => {
    const found = await read(text);
    expect(found).toMatchObject({ columns: HEADER, faults: [] });
    expect(found.cells.map((cells) => cells.map((cell) => (cell as string).trim()))).toEqual(ROWS);
  });

  it('with line breaks of all kinds within quotes, which stay', async () => {
    const address = 'Weg 1\r\nHof\nTür 2\rlinks';
    for (const lineEnd of ['\r\n', '\n', '\r'])
      expect((await read(`Name,Street${lineEnd}Ann,"${address}"${lineEnd}Bo,"x"${lineEnd}`)).cells).toEqual([
        ['Ann', address],
        ['Bo', 'x'],
      ]);
  });
});

describe('a row that is no record', () => {
  const table = (...rows: readonly string[]) =>
    `Name,City,Balance\nAnn Lee,Ulm,12\nBo Day,Bonn,30.5\n${rows.join('\n')}\n`;
  it.each(
    rowsOf<[string]>(`
    Total,,42.5 | TOTAL:,,42.50 | Total,42.5 | ,Total,42.5 | Summe,,"42,50 €" | Gesamt,,42.5 | Grand total,,"$1,042.50"
    Total général,,42 | Итого,,42 | 合計,,42
  `),
  )('%s: a total', async (row) => {
    const { cells, faults } = await read(table(row));
    expect(cells).toHaveLength(2);
    expect(faults).toEqual(['the row is a total of other rows']);
  });

  it.each([['Total,Courbevoie,12'], ['Total Energies,,12'], ['Sum,+49 30 1234567,'], ['Total,,'], ['Summer,,12']])(
    '%s is one',
    async (row) => {
      const { cells, faults } = await read(table(row));
      expect([cells.length, faults]).toEqual([3, []]);
    },
  );

  it('names the columns once more', async () => {
    const { cells, faults } = await read(ended('\n').repeat(2));
    expect(cells).toEqual([...ROWS, ...ROWS]);
    expect(faults).toEqual(['the row repeats the header']);
  });
});
