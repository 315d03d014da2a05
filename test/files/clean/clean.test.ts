import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { cli, done, json } from '../../support/command-line.js';
import { isNightly } from '../../support/draws.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

interface Report {
  readonly object: string;
  readonly rows: number;
  readonly pairs: number;
  readonly groups: number;
  readonly merged: number;
  readonly records: number;
  readonly review: number;
  readonly files: readonly string[];
}

/** Detects the delimiter from the first line. */
const delimiterOf = (path: string) => (/^[^\n]*;/.test(readFileSync(path, 'utf8')) ? ';' : ',');
const table = (...path: string[]) =>
  parse(readFileSync(join(...path)), {
    columns: true,
    bom: true,
    delimiter: delimiterOf(join(...path)),
  }) as unknown as Record<string, string>[];
const demo = (name: string) => readFileSync(new URL(`../../../data/demo/${name}.csv`, import.meta.url), 'utf8');

/** Two people named Anna in three rows, a Bert, and a Cleo with little data. */
const PEOPLE = `Kundennr;Vorname;Nachname;E-Mail;Telefon;Notiz
7;Anna;Keller;anna.keller@mail.example;+49 30 901820;
8;Anna;Keller;anna.keller@mail.example;;"ruft; zurück"
9;Anna;Keler;anna.keller@mail.example;+49 30 901820;=1+1
10;Bert;Maas;bert@maas.example;+49 89 123456;
11;Cleo;Rossi;cleo@rossi.example;+39 06 123456;
`;

