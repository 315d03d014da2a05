import type { MatchMethod } from '../method.js';
import { equalityMethod } from './equality.js';
import { cut } from '../text/fold.js';
import { foldCase } from './exact.js';

/** How many characters the shipped methods `first3` ... `first10` look at. */
export const FIRST_SIZES = [3, 4, 5, 6, 8, 10] as const;

/**
 * The beginning of a value (the product's First characters): "Amsterdam Noord" equals "Amsterdam" by its first five.
 * Case does not count, nor does white space before the first character. A shorter value equals only itself.
 *
 * @param size in UTF-16 units; half of a surrogate pair at the end is left out
 */
export function firstCharacters(size: number): MatchMethod<string> {
  return equalityMethod({
    name: `first${size}`,
    // The beginning of a longer value ("Testimony") may look like a placeholder and is none.
    blanks:
      ({ any }) =>
      (text) =>
        text.trim().length > size && any(text),
    normalise: (raw) => cut(foldCase(raw.join('\n')).trimStart(), size).trimEnd(),
  });
}
