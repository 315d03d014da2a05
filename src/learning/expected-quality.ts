import { Posteriors } from './expectation-maximisation.js';
import type { Parameters } from './parameters.js';
import type { PairSample } from './sample.js';
import type { Testimony } from './witnesses.js';

/** Least and greatest share, 0..1. */
export type Interval = readonly [low: number, high: number];

/** Expected precision and recall at a threshold, by the posteriors of the pairs themselves. */
export interface ExpectedQuality {
  /** Percent. */
  readonly threshold: number;
  /** Pairs at or above it, of the whole table. */
  readonly pairs: number;
  /** Shares 0..1. */
  readonly precision: number;
  readonly recall: number;
  /** Where they are to be looked for in nine of ten tables. */
  readonly precisionInterval: Interval;
  readonly recallInterval: Interval;
  /** Why the precision is not known, so that nothing may rest on it: the end of a sentence. */
  readonly noGrounds?: string;
}

/** Percent, ascending: those of the curve. */
export const THRESHOLDS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 99.99];
/** A match is likelier than not: the fewest wrong decisions in all. */
const LIKELIER_THAN_NOT = 50;
/**
 * Bits by which the match weights of a whole table may be off either way, beyond the error of what is estimated: fields
 * hang together in ways that no non-match class tells of, and matches lose several fields at once. Measured on the
 * benchmark sets: the truth lies within for eight of nine; it does not where different records of a group of companies
 * share all but their names.
 */
const MODEL_ERROR = 3;
/** Standard errors of nine in ten. */
const NINE_IN_TEN = 1.645;

/** Sums over pairs: of posteriors, and of those that match weights off by the error would give. */
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

/** @param testimonyAt what fields say that are left out of the model, at a threshold */
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
    // The likelier matches are on the whole, the more of them are missed.
    const recalls: Interval = [share(at.most, all.most, 0), share(at.fewest, all.fewest, 0)];
    return {
      threshold: THRESHOLDS[i]!,
      pairs: Math.round(at.pairs * whole),
      // Pairs in doubt may be right or wrong.
      precision: share(at.expected, at.pairs, 1) * (1 - doubt / 2),
      recall: share(at.expected, all.expected, 0),
      precisionInterval: notAbove(widened(precisions, at.pairs), leastPrecision),
      recallInterval: widened(recalls, all.expected),
      ...(noGrounds !== undefined && { noGrounds }),
    };
  });
}

/**
 * The threshold from which a match is likelier than not, which expects the best F1 or nearly so (half of it is where
 * the best lies; Lipton, Elkan, Naryanaswamy 2014), or the lowest one above it that promises the precision asked for;
 * the highest where none does.
 * @param precision least expected precision, 0..1
 */
export function chooseThreshold(curve: readonly ExpectedQuality[], precision = 0): ExpectedQuality {
  const above = curve.filter(({ threshold }) => threshold >= LIKELIER_THAN_NOT);
  return above.find((at) => at.precision >= precision) ?? above.at(-1)!;
}

/** The threshold of the best expected F1: what answers have taught bears out thresholds below one half as well. */
export function bestThreshold(curve: readonly ExpectedQuality[]): ExpectedQuality {
  const f1 = ({ precision, recall }: ExpectedQuality) =>
    precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return curve.reduce((best, at) => (f1(at) > f1(best) ? at : best));
}

/** Percent, for people: `97.2 % (93-99 %)`. */
export function shareWithin(share: number, [low, high]: Interval): string {
  return `${(share * 100).toFixed(1)} % (${Math.floor(low * 100)}-${Math.ceil(high * 100)} %)`;
}

/** A probability with its odds changed. */
function shifted(probability: number, bits: number): number {
  const factor = 2 ** bits;
  return (probability * factor) / (1 - probability + probability * factor);
}

/** By the standard error of such shares of so many pairs. */
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