describe('likeness clean', () => {
  it('needs nothing but a file: guesses object, columns and Ids, and writes next to it', async () => {
    const folder = newFolder();
    const { code, stdout, stderr } = await cli(['clean', fileIn(folder, 'people.csv', PEOPLE)]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('read as Contact');
    expect(stderr).toMatch(/Kundennr +Id of the row/);
    expect(stderr).toMatch(/Notiz +kept, not compared/);
    expect(stdout).toContain('5 rows: 2 duplicates merged\n1 group of duplicates; the result has 3 records');
    const out = join(folder, 'people-clean');
    const names = 'clean.csv crosswalk.csv merged-away.csv pairs.csv report.html review.csv'.split(' ');
    expect(readdirSync(out).sort()).toEqual(names);
    expect(table(out, 'clean.csv')).toEqual([
      // The most complete row, whose empty cells are filled from the others. Cells that look like spreadsheet formulas
      // stay unchanged.
      {
        ...{ Kundennr: '9', Vorname: 'Anna', Nachname: 'Keler', 'E-Mail': 'anna.keller@mail.example' },
        ...{ Telefon: '+49 30 901820', Notiz: '=1+1' },
      },
      expect.objectContaining({ Kundennr: '10' }),
      expect.objectContaining({ Kundennr: '11' }),
    ]);
    expect(table(out, 'crosswalk.csv').map(({ id, survivor_id, group }) => [id, survivor_id, group])).toEqual([
      ['7', '9', '1'],
      ['8', '9', '1'],
      ['9', '9', '1'],
      ['10', '10', ''],
      ['11', '11', ''],
    ]);
    const pairs = table(out, 'pairs.csv');
    expect(pairs).toHaveLength(3);
    expect(pairs[0]).toMatchObject({ group: '1', id1: '7', id2: '8', 'Telefon 1': '+49 30 901820', 'Telefon 2': '' });
    expect(pairs[0]!['reasons']).toMatch(/Email equal/);
  });

  it('keeps every row in the crosswalk and every other record as it is', async () => {
    const folder = newFolder();
    const lines = demo('lead').trimEnd().split('\n');
    const file = fileIn(folder, 'leads.csv', `${lines.slice(0, isNightly ? lines.length : 300).join('\n')}\n`);
    const report = await json<Report>(['clean', file, '--json']);
    const rows = table(file);
    const cleaned = table(folder, 'leads-clean', 'clean.csv');
    const crosswalk = table(folder, 'leads-clean', 'crosswalk.csv');
    expect(report).toMatchObject({ object: 'Lead', rows: rows.length, records: cleaned.length });
    expect(report.groups).toBeGreaterThan(20);
    expect(report.records).toBe(report.rows - report.merged);
    expect(crosswalk.map(({ id }) => id)).toEqual(rows.map(({ key }) => key));
    const survivors = new Set(crosswalk.map(({ survivor_id }) => survivor_id));
    expect(new Set(cleaned.map(({ key }) => key))).toEqual(survivors);
    const grouped = new Set(crosswalk.filter(({ group }) => group !== '').map(({ id }) => id));
    const byKey = new Map(rows.map((row) => [row['key'], row]));
    for (const row of cleaned) if (!grouped.has(row['key'])) expect(row).toEqual(byKey.get(row['key']));
    // Both rows of each pair are in the pair's group.
    const groupOf = new Map(crosswalk.map(({ id, group }) => [id, group]));
    for (const { group, id1, id2 } of table(folder, 'leads-clean', 'pairs.csv'))
      if (group !== '') expect([groupOf.get(id1), groupOf.get(id2)]).toEqual([group, group]);
  });

  it('--dry-run counts the same and writes nothing', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', PEOPLE);
    const dry = await json<Report>(['clean', file, '--dry-run', '--json']);
    expect(readdirSync(folder)).toEqual(['people.csv']);
    const { files, ...counts } = await json<Report>(['clean', file, '--json']);
    expect(files).toHaveLength(6);
    expect({ ...counts, cut: undefined, mergedAway: undefined, seconds: 0 }).toEqual({
      ...dry,
      files: undefined,
      seconds: 0,
    });
  });

  it('links several files: rows of one file are no pairs, and columns that fill the same field are one', async () => {
    const folder = newFolder();
    const crm = fileIn(
      folder,
      'crm.csv',
      'Id,First name,Last name,Mail\n1,Anna,Keller,anna@k.example\n2,Anna,Keller,anna@k.example\n',
    );
    const shop = fileIn(
      folder,
      'shop.csv',
      'nr,email,surname,forename,city\n1,anna@k.example,Keller,Anna,Ulm\n2,bert@m.example,Maas,Bert,Bonn\n',
    );
    const out = join(folder, 'out');
    await done(['clean', crm, shop, '--object', 'Contact', '--out', out]);
    expect(table(out, 'clean.csv').map((row) => Object.keys(row))[0]).toEqual([
      ...['Id', 'First name', 'Last name', 'Mail', 'nr', 'city'],
    ]);
    for (const { source1, source2 } of table(out, 'pairs.csv'))
      expect([source1, source2]).toEqual(['crm.csv', 'shop.csv']);
    const crosswalk = table(out, 'crosswalk.csv');
    expect(crosswalk).toHaveLength(4);
    expect(crosswalk[3]).toMatchObject({ source: 'shop.csv', id: '2', survivor_id: '2', survivor_source: 'shop.csv' });
  });

  it('--survivorship decides which row and which values survive', async () => {
    const folder = newFolder();
    const rules = [{ object: 'Contact', master: ['latestModified'], fields: { LastName: 'mostCommon' } }];
    const header = 'id,FirstName,LastName,Email,Last Modified\n';
    const rows = [
      '1,Anna,Keller,a@k.example,2024-05-01',
      '2,Anna,Keler,a@k.example,2025-01-31',
      '3,A.,Keller,a@k.example,2023-01-01',
    ];
    const file = fileIn(folder, 'a.csv', `${header}${rows.join('\n')}\n`);
    const given = ['--survivorship', fileIn(folder, 'rules.json', JSON.stringify(rules))];
    await done(['clean', file, '--object', 'Contact', ...given]);
    expect(table(folder, 'a-clean', 'clean.csv')).toEqual([
      expect.objectContaining({ id: '2', FirstName: 'Anna', LastName: 'Keller' }),
    ]);
    const wrong = fileIn(folder, 'wrong.json', JSON.stringify([{ object: 'Contact', master: ['newest'] }]));
    const refused = await cli(['clean', file, '--force', '--survivorship', wrong]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('wrong.json');
  });

  it('--sure leaves pairs below it to people', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', PEOPLE);
    const report = await json<Report>(['clean', file, '--sure', '100', '--json']);
    expect(report.review).toBeGreaterThan(0);
    const review = table(folder, 'people-clean', 'review.csv');
    expect(review.map(({ why }) => why)).toContain('score below --sure');
    expect(new Set(review.map(({ id }) => id))).toContain('9');
  });

  it.each([
    ['learned', 150, ' '],
    ['built in', 20, ','],
  ])('merges nothing by names of people alone, %s: they are for people to decide', async (_by, count, between) => {
    const folder = newFolder();
    const header = between === ' ' ? 'Full Name' : 'First Name,Last Name';
    const named = Array.from(
      { length: count },
      (_, i) => `k${i},Otto${'abcdefghij'[i % 10]!}${between}Mueller${i}berg`,
    );
    const rows = [...named, `a,Jane${between}Fitzgerald`, `b,Jane${between}Fitzgerald`].map(
      (row, i) => `${row},note ${i}`,
    );
    const file = fileIn(folder, 'names.csv', `key,${header},Remark\n${rows.join('\n')}\n`);
    const { code, stdout } = await cli(['clean', file, '--object', 'Contact', '--map', 'Remark=']);
    expect([code, stdout.split('\n')[1]]).toEqual([
      3,
      'not merged: only names of people are compared, and different people can have the same name',
    ]);
    const out = join(folder, 'names-clean');
    expect(table(out, 'clean.csv').map(({ key }) => key)).toEqual(rows.map((line) => line.split(',')[0]));
    const review = table(out, 'review.csv').filter(({ id }) => id === 'a' || id === 'b');
    expect(review.map(({ id, why }) => [id, why])).toEqual([
      ['a', 'nothing was merged'],
      ['b', 'nothing was merged'],
    ]);
    const asked = ['--map', 'Remark=', '--sure', '50', '--force', '--json'];
    expect((await json<Report>(['clean', file, '--object', 'Contact', ...asked])).merged).toBeGreaterThan(0);
  });

  it('refuses a folder that it must not or cannot write to, before the work', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', PEOPLE);
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'mine.txt'), 'mine');
    const full = await cli(['clean', file, '--out', join(folder, 'full')]);
    expect(full).toMatchObject({ code: 2 });
    expect(full.stderr).toMatch(/is not empty.*--force/);
    expect((await cli(['clean', file, '--out', join(folder, 'full'), '--force'])).code).toBe(0);
    expect(readFileSync(join(folder, 'full', 'mine.txt'), 'utf8')).toBe('mine');
    const isFile = await cli(['clean', file, '--out', file]);
    expect(isFile).toMatchObject({ code: 1 });
    expect(isFile.stderr).toContain('it is a file');
    expect(existsSync(join(folder, 'people-clean'))).toBe(false);
  });

  it.each([
    ['an empty file', '', /empty/],
    ['a header without rows', 'Vorname,Nachname\n', /no rows below the header/],
    ['a quote that is never closed in the header', 'a,"b\n1,2\n3,4\n', /line 1 \(the header\): unclosed quote/],
    ['nothing to compare', 'x,y\n1,2\n3,4\n', /cannot be compared: Row__c has no scenarios, and none can be learned/],
  ])('says what is wrong with %s, and leaves nothing behind', async (_, text, message) => {
    const folder = newFolder();
    const { code, stderr } = await cli(['clean', fileIn(folder, 'a.csv', text)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'a-clean'))).toBe(false);
  });

  it('takes what real files hold: one column, NUL bytes, huge cells, ragged rows, prototype names', async () => {
    const folder = newFolder();
    const rows = [
      'Anna,a@k.example,1,x',
      `Anna,a@k.example,${'y'.repeat(5_000_000)},`,
      'Anna\u0000,a@k.example',
      'Bert,b@m.example,2,3,4',
    ];
    const file = fileIn(folder, 'a.csv', `FirstName,Email,__proto__,constructor\n${rows.join('\n')}\n`);
    const report = await json<Report>(['clean', file, '--object', 'Contact', '--json']);
    expect(report).toMatchObject({ rows: 4, cut: 0 });
    expect(readFileSync(join(folder, 'a-clean', 'clean.csv'), 'utf8')).toContain('\nBert,b@m.example,2,3,4\n');
    const plain = ['--no-like-input', '--force', '--json'];
    expect(await json<Report>(['clean', file, '--object', 'Contact', ...plain])).toMatchObject({ rows: 4, cut: 1 });
    expect(table(folder, 'a-clean', 'crosswalk.csv')).toHaveLength(4);
    const one = fileIn(folder, 'mails.csv', `E-Mail\n${'a@k.example\n'.repeat(3)}b@m.example\n`);
    expect(await json<Report>(['clean', one, '--json'])).toMatchObject({ rows: 4, records: 2 });
  });

  it('takes JSON, whose columns show row by row, and files of thousands of columns', async () => {
    const folder = newFolder();
    const rows = [
      { nr: 1, vorname: 'Anna', nachname: 'Keller', mail: 'anna@k.example' },
      { nr: 2, vorname: 'Anna', nachname: 'Keller', mail: 'anna@k.example', tags: ['a', 'b'] },
      { nr: 3, vorname: 'Bert', nachname: 'Maas' },
      ...Array.from({ length: 1_200 }, (_, i) => ({ nr: i + 4 })),
      { nr: 6_000, late: 'kept' },
    ];
    const file = fileIn(folder, 'people.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await json<Report>(['clean', file, '--json'])).toMatchObject({
      object: 'Contact',
      rows: 1_204,
      records: 1_203,
    });
    const cleaned = readFileSync(join(folder, 'people-clean', 'clean.ndjson'), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(cleaned[0]!)).toMatchObject({ nr: 2, nachname: 'Keller', tags: ['a', 'b'] });
    expect(JSON.parse(cleaned.at(-1)!)).toEqual({ nr: 6_000, late: 'kept' });

    const more = Array.from({ length: 3_000 }, (_, i) => `c${i}`);
    const wide = [
      ['Email', ...more],
      ['a@k.example', ...more],
      ['a@k.example', ...more.map(() => '')],
    ];
    const path = fileIn(folder, 'wide.csv', wide.map((cells) => `${cells.join(',')}\n`).join(''));
    const { code, stderr } = await cli(['clean', path]);
    expect(code).toBe(0);
    expect(stderr.split('\n').length).toBeLessThan(80);
    expect(table(folder, 'wide-clean', 'clean.csv')).toHaveLength(1);
  });

  it('keeps all digits of numbers in JSON: rows whose Ids differ in the last digit stay two', async () => {
    const folder = newFolder();
    const [one, other] = ['12345678901234567890', '12345678901234567891'];
    const line = (id: string, name: string) =>
      `{"id":${id},"Last name":"${name}","Email":"${name.toLowerCase()}@m.example"}`;
    const file = fileIn(folder, 'people.json', `[${line(one, 'Maas')},${line(other, 'Rossi')}]`);
    await done(['clean', file, '--id', 'id']);
    const cleaned = readFileSync(join(folder, 'people-clean', 'clean.json'), 'utf8');
    expect([...cleaned.matchAll(/"id": ?(\d+)/g)].map(([, id]) => id)).toEqual([one, other]);
  });

  it('gives a column that occurs twice in the header a name of its own, and says so', async () => {
    const folder = newFolder();
    const { code, stderr } = await cli(['clean', fileIn(folder, 'a.csv', 'Phone,Email,Phone\n1,2,3\n')]);
    expect(code).toBe(0);
    expect(stderr).toContain("the column 'Phone' is repeated, and is renamed to 'Phone (2)'");
    // The output has the header of the input.
    expect(readFileSync(join(folder, 'a-clean', 'clean.csv'), 'utf8')).toBe('Phone,Email,Phone\n1,2,3\n');
    await done(['clean', join(folder, 'a.csv'), '--no-like-input', '--force']);
    expect(table(folder, 'a-clean', 'clean.csv')).toEqual([{ Phone: '1', Email: '2', 'Phone (2)': '3' }]);
  });
});

describe('cells of dates and flags', () => {
  const PEOPLE = `First Name,Last Name,Birthdate,Email Opt Out
Anna,Keller,06/05/1980,No
Anna,Keller,1980-06-05,Yes
Bert,Maas,12/31/1999,no
Bert,Maas,1999-12-31,ja
`;

  it('are compared as their column is written, and written as they were', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', PEOPLE);
    const scores = async (name: string, ...more: string[]) => {
      await cli(['clean', file, '--out', join(folder, name), '--sure', '70', ...more]);
      return table(folder, name, 'crosswalk.csv').map(({ score }) => score);
    };
    expect(await scores('out')).toEqual(['100', '100', '100', '100']);
    const [anna, bert] = table(folder, 'out', 'clean.csv');
    expect([anna!['Email Opt Out'], bert!['Email Opt Out']]).toEqual(['Yes', 'ja']);
    expect(['06/05/1980', '1980-06-05']).toContain(anna!['Birthdate']);
    expect((await scores('other', '--date-order', 'dmy'))[0]).not.toBe('100');
  });
});
