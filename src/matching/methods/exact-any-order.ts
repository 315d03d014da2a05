import { hashText } from '../../runtime/memory/hash.js';
import type { MatchMethod } from '../method.js';
import { equalityMethod } from './equality.js';
import { foldCase } from './exact.js';

/**
 * The words of a value in any order (the product's Exact, random order): "John Johnsen" equals "Johnsen John". Ignores
 * case; counts repeated words. Words are separated by white space. Long values are represented by their length and two
 * hashes of the sorted words, so that only equal ones match.
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
