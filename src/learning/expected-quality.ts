import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import type { PairSample } from './sample.js';

/** What to expect at a threshold, by the posteriors of the pairs themselves. */
export interface ExpectedQuality {
  /** Percent. */
  readonly threshold: number;
  /** Pairs at or above it, of the whole table. */
  readonly pairs: number;
  /** Shares 0..1. */
  readonly precision: number;
  readonly recall: number;
}

const THRESHOLDS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 99.99];
/** A match is likelier than not: the fewest wrong decisions in all. */
const LIKELIER_THAN_NOT = 50;

export function expectedCurve(parameters: Parameters, sample: PairSample, pairs: number): ExpectedQuality[] {
  const posteriors = new Posteriors(parameters, sample);
  const found = THRESHOLDS.map(() => ({ pairs: 0, matches: 0 }));
  let matches = 0;
  for (let pair = 0; pair < sample.count; pair++) {
    const posterior = posteriors.of(pair);
    matches += posterior;
    found.forEach((at, i) => {
      if (posterior * 100 < THRESHOLDS[i]!) return;
      at.pairs++;
      at.matches += posterior;
    });
  }
  const whole = pairs / sample.possible;
  return found.map((at, i) => ({
    threshold: THRESHOLDS[i]!,
    pairs: Math.round(at.pairs * whole),
    precision: at.pairs === 0 ? 1 : at.matches / at.pairs,
    recall: matches === 0 ? 0 : at.matches / matches,
  }));
}

/**
 * The threshold from which a match is likelier than not, or the lowest one above it that promises the precision asked for; the highest where none does.
 * @param precision least expected precision, 0..1
 */
export function chooseThreshold(curve: readonly ExpectedQuality[], precision = 0): ExpectedQuality {
  const above = curve.filter(({ threshold }) => threshold >= LIKELIER_THAN_NOT);
  return above.find((at) => at.precision >= precision) ?? above.at(-1)!;
}
