import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import type { PairSample } from './sample.js';
import type { Testimony } from './witnesses.js';

/** An interval of shares from 0 to 1. */
export type Interval = readonly [low: number, high: number];

/** Expected quality according to the pairs' posteriors. */
export interface ExpectedQuality {
  /** Threshold in percent. */
  readonly threshold: number;
  /** Number of pairs in the whole table with at least this score. */
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  /** Intervals that contain the true value in 90% of tables. */
  readonly precisionInterval: Interval;
  readonly recallInterval: Interval;
  /** Reason why the precision is unknown and must not be relied upon, as the end of a sentence. */
  readonly noGrounds?: string;
}

/** Thresholds of the curve in percent, ascending. */
export const THRESHOLDS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 99.99];
/** Threshold at which a match is more likely than not, which minimises wrong decisions. */
const LIKELIER_THAN_NOT = 50;
/**
 * Possible error of a table's match weights in bits, in addition to the error of estimation. Fields correlate in ways
 * that no non-match class covers, and several fields of a match may differ together. The interval is correct for eight
 * of nine benchmark sets. The exception has companies of a group that share everything except their names.
 */
const MODEL_ERROR = 3;
const NINE_IN_TEN = 1.645;

/** Sums over pairs of the posteriors, and of the posteriors if match weights are off by the error. */
class Sums {
  pairs = 0;
  expected = 0;
  fewest = 0;
  most = 0;

  add(posterior: number): void {
    this.pairs++;
    this.expected += posterior;
    this.fewest += shifted(posterior, -MODEL_ERROR);
    this.most += shifted(posterior, MODEL_ERROR);
  }
}

/** Returns the curve. @param testimonyAt returns the evidence, at a threshold, from fields left out of the model */
export function expectedCurve(
  parameters: Parameters,
  sample: PairSample,
  pairs: number,
  testimonyAt: (threshold: number) => Testimony,
): ExpectedQuality[] {
  const posteriors = new Posteriors(parameters, sample);
  const found = THRESHOLDS.map(() => new Sums());
  const all = new Sums();
  for (let pair = 0; pair < sample.count; pair++) {
    const posterior = posteriors.of(pair);
    all.add(posterior);
    for (let i = 0; i < THRESHOLDS.length && posterior * 100 >= THRESHOLDS[i]!; i++) found[i]!.add(posterior);
  }
  const whole = pairs / sample.possible;
  return found.map((at, i) => {
    const { doubt, leastPrecision, noGrounds } = testimonyAt(THRESHOLDS[i]!);
    const precisions: Interval = [share(at.fewest, at.pairs, 1), share(at.most, at.pairs, 1)];
    // The more likely matches are, the more of them are missed.
    const recalls: Interval = [share(at.most, all.most, 0), share(at.fewest, all.fewest, 0)];
    return {
      threshold: THRESHOLDS[i]!,
      pairs: Math.round(at.pairs * whole),
      // Uncertain pairs may be right or wrong.
      precision: share(at.expected, at.pairs, 1) * (1 - doubt / 2),
      recall: share(at.expected, all.expected, 0),
      precisionInterval: notAbove(widened(precisions, at.pairs), leastPrecision),
      recallInterval: widened(recalls, all.expected),
      ...(noGrounds !== undefined && { noGrounds }),
    };
  });
}

/**
 * Returns the lowest threshold with the requested precision at which a match is more likely than not, or the highest.
 * This threshold is nearly the best for F1 (the optimum is half of the best F1; Lipton, Elkan, Naryanaswamy 2014).
 * @param precision minimum expected precision, 0..1
 */
export function chooseThreshold(curve: readonly ExpectedQuality[], precision = 0): ExpectedQuality {
  const above = curve.filter(({ threshold }) => threshold >= LIKELIER_THAN_NOT);
  return above.find((at) => at.precision >= precision) ?? above.at(-1)!;
}

/** Returns the threshold with the best expected F1. After learning from answers, low thresholds are reliable. */
export function bestThreshold(curve: readonly ExpectedQuality[]): ExpectedQuality {
  const f1 = ({ precision, recall }: ExpectedQuality) =>
    precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return curve.reduce((best, at) => (f1(at) > f1(best) ? at : best));
}

/** Formats percentages for people: `97.2 % (93-99 %)`. */
export function shareWithin(share: number, [low, high]: Interval): string {
  return `${(share * 100).toFixed(1)} % (${Math.floor(low * 100)}-${Math.ceil(high * 100)} %)`;
}

/** Returns the probability after a change in its odds. @param bits log2 of the change */
function shifted(probability: number, bits: number): number {
  const factor = 2 ** bits;
  return (probability * factor) / (1 - probability + probability * factor);
}

/** Widens an interval by the standard error of a share among `count` pairs. */
function widened([low, high]: Interval, count: number): Interval {
  const error = (share: number) => NINE_IN_TEN * Math.sqrt((share * (1 - share)) / Math.max(1, count));
  return [Math.max(0, low - error(low)), Math.min(1, high + error(high))];
}

function notAbove([low, high]: Interval, least: number): Interval {
  return [Math.min(low, least), high];
}

function share(part: number, of: number, otherwise: number): number {
  return of === 0 ? otherwise : part / of;
}

/** Returns the quality at the highest threshold of the curve that does not exceed the scenario's threshold. */
export function expectedAt(
  { curve }: { readonly curve: readonly ExpectedQuality[] },
  scenario: { readonly threshold: number },
): ExpectedQuality {
  const threshold = scenario.threshold / 100;
  return curve.findLast((at) => at.threshold <= threshold) ?? curve[0]!;
}
