import { FULL } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';

/** Words shorter than this must be equal. */
export const ONE_EDIT = 4;

/** 10,000 for equal words, less for one edit in words of four letters and more, else 0. */
export function placeWordSimilarity(a: string, b: string): number {
  if (a === b) return FULL;
  if (Math.min(a.length, b.length) < ONE_EDIT || /\d/.test(a) || /\d/.test(b) || osaDistance(a, b, 1) > 1) return 0;
  return FULL - Math.round(5_500 / Math.max(a.length, b.length));
}

/** How alike two lists of words are, in any order: 0..10,000, 0 where no word that counts has a partner. Symmetric when the caller puts the pair in order. */
export function alignWords(
  a: readonly string[],
  b: readonly string[],
  counts: (word: string) => boolean,
  cost: { readonly conflict: number; readonly extra: number; readonly minor: number },
): number {
  const partnerOfA = new Int8Array(a.length).fill(-1);
  const partnerOfB = new Int8Array(b.length).fill(-1);
  const weightOf = (word: string) => (counts(word) ? 1 : cost.minor);
  let sum = 0;
  let matched = 0;
  let anchored = false;
  for (const least of [FULL, 1]) {
    for (let i = 0; i < a.length; i++) {
      if (partnerOfA[i] !== -1) continue;
      let best = 0;
      let at = -1;
      for (let j = 0; j < b.length; j++) {
        if (partnerOfB[j] !== -1) continue;
        const similarity = placeWordSimilarity(a[i]!, b[j]!);
        if (similarity >= least && similarity > best) {
          best = similarity;
          at = j;
        }
      }
      if (at < 0) continue;
      partnerOfA[i] = at;
      partnerOfB[at] = i;
      const weight = (weightOf(a[i]!) + weightOf(b[at]!)) / 2;
      sum += weight * best;
      matched += weight;
      if (counts(a[i]!) && counts(b[at]!)) anchored = true;
    }
  }
  if (!anchored) return 0;
  const leftA = a.reduce((sum, word, i) => (partnerOfA[i] === -1 ? sum + weightOf(word) : sum), 0);
  const leftB = b.reduce((sum, word, i) => (partnerOfB[i] === -1 ? sum + weightOf(word) : sum), 0);
  const against = Math.min(leftA, leftB);
  return sum / (matched + cost.conflict * against + cost.extra * (Math.max(leftA, leftB) - against));
}
