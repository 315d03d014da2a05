import type { IndexedField } from '../../index/values/indexed-field.js';

/** A text with this many different numbers in one position is in a series: `user12`, `8-port switch`. */
const FEWEST = 4;
/** Maximum distinct values for the test. */
const MOST_VALUES = 200_000;

/**
 * Two values are in a series if they have the same words with different numbers, and more values have these words with
 * other numbers. A typo makes no series.
 */
export function seriesOf(feature: IndexedField): (one: string, two: string) => boolean {
  const { dictionary } = feature;
  let numbers: Map<string, number> | undefined;
  const count = (): Map<string, number> => {
    const counts = new Map<string, number>();
    if (dictionary.size > MOST_VALUES) return counts;
    for (let value = 1; value <= dictionary.size; value++) {
      const words = wordsOf(feature.text(value));
      if (words !== undefined) counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return counts;
  };
  return (one: string, two: string): boolean => {
    const words = wordsOf(one);
    if (words === undefined || one === two || words !== wordsOf(two)) return false;
    return ((numbers ??= count()).get(words) ?? 0) >= FEWEST;
  };
}

/** With `#` for each number; `undefined` without numbers, or without words. */
function wordsOf(text: string): string | undefined {
  const words = text.replace(/[0-9]+(?:[.,][0-9]+)*/g, '#');
  return words === text || !/\p{L}/u.test(words) ? undefined : words;
}
