import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { clean } from '../../../src/files/clean/clean.js';
import { openSources } from '../../../src/files/clean/source-files.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { cli, done, words } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

/** Two people named Anna who are merged, and a Bert and a Zoë who stay unchanged. */
const lines = (delimiter: string) =>
  [
    ['Kundennr', '"Vorname"', 'Nachname', 'E-Mail', 'Telefon', 'Notiz'],
    ['7', '"Anna"', 'Keller', 'anna.keller@mail.example', '+49 30 901820', '""'],
    ['8', '"Anna"', 'Keller', 'anna.keller@mail.example', '', '"ruft ""bald""\r\nzurück"'],
    ['010', '"Bert"', 'Maas', ' bert@maas.example ', '00498912345', '5" Rohr'],
    ['11', '"Zoë"', '"Rossi"', 'zoe@rossi.example', '', `"a${delimiter}b, c; d"`],
  ].map((cells) => cells.join(delimiter));

const outOf = (folder: string, name = 'clean.csv') => readFileSync(join(folder, 'people-clean', name));

it.each([
  ['semicolons, CRLF and a mark', ';', '\r\n', 'utf8', true, 'people.csv'],
  ['tabs and Windows-1252', '\t', '\r\n', 'windows-1252', false, 'people.tsv'],
  ['bars and line feeds', '|', '\n', 'utf8', false, 'people.txt'],
  ['commas and UTF-16 with a mark', ',', '\r\n', 'utf16le', true, 'people.csv'],
  ['semicolons, packed', ';', '\n', 'utf8', true, 'people.csv.gz'],
])('clean.csv has the form of the input: %s', async (_, delimiter, lineEnd, encoding, hasMark, name) => {
  const all = lines(delimiter);
  const mark = hasMark ? '\uFEFF' : '';
  const bytes = iconv.encode(mark + all.join(lineEnd) + lineEnd, encoding);
  const folder = newFolder();
  await done(words`clean ${fileIn(folder, name, name.endsWith('.gz') ? gzipSync(bytes) : bytes)} --encoding
    ${encoding} --out ${join(folder, 'people-clean')}`);
  // The more complete row, with its empty cell filled from the other row.
  const anna = `7${delimiter}"Anna"${delimiter}Keller${delimiter}anna.keller@mail.example${delimiter}+49 30 901820${delimiter}"ruft ""bald""\r\nzurück"`;
  const eight = anna.replace(/^7/, '8');
  const written = outOf(folder);
  const expected = [anna, eight].map((one) =>
    iconv.encode(mark + [all[0], one, all[3], all[4]].join(lineEnd) + lineEnd, encoding).toString('latin1'),
  );
  expect(expected).toContain(written.toString('latin1'));
  const beside = outOf(folder, 'crosswalk.csv').toString();
  expect(beside.replace('\uFEFF', '').split('\n')[0]).toBe(['id', 'survivor_id', 'group', 'score'].join(delimiter));
  expect(beside.startsWith('\uFEFF')).toBe(hasMark || encoding !== 'utf8');
});

it('--no-like-input writes commas, line feeds and UTF-8', async () => {
  const folder = newFolder();
  const bytes = iconv.encode(`${lines(';').join('\r\n')}\r\n`, 'windows-1252');
  await done(['clean', fileIn(folder, 'people.csv', bytes), '--no-like-input']);
  const written = outOf(folder).toString();
  expect(written.split('\n')[0]).toBe('Kundennr,Vorname,Nachname,E-Mail,Telefon,Notiz');
  expect(written).toContain('\n11,Zoë,Rossi,zoe@rossi.example,,"a;b, c; d"\n');
  expect(outOf(folder, 'crosswalk.csv').toString()).toMatch(/^id,survivor_id,group,score\n/);
});

it('rows that stay are written as they stand; with --guard all but what a spreadsheet would run', async () => {
  const text =
    'sep=;\r\nNr;Vorname;E-Mail;Notiz;Notiz\r\n1;Bert;b@maas.example;=1+1;"@a"\r\n2;Cleo;c@rossi.example;\'=2;-\r\n3;Dora;d@mail.example;x\r\n4;Emil;e@mail.example;x;y;more';
  const folder = newFolder();
  const file = fileIn(folder, 'people.csv', text);
  const { code, stderr } = await cli(['clean', file]);
  expect(code).toBe(0);
  expect(stderr).not.toContain('omitted from clean.csv');
  expect(outOf(folder).toString()).toBe(text);
  await done(['clean', file, '--guard', '--force']);
  expect(outOf(folder).toString()).toBe(text.replace(';=1+1;"@a"', `;'=1+1;"'@a"`));
});

