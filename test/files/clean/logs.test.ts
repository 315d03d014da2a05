import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const NAMES = ['Anna Keller', 'Bert Maas', 'Cleo Rossi', 'Dora Lind', 'Emil Nagy', 'Fred Ott', 'Gina Paz', 'Hugo Roth'];

/** Writes a file with this many rows for each of eight people. @param more the cells after name and e-mail */
function file(folder: string, columns: string, rows: number, more: (person: number, row: number) => string): string {
  const lines = NAMES.flatMap((name, person) =>
    Array.from({ length: rows }, (_, row) => {
      const [first, last] = name.split(' ') as [string, string];
      return `${first},${last},${first.toLowerCase()}.${last.toLowerCase()}@gmail.com,${more(person, row)}\n`;
    }),
  );
  return fileIn(folder, 'rows.csv', `First name,Last name,Email,${columns}\n${lines.join('')}`);
}

const cleaned = async (path: string, folder: string, ...more: string[]) => {
  const found = await cli(['clean', path, '--out', join(folder, 'out'), '--force', ...more]);
  const table = (name: string): string[][] => parse(readFileSync(join(folder, 'out', name)), { bom: true });
  return { ...found, table };
};

it('keeps the rows of a log apart, says by the crosswalk which are of one party, and how to merge all the same', async () => {
  const folder = newFolder();
  const gifts = file(
    folder,
    'Gift,Given on',
    3,
    (person, row) => `${10 + 37 * person + 91 * row}.00,2024-0${1 + row}-1${person}`,
  );
  const { code, stdout, table } = await cleaned(gifts, folder);
  expect(code).toBe(3);
  const [done, why, help, command] = stdout.split('\n');
  expect(done).toBe('24 rows: nothing merged; crosswalk.csv lists 8 people or companies with several rows');
  expect(why).toBe(
    "not merged: the file looks like a log of events: 24 of 24 rows belong to 8 people or companies with several rows each, which differ in 'Gift', 'Given on'",
  );
  expect(help).toContain('--merge-log to merge the rows anyway');
  expect(table('clean.csv')).toHaveLength(25);
  expect(table('merged-away.csv')).toHaveLength(1);
  const [header, ...rows] = table('crosswalk.csv');
  const groups = rows.map((cells) => cells[header!.indexOf('group')]);
  expect(groups.filter((group, i) => i % 3 > 0 && group !== groups[i - 1])).toEqual([]);
  expect(new Set(groups).size).toBe(8);
  // The printed command merges the rows.
  const printed = command!.trim().split(' ');
  expect(printed.shift()).toBe('likeness');
  expect((await cli(printed)).stdout).toContain('24 rows: 16 duplicates merged');
});

it.each([
  ['what the program says of each entry', 'Create Date,Owner,Total Spent,Orders', 2],
  ['everybody twice', 'Last Gift,Given on,Balance,Visits', 2],
])('merges a list, though other columns differ in every pair: %s', async (_, columns, rows) => {
  const folder = newFolder();
  const list = file(
    folder,
    columns,
    rows,
    (person, row) =>
      `2024-0${1 + row}-1${person},${10 + 37 * person + 91 * row}.50,${7 * person + 300 * row}.25,${row}`,
  );
  const { code, stdout, table } = await cleaned(list, folder);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '16 rows: 8 duplicates merged']);
  expect(table('clean.csv')).toHaveLength(9);
});

it('keeps what no record took in merged-away.csv, and counts it', async () => {
  const folder = newFolder();
  const list = file(folder, 'Owner,Note', 2, (person, row) =>
    person === 0 ? ['Kim,', 'Lee,call back'][row]! : `Kim,note ${person}`,
  );
  const { stdout, table } = await cleaned(list, folder);
  const [header, ...rows] = table('merged-away.csv');
  expect(header).toEqual(['id', 'survivor_id', 'First name', 'Last name', 'Email', 'Owner', 'Note']);
  // The note is in the merged record, but one of the two owners is not. The other people's rows are equal.
  expect(rows).toEqual([['1', '2', '', '', '', 'Kim', '']]);
  expect(stdout).toContain('1 cell omitted from the result; merged-away.csv lists them');
});
