import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workbookParts } from '../../../src/files/read/workbook-parts.js';
import { cli, done } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { packedWorkbook } from '../read/workbook.js';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/></cellXfs></styleSheet>`;
const textCell = (text: string) => `t="inlineStr"><is><t>${text}</t></is></c>`;

/** A row: name, e-mail, postal code (00000), time with seconds, a percentage, a formula. */
function row(number: number, [first, last, email, code, time, share]: readonly string[], more = ''): string {
  const at = (column: string) => `<c r="${column}${number}"`;
  const cells = [
    `${at('A')} ${textCell(first!)}`,
    `${at('B')} ${textCell(last!)}`,
    ...(email === '' ? [] : [`${at('C')} ${textCell(email!)}`]),
    ...(code === '' ? [] : [`${at('D')} s="1"><v>${code!}</v></c>`]),
    `${at('E')} s="2"><v>${time!}</v></c>`,
    `${at('F')} s="3"><f>D${number}/2</f><v>${share!}</v></c>`,
  ];
  return `<row r="${number}" spans="1:6" ht="20" customHeight="1"${more}>${cells.join('')}</row>`;
}

const PEOPLE = [
  ['Anna', 'Keller', 'anna.keller@mail.example', '', '45432.56777', '0.125'],
  ['Bert', 'Maas', 'bert@maas.example', '1067', '45433.25', '0.5'],
  ['Anna', 'Keller', 'anna.keller@mail.example', '4109', '45434.75', '0.25'],
  ['Zoë &amp; Co', 'Rossi', '', '99999', '45435.000011574', '1'],
];
const HEADER = ['FirstName', 'LastName', 'Email', 'PostalCode', 'Seen', 'Share'];
const header = (number: number) =>
  `<row r="${number}">${HEADER.map((label, i) => `<c r="${'ABCDEF'[i]!}${number}" ${textCell(label)}`).join('')}</row>`;

function book(people = PEOPLE, formula = 'D7/2', more = {}): Buffer {
  const rows = people
    .map((cells, i) => row(i + 4, cells))
    .join('')
    .replace('D7/2', formula);
  const title = `<row r="1"><c r="A1" ${textCell('Customers')}</row>`;
  const sheet = `<dimension ref="A1:F7"/><cols><col min="1" max="1" width="33"/></cols><sheetData>${title}${header(3)}${rows}</sheetData><autoFilter ref="A3:F7"/><mergeCells count="2"><mergeCell ref="A1:F1"/><mergeCell ref="A6:B6"/></mergeCells><hyperlinks><hyperlink ref="C5" location="x"/><hyperlink ref="C7" location="y"/></hyperlinks>`;
  return packedWorkbook([sheet, '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'], {
    'xl/styles.xml': styles,
    'xl/calcChain.xml': `<calcChain xmlns="${main}"><c r="F4" i="1"/></calcChain>`,
    ...more,
  });
}

async function partsOf(path: string): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for await (const { name, pieces } of workbookParts(path)) {
    let text = '';
    for await (const piece of pieces) text += piece.toString();
    parts.set(name, text);
  }
  return parts;
}

const rowsIn = (sheet: string) => Array.from(sheet.matchAll(/<row r="(\d+)".*?<\/row>/g), ([text]) => text);

it('a workbook comes out as one: values, formats, widths and other sheets as they were, merged rows left out', async () => {
  const folder = newFolder();
  const file = fileIn(folder, 'people.xlsx', book());
  const { stdout } = await cli(['clean', file, '--out', join(folder, 'out')]);
  expect(stdout).toContain('the result has 3 records');
  expect(stdout).toContain('clean.xlsx');
  expect(existsSync(join(folder, 'out', 'clean.csv'))).toBe(false);
  const [before, after] = [await partsOf(file), await partsOf(join(folder, 'out', 'clean.xlsx'))];
  expect(after.has('xl/calcChain.xml')).toBe(false);
  for (const [name, text] of before)
    if (name !== 'xl/worksheets/sheet1.xml' && name !== 'xl/calcChain.xml') expect(after.get(name)).toBe(text);
  const sheet = after.get('xl/worksheets/sheet1.xml')!;
  expect(sheet).toContain('<col min="1" max="1" width="33"/>');
  expect(sheet).not.toContain('dimension');
  expect(sheet).toContain('<mergeCells><mergeCell ref="A1:F1"/></mergeCells>');
  const [title, head, ...rows] = rowsIn(sheet);
  expect([title, head]).toEqual(rowsIn(before.get('xl/worksheets/sheet1.xml')!).slice(0, 2));
  const [one, , other] = [PEOPLE[0]!, PEOPLE[1]!, PEOPLE[2]!];
  const bert = row(rows[0]!.includes('Anna') ? 5 : 4, PEOPLE[1]!);
  expect(rows).toContain(bert);
  expect(rows).toContain(row(6, PEOPLE[3]!));
  expect(rows).toHaveLength(3);
  // The empty cell of one row for Anna is filled with the other row's cell, including its format.
  const anna = rows.find((text) => text.includes('Anna'))!;
  expect(anna).toContain('s="1"><v>4109</v></c>');
  expect([one[4], other[4]].some((time) => anna.includes(`s="2"><v>${time!}</v>`))).toBe(true);
  expect(Array.from(sheet.matchAll(/<hyperlink ref="(\w+)"/g), ([, at]) => at)).toEqual([
    `C${/r="(\d+)"/.exec(bert)![1]!}`,
    'C6',
  ]);
});

it('formulas over several rows and comments are counted where they are lost', async () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments';
  const file = book(PEOPLE, 'SUM(D4:D7)', {
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="r1" Type="${type}" Target="../comments1.xml"/></Relationships>`,
    'xl/comments1.xml': `<comments xmlns="${main}"><commentList><comment ref="A5"/><comment ref="A6"/></commentList></comments>`,
  });
  const { stderr } = await cli(['clean', fileIn(newFolder(), 'people.xlsx', file)]);
  expect(stderr).toContain('clean.xlsx is written without formulas (1) and comments (2)');
});

