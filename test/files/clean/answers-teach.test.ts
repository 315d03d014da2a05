import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { twoShops } from '../../../bench/labels/shops.js';
import { Random } from '../../../bench/synthetic/random.js';
import { csvLine } from '../../../src/files/write/csv.js';
import { cli, json } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

type Line = Record<string, string>;
const table = (...path: string[]): Line[] => parse(readFileSync(join(...path)), { columns: true, bom: true });

/** A file of two shops' products, with answers from the truth. */
function shops(folder: string) {
  const { rows, sources, truth } = twoShops(new Random(7), 120);
  const cells = rows.map(({ title = '', description = '', price = '' }, i) => [
    ...[`p${i}`, sources[i]!, title, description, price],
  ]);
  const lines = [['id', 'shop', 'title', 'description', 'price'], ...cells].map((each) => csvLine(each));
  const isSame = (one: string, two: string) => truth[Number(one.slice(1))] === truth[Number(two.slice(1))];
  let same = 0;
  truth.forEach((product, i) => {
    for (let j = 0; j < i; j++) if (truth[j] === product && sources[j] !== sources[i]) same += 1;
  });
  return { file: fileIn(folder, 'shops.csv', lines.join('')), isSame, same };
}

/** Fills the column `same` of the first reviews. @returns the number of answers */
function answer(review: Line[], isSame: (one: string, two: string) => boolean, most: number): number {
  const ids = new Map<string, string[]>();
  for (const line of review) ids.set(line['review']!, [...(ids.get(line['review']!) ?? []), line['id']!]);
  let answered = 0;
  for (const [number, [one, two]] of ids) {
    if (answered === most) break;
    review.find((line) => line['review'] === number)!['same'] = isSame(one!, two!) ? 'oui' : 'non';
    answered += 1;
  }
  return answered;
}

it('merges things of an unknown kind by answers only, and learns from them', async () => {
  const folder = newFolder();
  const { file, isSame, same } = shops(folder);
  const f1 = (pairs: Line[]) => {
    const right = pairs.filter(({ id1, id2 }) => isSame(id1!, id2!)).length;
    return (2 * right) / (pairs.length + same);
  };
  const options = ['--object', 'auto', '--id', 'id', '--source', 'shop'];
  const first = await cli(['clean', file, ...options, '--out', join(folder, 'first')]);
  expect(first.code).toBe(3);
  expect(first.stdout).toMatch(/^not merged: the meaning of the columns is unknown/m);
  const review = table(folder, 'first', 'review.csv');
  expect(answer(review, isSame, 50)).toBe(50);
  const labels = join(folder, 'answers.csv');
  writeFileSync(
    labels,
    [Object.keys(review[0]!), ...review.map((line) => Object.values(line))].map((cells) => csvLine(cells)).join(''),
  );

  // The same answers improve the pairs that dedupe finds.
  const [without, taught] = [join(folder, 'without.csv'), join(folder, 'taught.csv')];
  await json(['dedupe', file, ...options, '--out', without, '--json']);
  await json(['dedupe', file, ...options, '--labels', labels, '--out', taught, '--json']);
  const byEngine = join(folder, 'by-engine.csv');
  await json(['dedupe', file, ...options, '--labels', labels, '--out', byEngine, '--engine', 'duckdb', '--json']);
  expect(readFileSync(byEngine, 'utf8')).toBe(readFileSync(taught, 'utf8'));
  expect(f1(table(taught))).toBeGreaterThan(f1(table(without)) + 0.15);
  // Answers override scores.
  const judged = review
    .filter(({ same: said }) => said !== '')
    .map(({ review: number }) => review.filter((line) => line['review'] === number));
  const found = new Set(table(taught).flatMap(({ id1, id2 }) => [`${id1!} ${id2!}`, `${id2!} ${id1!}`]));
  expect(
    judged.filter(([one, two]) => found.has(`${one!['id']!} ${two!['id']!}`) !== isSame(one!['id']!, two!['id']!)),
  ).toEqual([]);

  const second = await cli(['clean', file, ...options, '--labels', labels, '--out', join(folder, 'second')]);
  expect(second.stdout).toMatch(/learned from 50 labels, \d+ of them predicted correctly/);
  // Answered pairs are not asked again. Open questions come first.
  const next = table(folder, 'second', 'review.csv');
  expect(next[0]!['same']).toBe('');
  expect(next.filter(({ why }) => why === 'decided').length).toBeGreaterThan(50);
});
