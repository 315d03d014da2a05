import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { matchMethodLaws } from './conformance.js';
import { entriesOf } from '../support/entries.js';

const method = createMethods().get('swappedName')!;
const given = entriesOf(`
  Anna | Ann | Li | Smith | Smyth | Kowalski | José | O'Brien | Anna Maria | A | S | Bob | Robert | Kovalsky | 李
`);
const both = fc.tuple(fc.constantFrom(...given), fc.constantFrom(...given)).map((names) => names.join('|'));
matchMethodLaws(method, both, (name) => name.split('|').reverse().join('|'));

const similarity = (a: readonly [string, string], b: readonly [string, string]) =>
  method.compare(method.prepare(method.normalise(a)), method.prepare(method.normalise(b)));

describe('swappedName', () => {
  it.each([
    ['swapped', ['Anna', 'Smith'], ['Smith', 'Anna'], 9_900],
    ['swapped, accents and case aside', ['José', 'Lopez'], ['LOPEZ', 'Jose'], 9_900],
    ['swapped, one typo', ['Anna', 'Smith'], ['Smyth', 'Anna'], 9_400],
    ['swapped, a nickname', ['Bob', 'Smith'], ['Smith', 'Robert'], 9_400],
    ['swapped, an initial', ['Anna', 'Smith'], ['Smith', 'A'], 8_900],
    ['swapped, both by their sounds', ['Catherine', 'Smith'], ['Smyth', 'Katherine'], 8_900],
    ['swapped, an initial and a sound', ['A', 'Smith'], ['Smyth', 'Anna'], 8_400],
    ['swapped, an initial and a typo', ['A', 'Smith'], ['Smithe', 'Anna'], 8_400],
    ['swapped, another initial', ['Anna', 'Smith'], ['Smith', 'B'], 0],
    ['swapped, two initials', ['A', 'Smith'], ['S', 'Anna'], 0],
    ['swapped, a typo in each', ['Anna', 'Smith'], ['Smithe', 'Annab'], 0],
    ['in their places', ['Anna', 'Smith'], ['Anna', 'Smyth'], 0],
    ['in their places, much alike', ['Maria', 'Marie'], ['Marie', 'Mari'], 0],
    ['only one of them elsewhere', ['Anna', 'Smith'], ['Smith', 'Jones'], 0],
    ['equal', ['Anna', 'Smith'], ['anna', 'SMITH'], 10_000],
  ] as const)('%s', (_case, a, b, expected) => {
    expect(similarity(a, b)).toBe(expected);
  });

  it.each([[['Anna', '']], [['', 'Smith']], [['Anna', 'Anna']], [['-', '-']]])(
    '%j is blank: there is nothing to swap',
    (raw) => {
      expect(method.normalise(raw)).toBe('');
    },
  );
});
