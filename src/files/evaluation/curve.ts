import { measure, type Measure } from './measure.js';
import { judge, type Truth } from './truth.js';

export interface CurvePoint extends Measure {
  /** Percent: pairs with at least this score count as found. */
  readonly threshold: number;
}

/**
 * At every whole percentage from `from` to 100.
 * @param scores percent, 0..100, by pair key; missing pairs are not found at any threshold
 */
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

/** Pairs at or above one threshold. */
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

/** By F1; of equal ones the highest threshold, which merges least. */
export function bestPoint(curve: readonly CurvePoint[]): CurvePoint | undefined {
  let best: CurvePoint | undefined;
  for (const point of curve) if (best === undefined || point.f1 >= best.f1) best = point;
  return best;
}
