import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openInput, type ReadOptions } from '../../../src/files/read/open-input.js';
import { done, json } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';
import { workbook } from './workbook.js';

async function read(name: string, content: string | Buffer, options: ReadOptions = {}) {
  const { columns, rows, notes } = await openInput(fileIn(newFolder(), name, content), options);
  const all: (readonly unknown[])[] = [];
  for await (const { cells } of rows) all.push(cells);
  return { columns, rows: all, notes };
}

describe('the delimiter', () => {
  it.each([
    ['semicolons in cells of a comma file', 'Name,Address (street; zip; city)\nAnna,x; 1; Ulm\nBert,y; 2; Bonn\n', ','],
    ['commas in cells of a semicolon file', 'Name;Price, EUR;Size, cm, net\nA;1,50;2\nB;2,50;3\n', ';'],
    ['bars and tabs in a comma file', 'Name,A|B|C|D\nAnna,1|2\nBert,3\n', ','],
    ['a title with commas', 'Export, of May, 2024\n\nName;City;Phone\nA;B;C\nD;E;F\n', ';'],
  ])('is not misled by %s', async (_, text, delimiter) => {
    const { rows } = await read('a.csv', text);
    expect(rows[1]).toEqual(text.trim().split('\n').at(-1)!.split(delimiter));
  });

  it.each([
    ['tab', '\t'],
    ['\\t', '\t'],
    ['|', '|'],
    ['^', '^'],
    ['\u0001', '\u0001'],
  ])('is the one that is named: %j', async (delimiter, character) => {
    const text = ['a,b', `"c${character}d"`, '1,2', '3'].join(character);
    expect(await read('a.txt', `h,i${character}j\n${text}\n`, { delimiter })).toMatchObject({
      columns: ['h,i', 'j'],
      rows: [['a,b', `c${character}d`, '1,2', '3']],
    });
  });

  it.each([[';;'], ['a'], ['"'], ['']])('%j is refused', async (delimiter) => {
    await expect(read('a.csv', 'a,b\n', { delimiter })).rejects.toThrow(/--delimiter '.*': expected , ; \| tab/);
  });
});

describe('lines of comment', () => {
  it('above the header are left out, whatever they contain', async () => {
    const text = '\uFEFF# made by "a, tool\n#\n\n# of May; 2024\nName,City,No\nAnna,Ulm,1\n#2,Bonn,2\n';
    const { columns, rows, notes } = await read('a.csv', text);
    expect(columns).toEqual(['Name', 'City', 'No']);
    expect(rows).toEqual([
      ['Anna', 'Ulm', '1'],
      ['#2', 'Bonn', '2'],
    ]);
    expect(notes).toEqual(['a.csv: skipped the first 3 lines (comments)']);
  });

  it.each([
    ['#,Name,City\n1,Anna,Ulm\n2,Bert,Bonn\n', ['#', 'Name', 'City']],
    ['# from a tool\n#id,name,city\n1,Anna,Ulm\n2,Bert,Bonn\n', ['#id', 'name', 'city']],
    ['# id,name,mail\n1,Anna,a@b.example\n2,Bert,c@d.example\n', ['# id', 'name', 'mail']],
    ['#tag\n#one\n#two\n', ['#tag']],
  ])('%j: a header may begin with the sign', async (text, columns) => {
    expect((await read('a.csv', text)).columns).toEqual(columns);
  });

  it('go out as they came in', async () => {
    const text = '# a "comment\nFirstName,LastName,Email\nAnna,Keller,a@k.example\nBert,Maas,b@m.example\n';
    const folder = newFolder();
    await done(['clean', fileIn(folder, 'a.csv', text), '--out', `${folder}/out`]);
    expect((await read('b.csv', Buffer.from(text))).notes).toHaveLength(1);
    expect(readFileSync(`${folder}/out/clean.csv`, 'utf8')).toBe(text);
  });
});

