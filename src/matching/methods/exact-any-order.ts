import { hashText } from '../../runtime/memory/hash.js';
import type { MatchMethod } from '../method.js';
import { equalityMethod } from './equality.js';
import { foldCase } from './exact.js';

/**
 * The product's Exact, random order: "John Johnsen" equals "Johnsen John". Ignores case; counts repeated words. Long
 * values become their length and two hashes of the sorted words.
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
