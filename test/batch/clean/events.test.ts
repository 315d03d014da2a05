import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const NAMES = ['Anna Keller', 'Bert Maas', 'Cleo Rossi', 'Dora Lind', 'Emil Nagy', 'Fred Ott', 'Gina Paz', 'Hugo Roth'];

/** Two rows of each of eight people. @param more the cells beside name and e-mail, by person and row */
function file(folder: string, columns: string, more: (person: number, row: number) => string): string {
  const lines = NAMES.flatMap((name, person) =>
    [0, 1].map((row) => {
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

it('keeps events of one party apart, and says by the crosswalk which party they are of', async () => {
  const folder = newFolder();
  const gifts = file(
    folder,
    'Gift,Given on',
    (person, row) => `${10 + 37 * person + 91 * row}.00,2024-0${1 + row}-1${person}`,
  );
  const { code, stdout, table } = await cleaned(gifts, folder);
  expect(code).toBe(3);
  expect(stdout.split('\n')[0]).toBe(
    "nothing was merged: the rows are events rather than duplicates: 'Gift' differs in 8 of 8, 'Given on' differs in 8 of 8 pairs of rows that are of one party",
  );
  expect(stdout).toContain('16 rows: 8 groups of rows of one party, 0 rows merged, 16 records left');
  expect(table('clean.csv')).toHaveLength(17);
  const [header, ...rows] = table('crosswalk.csv');
  const groups = rows.map((cells) => cells[header!.indexOf('group')]);
  expect(groups.filter((group, i) => i % 2 === 0 && group !== groups[i + 1])).toEqual([]);
  expect(new Set(groups).size).toBe(8);
  // Somebody who knows better merges them.
  expect((await cleaned(gifts, folder, '--sure', '50')).stdout).toContain('8 rows merged');
});

it('merges duplicates whose amounts are of one thing, or whose dates say when the row was made', async () => {
  const folder = newFolder();
  const prices = file(folder, 'Price', (person, row) => `${100 + 57 * person}.${row === 0 ? '00' : '95'}`);
  expect((await cleaned(prices, folder)).stdout).toContain('8 rows merged');
  const made = file(folder, 'Created on', (person, row) => `2024-0${1 + row}-1${person}`);
  expect((await cleaned(made, folder)).stdout).toContain('8 rows merged');
});
