/**
 * Pairs the two most similar words that are not paired yet. Ties go to the closest positions. Repeated calls, until no
 * pair is left, yield the greedy one-to-one alignment.
 * @param similarities Similarities of words `i` and `j` at `i * m + j`; 0 for no match
 * @param n number of words in the first text
 * @param m number of words in the second text
 * @param partnerOfA by word, or -1; updated, as is `partnerOfB`
 * @returns the pair's position in `similarities`; -1 if no match is left
 */
export function pairNextWords(
  similarities: Uint16Array,
  n: number,
  m: number,
  partnerOfA: Int8Array,
  partnerOfB: Int8Array,
): number {
  let best = 0;
  let at = -1;
  for (let i = 0; i < n; i++) {
    if (partnerOfA[i] !== -1) continue;
    for (let j = 0; j < m; j++) {
      if (partnerOfB[j] !== -1 || similarities[i * m + j] === 0) continue;
      const rank = similarities[i * m + j]! * 64 - Math.abs(i - j);
      if (rank <= best) continue;
      best = rank;
      at = i * m + j;
    }
  }
  if (at >= 0) {
    const i = Math.floor(at / m);
    partnerOfA[i] = at - i * m;
    partnerOfB[at - i * m] = i;
  }
  return at;
}
