import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/read/open-input.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { packedWorkbook, workbook } from './workbook.js';

async function read(content: Buffer, name = 'a.xlsx') {
  const { columns, rows, notes } = await openInput(fileIn(newFolder(), name, content));
  const cells: (readonly unknown[])[] = [];
  for await (const row of rows) cells.push(row.cells);
  return { columns, cells, notes };
}

/** A workbook with one column of values, each with its own number format. */
function formatted(values: readonly (readonly [value: number, pattern: string])[], from1904 = false): Buffer {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const formats = values.map(([, pattern], i) => `<numFmt numFmtId="${200 + i}" formatCode="${escaped(pattern)}"/>`);
  const styles = values.map((_, i) => `<xf numFmtId="${200 + i}"/>`);
  const rows = values.map(([value], i) => `<row><c s="${i + 1}"><v>${value}</v></c></row>`);
  const book = packedWorkbook([`<sheetData>${text('Value')}${rows.join('')}</sheetData>`], {
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...(from1904 && { 'xl/workbook.xml': bookPart(['S1'], '<workbookPr date1904="1"/>') }),
  });
  return book;
}

const text = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

const bookPart = (sheets: readonly string[], before = '') =>
  `<workbook xmlns:r="r">${before}<sheets>${sheets
    .map((name, i) => {
      const [shown, state] = name.split('/');
      return `<sheet name="${shown!}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`;
    })
    .join('')}</sheets></workbook>`;

describe('a number of a workbook', () => {
  const cases: [value: number, pattern: string, shown: string][] = [
    // Codes keep leading zeros.
    [1234, '00000', '01234'],
    [800, '0000', '0800'],
    [0, '00000', '00000'],
    [12345678, '00000\\-0000', '01234-5678'],
    [12345678, '000-00-0000', '012-34-5678'],
    [7, '"AT-"0000', 'AT-0007'],
    [3126402101, '(###) ###-####', '(312) 640-2101'],
    [3126402101, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(312) 640-2101'],
    [612345678, '0000000000', '0612345678'],
    [612345678, '00" "00" "00" "00" "00', '06 12 34 56 78'],
    [441632960961, '"+"0', '+441632960961'],
    [441632960961, 'General', '441632960961'],
    [441632960961, '0.00E+00', '441632960961'],
    [441632960961, '@', '441632960961'],
    // Amounts stay numbers with all digits.
    [1234.5, '#,##0', '1234.5'],
    [1234.5, '0.00', '1234.5'],
    [1234.5, '#,##0.00\\ "€"', '1234.5'],
    [-5.3, '_-* #,##0.00_-;-* #,##0.00_-', '-5.3'],
    [5, '0_);(0)', '5'],
    [5, '0" kg"', '5'],
    [0, '#', '0'],
    [0.5, '# ?/?', '0.5'],
    [0.5, '0%', '50%'],
    [0.125, '0.0%', '12.5%'],
    [0.07, '0%', '7%'],
    // Dates.
    [29377, 'yyyy-mm-dd', '1980-06-05'],
    [29377, 'dd.mm.yyyy', '1980-06-05'],
    [29377, '[$-407]d. mmmm yyyy;@', '1980-06-05'],
    [29377, '[$-F800]dddd, mmmm dd, yyyy', '1980-06-05'],
    [29377, 'yyyy"年"m"月"d"日"', '1980-06-05'],
    [29377, 'd-mmm', '1980-06-05'],
    [29377, 'mmm yyyy', '1980-06-05'],
    [29377, 'yyyy', '1980'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2958465, 'yyyy-mm-dd', '9999-12-31'],
    [-1, 'yyyy-mm-dd', '-1'],
    // A hidden time is ignored. A time with a rounding error is rounded to the second.
    [29377.9999884259, 'yyyy-mm-dd', '1980-06-05'],
    [29376.9999999, 'yyyy-mm-dd hh:mm', '1980-06-05'],
    [29377.5, 'dd.mm.yyyy hh:mm', '1980-06-05 12:00:00'],
    [29377.5, 'm/d/yy', '1980-06-05'],
    [0.5, 'h:mm', '12:00'],
    [0.5, 'h:mm AM/PM', '12:00 PM'],
    [1.5, '[h]:mm', '36:00'],
  ];

  it('is read as Excel shows it', async () => {
    const { cells } = await read(formatted(cases.map(([value, pattern]) => [value, pattern])));
    const found = cells.map(([cell], i) => [...cases[i]!.slice(0, 2), cell]);
    expect(found).toEqual(cases);
  });

  it('is a day from 1904 on, where the workbook counts so', async () => {
    expect((await read(formatted([[27915, 'yyyy-mm-dd']], true))).cells).toEqual([['1980-06-05']]);
  });
});

describe('a cell of a workbook', () => {
  const shared = (item: string) =>
    packedWorkbook([`<sheetData>${text('Value')}<row><c t="s"><v>0</v></c></row></sheetData>`], {
      'xl/sharedStrings.xml': `<sst>${item}</sst>`,
    });
  const cell = (xml: string) =>
    packedWorkbook([`<sheetData>${text('Value', 'x')}<row>${xml}<c><v>1</v></c></row></sheetData>`]);

  it.each([
    [
      'rich text',
      shared('<si><r><rPr><b/></rPr><t>An</t></r><r><t xml:space="preserve">n Lee</t></r></si>'),
      'Ann Lee',
    ],
    ['a reading aid', shared('<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'), '東京'],
    ['references', shared('<si><t>A &amp; B &#252; &#x20AC;</t></si>'), 'A & B ü €'],
    ['a line break', shared('<si><t>Obstgasse 1_x000D_\n2. Stock</t></si>'), 'Obstgasse 1\r\n2. Stock'],
    ['CDATA', cell('<c t="inlineStr"><is><t><![CDATA[R&D <1>]]></t></is></c>'), 'R&D <1>'],
    ['true', cell('<c t="b"><v>1</v></c>'), 'TRUE'],
    ['false', cell('<c t="b"><v>0</v></c>'), 'FALSE'],
    ['an error', cell('<c t="e"><v>#N/A</v></c>'), ''],
    ['a formula', cell('<c><f>1+1</f><v>2</v></c>'), '2'],
    ['a formula of text', cell('<c t="str"><f>A1&amp;"x"</f><v>Ann</v></c>'), 'Ann'],
    ['a formula without a value', cell('<c><f>1+1</f></c>'), ''],
    ['a day in words of ISO', cell('<c t="d"><v>1980-06-05T00:00:00</v></c>'), '1980-06-05'],
  ])('with %s', async (_, book, shown) => expect((await read(book)).cells[0]![0]).toBe(shown));
});

describe('the sheet that is meant', () => {
  const people = text('First Name', 'Last Name', 'Email') + text('Ann', 'Lee', 'ann@post.example');
  const sheets = (named: readonly string[], ...rows: readonly string[]) =>
    packedWorkbook(
      rows.map((each) => `<sheetData>${each}</sheetData>`),
      { 'xl/workbook.xml': bookPart(named) },
    );

  it.each([
    ['hidden', sheets(['Lists/hidden', 'People'], text('Country', 'City') + text('Austria', 'Wien'), people)],
    ['very hidden', sheets(['Gone/veryHidden', 'People'], people.replaceAll('Ann', 'Old'), people)],
    ['a cover', sheets(['Read me', 'People'], text('Members of the north') + text('Questions: Ann Admin'), people)],
    [
      'a cover of two columns',
      sheets(['About', 'People'], text('Made by', 'Ann') + text('On', 'Monday'), people + people + people),
    ],
    ['empty', sheets(['Empty', 'People'], '', people)],
    ['all hidden', sheets(['Empty/hidden', 'People/hidden'], '', people)],
  ])('is not the first, which is %s', async (_, book) => {
    const found = await read(book);
    expect(found.columns).toEqual(['First Name', 'Last Name', 'Email']);
    expect(found.cells[0]).toEqual(['Ann', 'Lee', 'ann@post.example']);
    expect(found.notes[0]).toMatch(/reading the sheet 'People'/);
  });

  it.each([
    ['a table of products', text('Item', 'Price') + text('Chair', '12') + text('Desk', '80') + text('Lamp', '9')],
    ['a list of addresses', text('Email') + text('a@post.example')],
  ])('is the first where that is %s', async (_, first) => {
    const found = await read(sheets(['First', 'People'], first, people));
    expect(found.notes[0]).toMatch(/reading the sheet 'First', not 'People'/);
  });
});

describe('the header of a workbook', () => {
  const row = ['Ann', 'Lee', 'ann@post.example', '+1 312 640 2101'];
  it.each([
    ['two rows of labels', [['Person', '', 'Contact', ''], ['First Name', 'Last Name', 'Email', 'Phone'], row]],
    ['labels that span both rows', [['First Name', 'Last Name', 'Contact', ''], ['', '', 'Email', 'Phone'], row, row]],
    ['a title', [['Members'], ['First Name', 'Last Name', 'Email', 'Phone'], row]],
    ['a title and blank rows', [['Members'], [], ['2024'], [], ['First Name', 'Last Name', 'Email', 'Phone'], row]],
  ])('is found with %s', async (_, rows) => {
    const found = await read(workbook(rows));
    expect(found.columns).toEqual(['First Name', 'Last Name', 'Email', 'Phone']);
    expect(found.cells[0]).toEqual(row);
  });

  it('leaves cells far away out, and says so where they hold something', async () => {
    const table = text('First Name', 'Last Name') + text('Ann', 'Lee');
    const far = (inside: string) => `<row r="1048576"><c r="XFD1048576">${inside}</c></row>`;
    const [blank, filled] = ['', '<v>1</v>'].map((each) =>
      packedWorkbook([`<sheetData>${table}${far(each)}</sheetData>`]),
    );
    const expected = { columns: ['First Name', 'Last Name'], cells: [['Ann', 'Lee']] };
    expect(await read(blank!)).toEqual({ ...expected, notes: [] });
    expect(await read(filled!)).toEqual({
      ...expected,
      notes: ['a.xlsx: cells beyond the header are ignored (rows: 1)'],
    });
  });
});

it.each([
  ['a.xls', '<html>', /as \.xlsx or \.csv/],
  ['a.ods', 'PK', /as \.xlsx or \.csv/],
  ['a.xlsx', 'a,b\n1,2\n', /this is text: rename it to \.csv/],
  ['a.xlsx', '', /the file is empty/],
  ['a.xlsx', '<html><table></table></html>', /this is a web page/],
])('%s that contains %j is refused with advice', async (name, content, message) => {
  await expect(read(Buffer.from(content), name)).rejects.toThrow(message);
});