it('keeps apostrophes, amounts and names with @ of the record that survives', async () => {
  const folder = newFolder();
  const text = `Vorname;Nachname;E-Mail;Telefon;Notiz;Saldo;Konto
Anna;Keller;anna.keller@mail.example;+49 30 901820;x;;
Anna;Keller;anna.keller@mail.example;+49 30 901820;;'=2;@jm
Bert;Maas;bert@maas.example;+49 89 123456;y;-5,30 EUR;+1 ... ::: +1
`;
  await done(['clean', fileIn(folder, 'people.csv', text)]);
  const written = outOf(folder).toString();
  expect(written).toContain("Anna;Keller;anna.keller@mail.example;+49 30 901820;;'=2;@jm\n");
  expect(written).toContain(text.split('\n')[3]);
});

it('files in other forms come out in that of the first one; quotes as its columns have them', async () => {
  const folder = newFolder();
  const crm = fileIn(
    folder,
    'people.csv',
    '"Id";"First name";"Last name";"Mail"\r\n"1";"Anna";"Keller";"anna@k.example"\r\n"2";"Cleo";"Rossi";""\r\n',
  );
  const shop = fileIn(
    folder,
    'shop.csv',
    'nr,email,surname,forename,city\n1,anna@k.example,Keller,Anna,Ulm\n2,bert@m.example,Maas,Bert,"a;b"\n3,d@m.example,Maas;D,Dora,c\n',
  );
  await done(['clean', crm, shop, '--object', 'Contact']);
  expect(outOf(folder).toString().split('\r\n')).toEqual([
    '"Id";"First name";"Last name";"Mail";"nr";"city"',
    '"2";"Cleo";"Rossi";"";;',
    // The more complete row survives: the one in the second file.
    '"1";"Anna";"Keller";"anna@k.example";1;Ulm',
    '"";"Bert";"Maas";"bert@m.example";2;"a;b"',
    '"";"Dora";"Maas;D";"d@m.example";3;c',
    '',
  ]);
});

it('falls back to UTF-8 where the encoding of the first file has no character for a value, and says so', async () => {
  const folder = newFolder();
  const first = 'Vorname,Nachname,E-Mail\nZoë,Rossi,zoe@rossi.example\nJörg,Maas,joerg@maas.example\n';
  const crm = fileIn(folder, 'people.csv', iconv.encode(first, 'windows-1252'));
  const shop = fileIn(folder, 'shop.csv', 'Vorname,Nachname,E-Mail\nŁucja,Żak,l@zak.example\n');
  const { code, stderr } = await cli(['clean', crm, shop, '--object', 'Contact']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/writing clean\.csv in UTF-8: windows-125\d cannot encode 'Łucja' in row 1 of shop\.csv/i);
  expect(outOf(folder).toString()).toBe(`\uFEFF${first}Łucja,Żak,l@zak.example\n`);
});

