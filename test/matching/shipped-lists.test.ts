import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { shippedList } from '../../src/matching/lists/shipped-list.js';

const sources = fileURLToPath(new URL('../../src', import.meta.url));
const shipped = readdirSync(new URL('../../data/lists', import.meta.url)).flatMap(
  (file) => /^(.*)\.txt$/.exec(file)?.[1] ?? [],
);

it('every shipped list is read by the sources, and has entries', () => {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${sources}/${file}`, 'utf8'))
    .join('\n');
  expect(shipped.filter((name) => !texts.includes(`('${name}')`))).toEqual([]);
  expect(shipped.filter((name) => shippedList(name).length === 0)).toEqual([]);
});

it('a shipped list leaves out comments, as the lists of users do', () => {
  expect(shippedList('titles').slice(0, 3)).toEqual(['mr', 'mrs', 'ms']);
});