it('nothing is lost where nothing is merged, and CSV is written where it is asked for', async () => {
  const folder = newFolder();
  const file = fileIn(folder, 'people.xlsx', book([PEOPLE[1]!, PEOPLE[3]!]));
  await done(['clean', file, '--out', join(folder, 'out')]);
  const rows = rowsIn((await partsOf(join(folder, 'out', 'clean.xlsx'))).get('xl/worksheets/sheet1.xml')!);
  expect(rows.slice(2)).toEqual([PEOPLE[1]!, PEOPLE[3]!].map((cells, i) => row(i + 4, cells)));
  await done(['clean', file, '--no-like-input', '--out', join(folder, 'csv')]);
  expect(readFileSync(join(folder, 'csv', 'clean.csv'), 'utf8')).toContain('Bert,Maas,bert@maas.example,01067,');
});

it('the sheet that was named is the one that is cleaned', async () => {
  const folder = newFolder();
  const people = `<sheetData>${header(1)}${PEOPLE.map((cells, i) => row(i + 2, cells)).join('')}</sheetData>`;
  const other = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
  const file = fileIn(folder, 'people.xlsx', packedWorkbook([other, people], { 'xl/styles.xml': styles }));
  await done(['clean', file, '--sheet', 'S2', '--out', join(folder, 'out')]);
  const parts = await partsOf(join(folder, 'out', 'clean.xlsx'));
  expect(rowsIn(parts.get('xl/worksheets/sheet1.xml')!)).toHaveLength(1);
  expect(rowsIn(parts.get('xl/worksheets/sheet2.xml')!)).toHaveLength(4);
});

it('a workbook as no program writes it comes out, too', async () => {
  const folder = newFolder();
  const rows = PEOPLE.map((cells, i) => row(i + 2, cells)).join('');
  const odd = `<sheetData>${header(1)}<!-- <row r="2"> -->${rows.replaceAll('spans="1:6"', 'spans="1>6"')}</sheetData>`;
  const file = fileIn(folder, 'people.xlsx', packedWorkbook([odd], { 'xl/styles.xml': styles }));
  await done(['clean', file, '--out', join(folder, 'out')]);
  const sheet = (await partsOf(join(folder, 'out', 'clean.xlsx'))).get('xl/worksheets/sheet1.xml')!;
  expect(rowsIn(sheet.replace(/<!--.*?-->/, ''))).toHaveLength(4);
});

it('what cannot be written as a workbook is written as CSV, and reported', async () => {
  const folder = newFolder();
  const rows = PEOPLE.map((cells, i) => row(i + 2, cells))
    .join('')
    .replaceAll('Bert', '<![CDATA[B</c>t]]>');
  const sheet = `<sheetData>${header(1)}${rows}</sheetData>`;
  const file = fileIn(folder, 'people.xlsx', packedWorkbook([sheet], { 'xl/styles.xml': styles }));
  const { code, stderr } = await cli(['clean', file, '--out', join(folder, 'out')]);
  expect(code).toBe(0);
  expect(stderr).toContain('writing clean.csv instead of clean.xlsx');
  expect(existsSync(join(folder, 'out', 'clean.csv'))).toBe(true);
  expect(existsSync(join(folder, 'out', 'clean.xlsx'))).toBe(false);
});
