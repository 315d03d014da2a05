import { hashText } from '../../memory/hash.js';
import type { MatchMethod } from '../method.js';
import { equalityMethod } from './equality.js';
import { foldCase } from './exact.js';

/**
 * The words of a value as they are, in any order (the product's Exact, random order): "John Johnsen" equals "Johnsen
 * John". Case does not count; which words there are does, and how often each. Words are what white space separates. Of
 * long values the length and two hashes stand for the sorted words, so that only equal ones stay equal.
 */
const LIMIT = 512;

export function exactAnyOrder(): MatchMethod<string> {
  return equalityMethod({
    name: 'exactAnyOrder',
    blanks: ({ any }) => any,
    normalise(raw) {
      const sorted = foldCase(raw.join('\n')).split(/\s/).filter(Boolean).sort().join(' ');
      if (sorted.length <= LIMIT) return sorted;
      return `…${sorted.length}:${hashText(sorted).toString(16)}${hashText(sorted, 1).toString(16)}`;
    },
  });
}
