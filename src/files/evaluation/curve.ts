import { judge, type Truth } from './truth.js';

/** Ratios from 0 to 1. Precision is 1 without found pairs, and recall is 1 without true pairs. */
export interface Measure {
  /** Number of found pairs with a label. */
  readonly found: number;
  /** Number of true pairs among the found pairs. */
  readonly correct: number;
  readonly truth: number;
  readonly precision: number;
  readonly recall: number;
  /** Harmonic mean of precision and recall (van Rijsbergen 1979). */
  readonly f1: number;
}

export function measure(correct: number, found: number, truth: number): Measure {
  return {
    found,
    correct,
    truth,
    precision: found === 0 ? 1 : correct / found,
    recall: truth === 0 ? 1 : correct / truth,
    f1: found + truth === 0 ? 1 : (2 * correct) / (found + truth),
  };
}

export interface CurvePoint extends Measure {
  /** Threshold in percent. Pairs with at least this score count as found. */
  readonly threshold: number;
}

/** Measures every whole percentage from `from` to 100. @param scores percent by pair key; all others are not found */
export function thresholdCurve(scores: ReadonlyMap<string, number>, truth: Truth, from = 0): CurvePoint[] {
  const found = new Uint32Array(102);
  const correct = new Uint32Array(102);
  for (const [key, score] of scores) {
    const verdict = judge(truth, key);
    if (verdict === undefined) continue;
    const at = Math.min(100, Math.max(0, Math.floor(score)));
    found[at]! += 1;
    if (verdict) correct[at]! += 1;
  }
  const points: CurvePoint[] = [];
  let foundAbove = 0;
  let correctAbove = 0;
  for (let threshold = 100; threshold >= from; threshold--) {
    foundAbove += found[threshold]!;
    correctAbove += correct[threshold]!;
    points.push({ threshold, ...measure(correctAbove, foundAbove, truth.same.size) });
  }
  return points.reverse();
}

export function measureAt(scores: ReadonlyMap<string, number>, truth: Truth, threshold: number): Measure {
  let found = 0;
  let correct = 0;
  for (const [key, score] of scores) {
    if (score < threshold) continue;
    const verdict = judge(truth, key);
    if (verdict === undefined) continue;
    found += 1;
    if (verdict) correct += 1;
  }
  return measure(correct, found, truth.same.size);
}

/**
 * Returns the point with the best F1. If points are equal, the highest threshold wins, because it merges the fewest
 * pairs.
 */
export function bestPoint(curve: readonly CurvePoint[]): CurvePoint | undefined {
  let best: CurvePoint | undefined;
  for (const point of curve) if (best === undefined || point.f1 >= best.f1) best = point;
  return best;
}

export interface WorstPair {
  readonly key: string;
  /** Score in percent. The score of a missed pair is below the threshold. */
  readonly score: number;
}

/** Returns the wrong pairs with the highest scores at or above the threshold. Ties are ordered by key. */
export function worstFalsePositives(
  scores: ReadonlyMap<string, number>,
  truth: Truth,
  threshold: number,
  most: number,
): WorstPair[] {
  const wrong: WorstPair[] = [];
  for (const [key, score] of scores) {
    if (score >= threshold && judge(truth, key) === false) wrong.push({ key, score });
  }
  return wrong.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1)).slice(0, most);
}

/** Returns the true pairs with the lowest scores. Ties are ordered by key. @param scoreOf percent, for missed pairs */
export function worstFalseNegatives(
  scores: ReadonlyMap<string, number>,
  truth: Truth,
  threshold: number,
  most: number,
  scoreOf: (key: string) => number,
): WorstPair[] {
  const missed: WorstPair[] = [];
  for (const key of truth.same) {
    const known = scores.get(key);
    if (known !== undefined && known >= threshold) continue;
    missed.push({ key, score: known ?? scoreOf(key) });
  }
  return missed.sort((a, b) => a.score - b.score || (a.key < b.key ? -1 : 1)).slice(0, most);
}
