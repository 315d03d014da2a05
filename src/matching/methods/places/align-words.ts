import { FULL } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';

export const ONE_EDIT = 4;

/** Returns 10,000 for equal words, less for words of at least four letters that differ by one edit, otherwise 0. */
function placeWordSimilarity(a: string, b: string): number {
  if (a === b) return FULL;
  const least = Math.min(a.length, b.length);
  if (least < ONE_EDIT || Math.max(a.length, b.length) > least + 1) return 0;
  if (osaDistance(a, b, 1) > 1 || /\d/.test(a) || /\d/.test(b)) return 0;
  return FULL - Math.round(5_500 / Math.max(a.length, b.length));
}

/** Returns 0 to 10,000 for words in any order. Symmetric if the caller sorts the two. @param a at most 31 words */
export function alignWords(
  a: readonly string[],
  b: readonly string[],
  counts: (word: string) => boolean,
  cost: { readonly conflict: number; readonly extra: number; readonly minor: number },
): number {
  if (a.length === 1 && b.length === 1) return counts(a[0]!) && counts(b[0]!) ? placeWordSimilarity(a[0]!, b[0]!) : 0;
  let pairedA = 0;
  let pairedB = 0;
  const weightOf = (word: string) => (counts(word) ? 1 : cost.minor);
  let sum = 0;
  let matched = 0;
  let anchored = false;
  for (const least of [FULL, 1]) {
    for (let i = 0; i < a.length; i++) {
      if ((pairedA & (1 << i)) !== 0) continue;
      let best = 0;
      let at = -1;
      for (let j = 0; j < b.length; j++) {
        if ((pairedB & (1 << j)) !== 0) continue;
        const similarity = placeWordSimilarity(a[i]!, b[j]!);
        if (similarity >= least && similarity > best) {
          best = similarity;
          at = j;
        }
      }
      if (at < 0) continue;
      pairedA |= 1 << i;
      pairedB |= 1 << at;
      const weight = (weightOf(a[i]!) + weightOf(b[at]!)) / 2;
      sum += weight * best;
      matched += weight;
      if (counts(a[i]!) && counts(b[at]!)) anchored = true;
    }
  }
  if (!anchored) return 0;
  const leftA = a.reduce((sum, word, i) => ((pairedA & (1 << i)) === 0 ? sum + weightOf(word) : sum), 0);
  const leftB = b.reduce((sum, word, i) => ((pairedB & (1 << i)) === 0 ? sum + weightOf(word) : sum), 0);
  const against = Math.min(leftA, leftB);
  return sum / (matched + cost.conflict * against + cost.extra * (Math.max(leftA, leftB) - against));
}
