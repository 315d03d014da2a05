import { readScores } from '../../src/files/evaluation/read-truth.js';
import { measure, type Measure } from '../../src/files/evaluation/curve.js';
import { pairKey, judge, type Truth } from '../../src/files/evaluation/truth.js';

export interface Judged {
  /** At the program's default threshold. */
  readonly atDefault: Measure;
  /** At the threshold with the best F1, chosen with the truth in hindsight. */
  readonly best: Measure & { readonly threshold: number };
}

/** @param threshold in percent */
export async function judgePairs(file: string, truth: Truth, threshold: number): Promise<Judged> {
  const scores = new Map<string, number>();
  for (const { id1, id2, score } of await readScores(file)) scores.set(pairKey(id1, id2), score);
  const pairs = [...scores].map(([key, score]) => ({ score, isSame: judge(truth, key) === true }));
  pairs.sort((a, b) => b.score - a.score);
  const above = pairs.filter(({ score }) => score >= threshold);
  const atDefault = measure(above.filter(({ isSame }) => isSame).length, above.length, truth.same.size);
  let best = { ...measure(0, 0, truth.same.size), threshold: 100 };
  let correct = 0;
  pairs.forEach(({ score, isSame }, i) => {
    if (isSame) correct++;
    // Pairs with equal scores are found together.
    if (pairs[i + 1]?.score === score) return;
    const here = measure(correct, i + 1, truth.same.size);
    if (here.f1 > best.f1) best = { ...here, threshold: score };
  });
  return { atDefault, best };
}