it('a file without duplicates comes out as it came, byte for byte', async () => {
  const configuration = await loadConfiguration(undefined);
  const cellText = fc.string({
    unit: fc.constantFrom('a', 'ä', ' ', "'", ',', ';', '"', '\n', '\r\n', '7'),
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('utf8', 'utf16le', 'windows-1252'),
      fc.boolean(),
      fc.array(fc.tuple(cellText, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (delimiter, lineEnd, encoding, endsLast, notes) => {
        const cell = (text: string, inQuotes: boolean) =>
          inQuotes || text.includes('"') || text.includes(delimiter) || /[\r\n]/.test(text)
            ? `"${text.replaceAll('"', '""')}"`
            : text;
        const rows = notes.map(([text, inQuotes], i) => [
          ...[String(i), cell(`Person${'abcdefgh'[i]!.repeat(4)}`, inQuotes)],
          ...[`${'abcdefgh'[i]!.repeat(5)}@m${i}.example`, cell(text, inQuotes)],
        ]);
        const all = [['Nr', 'Name', 'Email', 'Remark'], ...rows].map((cells) => cells.join(delimiter));
        const mark = encoding === 'utf16le' ? '\uFEFF' : '';
        const bytes = iconv.encode(mark + all.join(lineEnd) + (endsLast ? lineEnd : ''), encoding);
        const folder = newFolder();
        const path = fileIn(folder, 'people.csv', bytes);
        const map = [{ source: 'Remark', field: '' }];
        const sources = await openSources({ files: [path], object: 'Contact', map, encoding }, configuration);
        const { cleaned } = await clean(sources, { out: folder }, configuration);
        fc.pre(cleaned.merged === 0);
        expect(readFileSync(join(folder, 'clean.csv')).toString('latin1')).toBe(bytes.toString('latin1'));
      },
    ),
    { numRuns: 40 },
  );
});

const people = (two: string) => [
  '{"id": 90071992547409931, "name": {"first": "Anna", "last": "Keller"}, "email": "anna.keller@mail.example", "phone": null, "score": 1.50}',
  `{"id": 90071992547409933, "name": {"first": "Anna", "last": "Keller"}, "email": "anna.keller@mail.example", ${two}}`,
  '{"id": 90071992547409935, "name": {"first": "Bert", "last": "Maas"}, "email": "bert@maas.example", "tags": ["a]", "b"], "score": 1e3}',
];

it.each([
  ['a list', 'people.json', ([a, b, c]: string[]) => `[\n  ${a},\n  ${b},\n  ${c}\n]\n`, 'clean.json'],
  [
    'a list in an object',
    'people.json',
    ([a, b, c]: string[]) =>
      `{"total": 3, "page_size": 3, "data": [${a}, ${b}, ${c}], "meta": {"count": 3}, "next": []}`,
    'clean.json',
  ],
  ['records on lines', 'people.ndjson', (all: string[]) => `${all.join('\n')}\n`, 'clean.ndjson'],
])('clean of JSON writes JSON, and numbers keep their digits: %s', async (_, name, written, cleaned) => {
  const folder = newFolder();
  await done([
    'clean',
    fileIn(folder, name, written(people('"address": {"city": "Graz", "zip": 8010}, "phone": "+43 316 1234"'))),
  ]);
  const text = outOf(folder, cleaned).toString();
  expect(text).toContain(people('')[2]);
  const records = name.endsWith('.json')
    ? (JSON.parse(text) as
        unknown[] | { total: number; page_size: number; meta: { count: number }; next: []; data: unknown[] })
    : text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
  const list = Array.isArray(records) ? records : records.data;
  if (!Array.isArray(records)) expect(records).toMatchObject({ total: 2, page_size: 3, meta: { count: 2 }, next: [] });
  expect(list).toHaveLength(2);
  expect(list).toContainEqual({
    id: expect.anything() as unknown,
    name: { first: 'Anna', last: 'Keller' },
    email: 'anna.keller@mail.example',
    phone: '+43 316 1234',
    score: 1.5,
    address: { city: 'Graz', zip: 8010 },
  });
  expect(text).toMatch(/"id": ?9007199254740993[13]\b/);
  expect(text).toContain('1.50');
});

it('a JSON file of another form than a list of records is cleaned into CSV', async () => {
  const folder = newFolder();
  const [a, b, c] = people('"phone": "+43 316 1234"');
  await done(['clean', fileIn(folder, 'people.json', `{"k1": ${a}, "k2": ${b}, "k3": ${c}}`)]);
  expect(outOf(folder).toString()).toContain('90071992547409935');
});

it('keeps every string of JSON, and takes a key called __proto__ as any other', async () => {
  const folder = newFolder();
  const anna = '"first":"Anna","last":"Keller","email":"anna@k.example"';
  const rows = [
    `{"id":1,${anna},"__proto__":{"seen":"yes"}}`,
    `{"id":2,${anna},"city":"Wien","title":"Head","note":"\\u0000#5","amount":12345678901234567890.10}`,
  ];
  await done(['clean', fileIn(folder, 'people.json', `[${rows.join(',')}]`)]);
  const cleaned = readFileSync(join(folder, 'people-clean', 'clean.json'), 'utf8');
  const [record, ...more] = JSON.parse(cleaned) as Record<string, unknown>[];
  expect(more).toEqual([]);
  expect(record!['note']).toBe('\u0000#5');
  expect(cleaned).toContain('"__proto__":{"seen":"yes"}');
  expect(cleaned).toContain('12345678901234567890.10');
  expect(({} as Record<string, unknown>)['seen']).toBeUndefined();
});
