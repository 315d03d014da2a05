import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import dutch from '../../../data/texts/nl.json' with { type: 'json' };
import english from '../../../data/texts/en.json' with { type: 'json' };
import german from '../../../data/texts/de.json' with { type: 'json' };
import { say } from '../../../src/extensions/console/texts.js';

function* words(of: unknown, place = ''): Iterable<readonly [place: string, word: string]> {
  if (typeof of === 'string') yield [place, of];
  else if (typeof of === 'object' && of !== null)
    for (const [name, one] of Object.entries(of)) yield* words(one, `${place}.${name}`);
}

it('fills placeholders, and chooses by a value', () => {
  const text = 'Merged {0, select, 1 {{0} record} other {{0} records}}{1, select, none {} other { of {1}}}.';
  expect(say(text, '1', '')).toBe('Merged 1 record.');
  expect(say(text, '2,000', 'a {0} }')).toBe('Merged 2,000 records of a {0} }.');
  expect(say('{0, select, true {{1, select, 1 {a} other {b}}} other {c}}', true, 1)).toBe('a');
});

it.each([
  ['German', german],
  ['Dutch', dutch],
])('%s says everything, and says it in its own words', (_, language) => {
  const theirs = new Map(words(language));
  const ours = [...words(english)];
  expect([...theirs.keys()].sort()).toEqual(ours.map(([place]) => place).sort());
  expect([...theirs].filter(([place, word]) => word === '' && new Map(ours).get(place) !== '')).toEqual([]);
  const same = ours.filter(([place, word]) => / /.test(word) && theirs.get(place) === word);
  // Short strings may be the same in both languages: names, units, file formats.
  expect(same.length).toBeLessThan(ours.length / 20);
});

it.each([
  ['English', english],
  ['German', german],
  ['Dutch', dutch],
])('the program gives every value that a text in %s shows', (_, language) => {
  const texts = new Map(words(language));
  const faults: string[] = [];
  let calls = 0;
  const check = (node: ts.Node): void => {
    const place = ts.isCallExpression(node) && /^texts((?:\.\w+)+)$/.exec(node.arguments[0]?.getText() ?? '')?.[1];
    if (place && node.expression.getText() === 'say' && !node.arguments.some(ts.isSpreadElement)) {
      calls += 1;
      const shown = [...texts.get(place)!.matchAll(/\{(\d+)[},]/g)].map(([, number]) => Number(number));
      if (Math.max(-1, ...shown) >= node.arguments.length - 1) faults.push(place);
    }
    ts.forEachChild(node, check);
  };
  const console = 'src/extensions/console';
  for (const path of readdirSync(console, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(path))
      check(ts.createSourceFile(path, readFileSync(join(console, path), 'utf8'), ts.ScriptTarget.Latest, true));
  expect(calls).toBeGreaterThan(150);
  expect(faults).toEqual([]);
});
