import type { IndexedField } from '../index/values/indexed-field.js';

/** A text with so many different numbers in the same place is one of a series: `user12`, `8-port switch`. */
const FEWEST = 4;
/** With more different values than these it is not asked. */
const MOST_VALUES = 200_000;

/**
 * Whether numbers tell the values of a field apart: two values are of a series where they are the same words with other
 * numbers, and some more have the same words with numbers of their own. A typing slip makes no series.
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

/** With `#` for each number; `undefined` where there is none, or nothing else. */
function wordsOf(text: string): string | undefined {
  const words = text.replace(/[0-9]+(?:[.,][0-9]+)*/g, '#');
  return words === text || !/\p{L}/u.test(words) ? undefined : words;
}
