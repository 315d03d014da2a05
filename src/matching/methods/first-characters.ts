import type { MatchMethod } from '../method.js';
import { equalityMethod } from './equality.js';
import { cut } from '../text/fold.js';
import { foldCase } from './exact.js';

/** `first3` ... `first10`. */
export const FIRST_SIZES = [3, 4, 5, 6, 8, 10] as const;

/**
 * The product's First characters: "Amsterdam Noord" equals "Amsterdam" by its first five. Ignores case and leading
 * white space. A shorter value equals only itself.
 * @param size in UTF-16 units; half of a surrogate pair at the end is dropped
 */
export function firstCharacters(size: number): MatchMethod<string> {
  return equalityMethod({
    name: `first${size}`,
    // The start of a longer value ("Testimony") is no placeholder.
    blanks:
      ({ any }) =>
      (text) =>
        text.trim().length > size && any(text),
    normalise: (raw) => cut(foldCase(raw.join('\n')).trimStart(), size).trimEnd(),
  });
}
