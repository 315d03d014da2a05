/**
 * Pairs the two most similar words that have no partner yet; of equally similar ones those nearest to each other's
 * place, so that "maria anna" meets itself in order. Called until nothing is left, it is the greedy one-to-one
 * alignment that names and companies are compared by.
 *
 * @param similarities of word `i` of the one and `j` of the other text at `i * m + j`; 0 where they are not alike
 * @param n words of the one text
 * @param m words of the other
 * @param partnerOfA by word, -1 while there is none; changed
 * @param partnerOfB likewise
 * @returns the pair's place in `similarities`; -1 where no two words are left that are alike
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
