import { modelOf, excludeMatches, isRemarked, withoutEqual, type Parameters } from './parameters.js';
import { blankWeight } from '../../matching/model.js';
import type { PairSample } from './sample.js';
import { priorShares } from './comparison-levels.js';

const ITERATIONS = 25;
/** Number of pairs, distributed according to prior beliefs, that are added to the counts of each field. */
const BELIEF = 2;
/** Maximum share of matches among all pairs, and of one non-match class. */
const MOST_MATCHES = 0.3;
const MOST_NON_MATCHES = 0.5;
/** Added to the number of pairs of each kind, so that no kind's share becomes zero. */
const HALF = 0.5;

/** Computes the posteriors of sampled pairs. The first of `kinds` is a match; the others are classes of non-matches. */
export class Posteriors {
  readonly kinds: Float64Array;
  private readonly priors: readonly number[];
  /** Thousandths of a bit by kind, field and level; NaN if the class's pairs agree like random pairs. */
  private readonly weights: Float64Array;
  /** Thousandths of a bit by field, three for each: no, one, and two blank values. */
  private readonly blanks: Float64Array;
  /** For each kind, whether blanks have no weight. */
  private readonly isBlankAlike: readonly boolean[];
  private readonly most: number;

  constructor(
    parameters: Parameters,
    private readonly sample: PairSample,
  ) {
    const { prior, fields, nonMatches = [] } = modelOf(parameters);
    this.priors = [prior, ...nonMatches.map(({ prior }) => prior)];
    this.most = Math.max(...fields.map(({ levels }) => levels.length));
    this.kinds = new Float64Array(this.priors.length);
    this.weights = new Float64Array(this.priors.length * fields.length * this.most).fill(NaN);
    const put = (kind: number, f: number, weights: readonly number[]) =>
      this.weights.set(weights, (kind * fields.length + f) * this.most);
    this.blanks = Float64Array.from(fields.flatMap((field) => [0, 1, 2].map((count) => blankWeight(field, count))));
    this.isBlankAlike = [false, ...nonMatches.map(({ isBlankAlike = false }) => isBlankAlike)];
    fields.forEach(({ levels }, f) => {
      put(
        0,
        f,
        levels.map(({ matchWeight }) => matchWeight),
      );
      nonMatches.forEach(({ matchWeights }, r) => {
        if (matchWeights[f]) put(r + 1, f, matchWeights[f]);
      });
    });
  }

  of(pair: number): number {
    const { levels, adjustments, fields } = this.sample;
    const { kinds, priors, weights, most, blanks, isBlankAlike } = this;
    const count = kinds.length;
    const stride = fields * most;
    for (let k = 0; k < count; k++) kinds[k] = priors[k]!;
    let byBlanks = 0;
    for (let f = 0, at = pair * fields; f < fields; f++, at++) {
      const level = levels[at]!;
      byBlanks += blanks[3 * f + (level < 0 ? -level : 0)]!;
      if (level < 0) continue;
      let place = f * most + level;
      const own = weights[place]! + adjustments[at]!;
      kinds[0]! += own;
      for (let k = 1; k < count; k++) {
        const shared = weights[(place += stride)]!;
        kinds[k]! += shared === shared ? shared : own;
      }
    }
    // Computes the odds of each alternative against a match: chance, then the non-match classes.
    let odds = 1;
    for (let k = 0; k < count; k++) {
      const weight = kinds[k]! + (isBlankAlike[k] ? 0 : byBlanks);
      odds += kinds[k] = Math.exp(weight * -BIT);
    }
    const match = 1 / odds;
    for (let k = 1; k < count; k++) kinds[k]! *= match;
    kinds[0] = match;
    return match;
  }
}

/** A thousandth of a bit, in nats. */
const BIT = Math.LN2 / 1_000;

/**
 * Expectation maximisation (Dempster, Laird, Rubin 1977; for record linkage Winkler 1988) over the pairs that may be
 * matches. Random agreement is counted over the whole table, and the matches are subtracted. Changes the parameters.
 */
export function expectationMaximisation(parameters: Parameters, sample: PairSample, pairs: number): void {
  for (let n = 0; n < ITERATIONS; n++) {
    for (const field of parameters.fields) excludeMatches(field, parameters.matches, pairs);
    const { totals, levels, blanks } = expect(parameters, sample);
    parameters.matches = Math.min(MOST_MATCHES, (totals[0]! + HALF) / sample.possible);
    parameters.fields.forEach((field, f) => {
      field.m = shares(levels[0]![f]!, priorShares(field.levels));
      if (field.blanks) field.blanks.m = shares(blanks[f]!, field.blanks.random);
    });
    parameters.nonMatches.forEach((nonMatch, r) => {
      if (nonMatch.isCounted) return;
      nonMatch.share = Math.min(MOST_NON_MATCHES, (totals[r + 1]! + HALF) / sample.possible);
      nonMatch.levels = nonMatch.levels.map((known, f) => {
        if (known === null) return null;
        const field = parameters.fields[f]!;
        // Pairs with swapped names are different people by chance, unless there are many such pairs.
        const seen = shares(levels[r + 1]![f]!, field.remarksOn ? field.random : priorShares(field.levels));
        return nonMatch.neverEqual[f]! ? withoutEqual(seen, field.random[0]!) : seen;
      });
    });
  }
  for (const field of parameters.fields) excludeMatches(field, parameters.matches, pairs);
}

interface Expected {
  readonly totals: number[];
  /** Counts by kind, field and level. */
  readonly levels: number[][][];
  /** Matches by field with no, one, and two blank values. */
  readonly blanks: number[][];
}

function expect(parameters: Parameters, sample: PairSample): Expected {
  const { count, fields } = sample;
  const kinds = 1 + parameters.nonMatches.length;
  const most = Math.max(...parameters.fields.map(({ levels }) => levels.length));
  const totals = new Float64Array(kinds);
  const sums = new Float64Array(kinds * fields * most);
  const posteriors = new Posteriors(parameters, sample);
  const remarks = [...parameters.fields.entries()].filter(([, { remarksOn }]) => remarksOn !== undefined);
  const isCounted = new Uint8Array(fields);
  const blanks = parameters.fields.map(() => [0, 0, 0]);
  for (let pair = 0; pair < count; pair++) {
    posteriors.of(pair);
    isCounted.fill(1);
    for (const [f, field] of remarks)
      if (isRemarked(field, sample.levels[pair * fields + f]!))
        for (const other of field.remarksOn!) isCounted[other] = 0;
    for (let k = 0; k < kinds; k++) {
      const weight = posteriors.kinds[k]!;
      if (weight < NOTHING) continue;
      totals[k]! += weight;
      for (let f = 0, at = pair * fields, place = k * fields * most; f < fields; f++, at++, place += most) {
        const level = sample.levels[at]!;
        if (level >= 0 && isCounted[f] === 1) sums[place + level]! += weight;
        if (k === 0) blanks[f]![level < 0 ? -level : 0]! += weight;
      }
    }
  }
  const levels = Array.from(totals, (_, k) =>
    parameters.fields.map((field, f) =>
      Array.from(sums.subarray((k * fields + f) * most).subarray(0, field.levels.length)),
    ),
  );
  return { totals: [...totals], levels, blanks };
}

/** Minimum weight of a pair. A pair with a smaller weight has no effect on the shares. */
const NOTHING = 1e-6;

function shares(seen: readonly number[], believed: readonly number[]): number[] {
  const all = seen.reduce((a, b) => a + b, 0) + BELIEF;
  return seen.map((count, i) => (count + BELIEF * believed[i]!) / all);
}
