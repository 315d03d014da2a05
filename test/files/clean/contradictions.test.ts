import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { done } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

/** Twins whose record is there twice, and thrice of one of them. */
const FAMILY = `id,first name,last name,email,phone,birth date
1,Daniel,Huber,huber@gmx.example,+43 316 123456,2001-05-17
2,Daniela,Huber,huber@gmx.example,+43 316 123456,2001-05-17
3,Daniel,Huber,huber@gmx.example,+43 316 123456,2001-05-17
4,Ruth,Meister,ruth@meister.example,+43 1 777777,1980-01-02
5,Ruth,Meister,ruth@meister.example,+43 1 777777,1980-01-02
`;
const table = (...path: string[]) =>
  parse(readFileSync(join(...path)), { columns: true, bom: true }) as unknown as Record<string, string>[];

it('contradictions keep rows of a file apart, and stand in pairs.csv and review.csv', async () => {
  const folder = newFolder();
  await done(['clean', fileIn(folder, 'family.csv', FAMILY), '--out', join(folder, 'out')]);
  const groups = table(folder, 'out', 'crosswalk.csv').map(({ id, group }) => [id, group]);
  const groupOf = Object.fromEntries(groups) as Record<string, string>;
  expect(groupOf['1']).toBe(groupOf['3']);
  expect(groupOf['2']).not.toBe(groupOf['1']);
  const against = (file: string) =>
    table(folder, 'out', file).flatMap((row) => (row['contradictions'] ? [row['contradictions']] : []));
  expect(against('review.csv').join()).toMatch(/Daniela/);
  expect(against('pairs.csv').every((text) => text.includes('Daniela'))).toBe(true);
  expect(Object.keys(table(folder, 'out', 'pairs.csv')[0]!)).toContain('contradictions');
});
