import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { done } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

/** Twins, one of them stored three times and the other twice. */
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

it('firms of one name with two tax numbers do not make the expected precision unknown', async () => {
  const kinds = 'Bau Technik Logistik Druck Elektro Reisen Software Gartenbau Handel Textil'.split(' ');
  const names = 'Nord Rhein Elbe Isar Hansa Stern Adler Kranich Falken Linden Turm Anker'.split(' ');
  const rows = names.flatMap((name, a) =>
    kinds.flatMap((kind, b) =>
      [0, 1].flatMap((k) => {
        const i = 10 * a + b;
        const firm = (tax: string) =>
          `${name} ${kind} GmbH,${tax},Hauptstraße ${1 + (i % 90)},${10_000 + 13 * i},info${i}@firma${i}-${k}.example`;
        const tax = String(100_000_000 + ((i * 7_919 + k * 104_729) % 800_000) * 1_000);
        return (i + k) % 5 === 0 ? [firm(tax), firm(i % 2 === 0 ? tax : '')] : [firm(tax)];
      }),
    ),
  );
  const file = fileIn(newFolder(), 'firms.csv', `Firma,Steuernummer,Straße,PLZ,E-Mail\n${rows.join('\n')}\n`);
  const { merged, expected } = JSON.parse(await done(['clean', file, '--dry-run', '--json'])) as {
    merged: number;
    expected?: { precision: number };
  };
  expect(merged).toBeGreaterThan(0);
  expect(expected?.precision).toBeGreaterThan(0.9);
});