describe('a header that is missing', () => {
  it.each([
    [
      'e-mail addresses',
      'Anna,Keller,anna@k.example\nBert,Maas,bert@m.example\n',
      ['first name', 'last name', 'email'],
    ],
    ['one row', 'Anna,Keller,anna@k.example\n', ['first name', 'last name', 'email']],
    ['telephone numbers', 'Müller GmbH;+49 30 901820\nMaas AG;+49 89 123456\n', ['company', 'phone']],
    ['numbers', '1,x\n2,y\n3,z\n', ['column 1', 'column 2']],
    ['first names', 'John,Smith\nMary,Miller\nPeter,Jones\nJames,Brown\n', ['first name', 'last name']],
    ['values that come again', 'red,XL,x\nblue,XL,y\nred,S,z\n', ['column 1', 'column 2', 'column 3']],
  ])('is seen by %s', async (_, text, columns) => {
    const found = await read('a.csv', text);
    expect(found.columns).toEqual(columns);
    expect(found.rows).toHaveLength(text.trim().split('\n').length);
    expect(found.notes.at(-1)).toMatch(/a\.csv: the first line looks like a row, .*; --header overrides this/);
  });

  it.each([
    ['labels', 'Name,Mail\nAnna,a@b.example\nBert,c@d.example\n'],
    ['unknown labels', 'foo,bar\n1,x\n2,y\n'],
    ['years', 'Produkt,2019,2020\nA,5,7\nB,6,8\n'],
    ['days', 'Product,2024-01-01,2024-02-01\nA,5,7\nB,6,8\n'],
    ['labels in words', 'Grace period,Will\n1,x\n2,y\n'],
    ['letters', 'a,b\n1,2\n3,4\n'],
    ['other scripts', '名前,メール\n山田,a@b.example\n鈴木,c@d.example\n'],
    ['a header without rows', 'Vorname,Nachname\n'],
    ['sex, whose values are labels, too', 'Sex,Mail\nM,a@b.example\nF,c@d.example\n'],
  ])('is not suspected of %s', async (_, text) => {
    const found = await read('a.csv', text);
    expect(found.columns).toEqual(text.split('\n')[0]!.split(','));
    expect(found.notes).toEqual([]);
  });

  it('is what people say', async () => {
    expect((await read('a.csv', 'Name,City\nAnna,Ulm\n', { header: false })).rows).toHaveLength(2);
    expect((await read('a.csv', 'a@b.example\nc@d.example\n', { header: true })).rows).toHaveLength(1);
    const book = workbook([
      ['Name', 'City'],
      ['Anna', 'Ulm'],
    ]);
    expect((await read('a.xlsx', book, { header: false })).rows).toHaveLength(2);
  });

  it('in a workbook is seen, too', async () => {
    const book = workbook([
      ['Anna', 'anna@k.example', 1],
      ['Bert', 'bert@k.example', 2],
    ]);
    expect((await read('a.xlsx', book)).columns).toEqual(['first name', 'email', 'column 3']);
  });

  it('is missing in what clean writes, too', async () => {
    const text = 'Anna;Keller;anna@k.example\nBert;Maas;bert@m.example\n';
    const folder = newFolder();
    await done(['clean', fileIn(folder, 'a.csv.gz', gzipSync(text))]);
    expect(readFileSync(`${folder}/a-clean/clean.csv`, 'utf8')).toBe(text);
  });
});

describe('the sheet', () => {
  const people = [
    ['Name', 'City'],
    ['Anna', 'Ulm'],
  ];
  const prices = [
    ['Price', 'Size'],
    [1, 2],
    [3, 4],
  ];

  it('is the first that is not empty, which is reported where there are others', async () => {
    const found = await read('a.xlsx', workbook([], [[''], ['']], people, prices));
    expect(found.columns).toEqual(['Name', 'City']);
    expect(found.notes).toEqual(["a.xlsx: reading the sheet 'S3', not 'S4'; --sheet NAME overrides this"]);
    expect((await read('a.xlsx', workbook(people, []))).notes).toEqual([]);
    expect((await read('a.xlsx', workbook([], people))).notes).toEqual([
      "a.xlsx: reading the sheet 'S2', because the sheets before it have no table",
    ]);
  });

  it.each([['2'], ['S2'], ['s2']])('is the one that is named: %s', async (sheet) => {
    const found = await read('a.xlsx', workbook(people, prices), { sheet });
    expect(found).toMatchObject({ columns: ['Price', 'Size'], notes: [] });
    expect(found.rows).toHaveLength(2);
  });

  it.each([['3'], ['0'], ['S'], ['prices']])('%s is not there: those that are there are named', async (sheet) => {
    await expect(read('a.xlsx', workbook(people, prices), { sheet })).rejects.toThrow(
      `--sheet '${sheet}': a.xlsx has no such sheet; expected one of 1 'S1', 2 'S2'`,
    );
  });

  it('is imported once for each sheet', async () => {
    const folder = newFolder();
    const leads = (last: string) => [
      ['FirstName', 'LastName', 'Company'],
      ['Anna', last, 'Acme'],
    ];
    const file = fileIn(folder, 'a.xlsx', workbook(leads('Keller'), leads('Maas')));
    for (const sheet of ['1', '2'])
      expect(
        await json(['import', file, '--object', 'Lead', '--sheet', sheet, '--data', folder, '--json']),
      ).toMatchObject({ created: 1 });
  });
});

it.each([
  [{ sheet: '1' }, 'a.csv', 'a,b\n', /--sheet applies only to Excel workbooks/],
  [{ delimiter: ';' }, 'a.xlsx', workbook([['a']]), /--delimiter applies only to CSV files/],
  [{ header: false }, 'a.json', '[]', /--no-header applies only to CSV files and workbooks/],
  [{}, 'a.xlsx.gz', gzipSync(workbook([['a']])), /compressed workbooks are not supported: decompress the file/],
])('%j of %s is refused', async (options, name, content, message) => {
  await expect(read(name, content, options)).rejects.toThrow(message);
});
