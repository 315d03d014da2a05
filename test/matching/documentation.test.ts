import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';

const text = readFileSync('src/matching/METHODS.md', 'utf8');
const rows = [...text.matchAll(/^\| `(\w+)`(?:[^|]|\\\|)*\|.*$/gm)].map(([row, name]) => {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return { name: name!, floor: Number(cells[5]) * 100 };
});

it('METHODS.md lists every match method with its floor, and no other', () => {
  const methods = [...createMethods().values()].map(({ name, floor }) => ({ name, floor }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(rows.sort(byName)).toEqual(methods.sort(byName));
});
