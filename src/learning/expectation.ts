import { modelOf, separateChance, type Parameters } from './parameters.js';
import type { PairSample } from './sample.js';
import { believedShares } from './levels.js';

const ITERATIONS = 25;
/** So many pairs, spread as believed beforehand, are added to what is seen of each field. */
const BELIEF = 2;
/** Most of all pairs that may be matches, or of one rival kind. */
const MOST_MATCHES = 0.3;
const MOST_RIVALS = 0.5;
/** Half a pair: no kind ever vanishes altogether. */
const HALF = 0.5;

/** Posterior of a sampled pair and, in `kinds`, the weight of each explanation: match first, then the rivals. */
export class Posteriors {
  readonly kinds: Float64Array;
  private readonly evidence: readonly (readonly number[])[];
  private readonly rivalEvidence: readonly (readonly (readonly number[] | null)[])[];
  private readonly prior: number;
  private readonly rivalPriors: readonly number[];

  constructor(
    parameters: Parameters,
    private readonly sample: PairSample,
  ) {
    const { prior, fields, rivals = [] } = modelOf(parameters);
    this.prior = prior;
    this.evidence = fields.map(({ levels }) => levels.map(({ evidence }) => evidence));
    this.rivalPriors = rivals.map((rival) => rival.prior);
    this.rivalEvidence = rivals.map(({ evidence }) => evidence);
    this.kinds = new Float64Array(1 + rivals.length);
  }

  /** @returns probability of a match */
  of(pair: number): number {
    const { levels, adjustments, fields } = this.sample;
    const { kinds } = this;
    kinds[0] = this.prior;
    for (let r = 0; r < this.rivalPriors.length; r++) kinds[r + 1] = this.rivalPriors[r]!;
    for (let f = 0; f < fields; f++) {
      const level = levels[pair * fields + f]!;
      if (level < 0) continue;
      const evidence = this.evidence[f]![level]! + adjustments[pair * fields + f]!;
      kinds[0] += evidence;
      for (let r = 0; r < this.rivalPriors.length; r++) kinds[r + 1]! += this.rivalEvidence[r]![f]?.[level] ?? evidence;
    }
    // Odds of each alternative against a match: chance, then the rivals.
    let odds = 1;
    for (let k = 0; k < kinds.length; k++) {
      kinds[k] = 2 ** (-kinds[k]! / 1_000);
      odds += kinds[k]!;
    }
    const match = 1 / odds;
    for (let k = 1; k < kinds.length; k++) kinds[k]! *= match;
    kinds[0] = match;
    return match;
  }
}

/**
 * Expectation and maximisation (Dempster, Laird, Rubin 1977; for record linkage Winkler 1988) over the pairs that may be matches: every other pair weighs nothing.
 * Chance stays as counted over the whole table, less the matches in it. Changes the parameters.
 */
export function maximise(parameters: Parameters, sample: PairSample, pairs: number): void {
  for (let n = 0; n < ITERATIONS; n++) {
    for (const field of parameters.fields) separateChance(field, parameters.matches, pairs);
    const { totals, levels } = expect(parameters, sample);
    parameters.matches = Math.min(MOST_MATCHES, (totals[0]! + HALF) / sample.possible);
    parameters.fields.forEach((field, f) => (field.match = shares(levels[0]![f]!, field.levels)));
    parameters.rivals.forEach((rival, r) => {
      rival.share = Math.min(MOST_RIVALS, (totals[r + 1]! + HALF) / sample.possible);
      rival.levels = rival.levels.map((known, f) => known && shares(levels[r + 1]![f]!, parameters.fields[f]!.levels));
    });
  }
  for (const field of parameters.fields) separateChance(field, parameters.matches, pairs);
}

/** Expected numbers of pairs of each kind, in all and by field and level. */
function expect(parameters: Parameters, sample: PairSample): { totals: number[]; levels: number[][][] } {
  const kinds = 1 + parameters.rivals.length;
  const totals = new Array<number>(kinds).fill(0);
  const levels = totals.map(() => parameters.fields.map((field) => field.levels.map(() => 0)));
  const posteriors = new Posteriors(parameters, sample);
  for (let pair = 0; pair < sample.count; pair++) {
    posteriors.of(pair);
    for (let k = 0; k < kinds; k++) {
      const weight = posteriors.kinds[k]!;
      if (weight < 1e-6) continue;
      totals[k]! += weight;
      for (let f = 0; f < sample.fields; f++) {
        const level = sample.levels[pair * sample.fields + f]!;
        if (level >= 0) levels[k]![f]![level]! += weight;
      }
    }
  }
  return { totals, levels };
}

function shares(seen: readonly number[], levels: readonly number[]): number[] {
  const believed = believedShares(levels);
  const all = seen.reduce((a, b) => a + b, 0) + BELIEF;
  return seen.map((count, i) => (count + BELIEF * believed[i]!) / all);
}
