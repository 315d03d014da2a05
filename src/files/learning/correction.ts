import { blankWeight, type ScoreModel } from '../../matching/model.js';
import { Posteriors } from './expectation-maximisation.js';
import type { JudgedSample } from './judged-pairs.js';
import { modelOf, type Correction, type Parameters } from './parameters.js';

/** Prior standard deviation of the correction of the prior, in bits. */
const PRIOR_BITS = 6;
const SCALE = 0.3;
/** Number of standard errors that a gain must exceed, so that at most one table in twenty gains by chance. */
const SURELY = 1.645;
/** Number of folds into which the answers are split for cross-validation; each is held out once. */
const FOLDS = 10;
const STEPS = 400;
const NAT = Math.LN2 / 1_000;
const SLIP = 0.01;

/**
 * Fits the prior and a factor for each field to the answers, by regularised logistic regression with the model's
 * weights as its offset. A correction is used only if it predicts held-out answers significantly better
 * (cross-validation; Stone 1974), because a fit to few uncertain pairs affects all pairs. Only the prior is corrected,
 * unless factors for fields significantly improve the prediction further.
 * @returns `undefined` if the answers confirm the model
 */
export function fitCorrection(parameters: Parameters, judged: JudgedSample): Correction | undefined {
  const { isSame } = judged;
  if (isSame.length === 0) return undefined;
  const isBothWays = isSame.includes(true) && isSame.includes(false);
  const answers = new Answers(modelOf({ ...parameters, correction: undefined }), parameters, judged);
  const fields = parameters.fields.length;
  const none = new Float64Array(fields + 1);
  const fits: ((among: readonly number[]) => Float64Array)[] = [
    () => none,
    (among) => answers.fit(among, none, (i) => i === 0),
  ];
  if (isBothWays) fits.push((among) => answers.fit(among, fits[1]!(among), () => true));
  const [before, byPrior, byAll] = fits.map((fit) => heldOutCosts(answers, isSame.length, fit));
  const isPriorBetter = surelyGained(before!, byPrior!);
  const isAllBetter = byAll !== undefined && surelyGained(isPriorBetter ? byPrior! : before!, byAll);
  if (!isPriorBetter && !isAllBetter) return undefined;
  const chosen = fits[isAllBetter ? 2 : 1]!(Array.from(isSame, (_, pair) => pair));
  return {
    bits: Math.round(1_000 * PRIOR_BITS * chosen[0]!),
    scales: Array.from({ length: fields }, (_, f) => scaleOf(chosen[f + 1]!)),
  };
}

/** Returns the cost of each answer in nats, predicted by a fit to the other folds. */
function heldOutCosts(answers: Answers, count: number, fit: (among: readonly number[]) => Float64Array): Float64Array {
  const costs = new Float64Array(count);
  const folds = Math.min(FOLDS, count);
  for (let fold = 0; fold < folds; fold++) {
    const [within, without]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < count; pair++) (pair % folds === fold ? without : within).push(pair);
    const fitted = fit(within);
    for (const pair of without) costs[pair] = answers.cost([pair], fitted);
  }
  return costs;
}

function surelyGained(before: Float64Array, after: Float64Array): boolean {
  const gains = before.map((cost, i) => cost - after[i]!);
  const all = gains.reduce((sum, gain) => sum + gain, 0);
  const spread = gains.reduce((sum, gain) => sum + (gain - all / gains.length) ** 2, 0);
  return all > SURELY * Math.sqrt(spread) && all > 0;
}

const scaleOf = (unit: number): number => Math.max(0, 1 + SCALE * unit);

/** The answers' loss under a correction, in units of the prior standard deviations. */
class Answers {
  private readonly fields: number;
  /** Weights in thousandths of a bit. `fixed` has prior and blanks by pair and kind, `weights` the rest by field. */
  private readonly fixed: Float64Array;
  private readonly weights: Float64Array;
  /** Number of kinds. `isOwn` is 1 if a class uses the field's own weight, which is scaled. */
  private readonly kinds: number;
  private readonly isOwn: Uint8Array;

  constructor(
    model: ScoreModel,
    parameters: Parameters,
    private readonly judged: JudgedSample,
  ) {
    const { pairs } = judged;
    const { nonMatches = [] } = model;
    this.fields = pairs.fields;
    this.kinds = 1 + nonMatches.length;
    this.fixed = new Float64Array(pairs.count * this.kinds);
    this.weights = new Float64Array(pairs.count * this.kinds * this.fields);
    this.isOwn = new Uint8Array(this.kinds * this.fields);
    for (let k = 0; k < this.kinds; k++)
      for (let f = 0; f < this.fields; f++) {
        const isRemark = parameters.fields[f]!.remarksOn !== undefined;
        const isOwn = k === 0 || nonMatches[k - 1]!.matchWeights[f] === null;
        this.isOwn[k * this.fields + f] = isOwn && !isRemark ? 1 : 0;
      }
    for (let pair = 0; pair < pairs.count; pair++)
      for (let k = 0; k < this.kinds; k++) {
        const nonMatch = k === 0 ? undefined : nonMatches[k - 1]!;
        let fixed = nonMatch?.prior ?? model.prior;
        for (let f = 0; f < this.fields; f++) {
          const level = pairs.levels[pair * this.fields + f]!;
          if (nonMatch?.isBlankAlike !== true) fixed += blankWeight(model.fields[f]!, level < 0 ? -level : 0);
          if (level < 0) continue;
          const own = model.fields[f]!.levels[level]!.matchWeight + pairs.adjustments[pair * this.fields + f]!;
          this.weights[(pair * this.kinds + k) * this.fields + f] = nonMatch?.matchWeights[f]?.[level] ?? own;
        }
        this.fixed[pair * this.kinds + k] = fixed;
      }
  }

  /** Returns the negative log-likelihood of some answers, in nats. */
  cost(among: readonly number[], units: Float64Array): number {
    let cost = 0;
    for (const pair of among) {
      const match = SLIP / 2 + (1 - SLIP) * this.posterior(pair, units);
      cost -= Math.log(this.judged.isSame[pair]! ? match : 1 - match);
    }
    return cost;
  }

  /** Minimises the loss by gradient descent. A step that increases the loss is halved. */
  fit(among: readonly number[], from: Float64Array, isFree: (parameter: number) => boolean): Float64Array {
    const lossOf = (units: Float64Array) =>
      units.reduce((believed, unit) => believed + (unit * unit) / 2, 0) + this.cost(among, units);
    let at = Float64Array.from(from);
    let loss = lossOf(at);
    let step = 0.5;
    for (let n = 0; n < STEPS && step > 1e-6; n++) {
      const gradient = this.gradient(among, at).map((slope, i) => (isFree(i) ? slope : 0));
      const length = Math.hypot(...gradient);
      if (length < 1e-5) break;
      const next = at.map((unit, i) => unit - (step * gradient[i]!) / Math.max(1, length));
      const reached = lossOf(next);
      if (reached < loss) {
        at = next;
        loss = reached;
        step *= 1.3;
      } else step /= 2;
    }
    return at;
  }

  private gradient(among: readonly number[], units: Float64Array): Float64Array {
    const slopes = Float64Array.from(units);
    const ofMatch = new Float64Array(units.length);
    for (const pair of among) {
      ofMatch.fill(0);
      const posterior = this.posterior(pair, units, ofMatch);
      const match = SLIP / 2 + (1 - SLIP) * posterior;
      const factor = (1 - SLIP) * posterior * posterior * (this.judged.isSame[pair]! ? -1 / match : 1 / (1 - match));
      for (let i = 0; i < slopes.length; i++) slopes[i]! += factor * ofMatch[i]!;
    }
    return slopes;
  }

  /** Returns a pair's posterior. @param slopes if given, receives the change in the odds against a match per unit */
  private posterior(pair: number, units: Float64Array, slopes?: Float64Array): number {
    let odds = 1;
    for (let k = 0; k < this.kinds; k++) {
      const first = (pair * this.kinds + k) * this.fields;
      let sum = this.fixed[pair * this.kinds + k]! + 1_000 * PRIOR_BITS * units[0]!;
      for (let f = 0; f < this.fields; f++) {
        const weight = this.weights[first + f]!;
        sum += this.isOwn[k * this.fields + f] === 1 ? weight * scaleOf(units[f + 1]!) : weight;
      }
      const alternative = Math.exp(-sum * NAT);
      odds += alternative;
      if (slopes === undefined) continue;
      slopes[0]! += alternative * NAT * 1_000 * PRIOR_BITS;
      for (let f = 0; f < this.fields; f++)
        if (this.isOwn[k * this.fields + f] === 1 && scaleOf(units[f + 1]!) > 0)
          slopes[f + 1]! += alternative * NAT * SCALE * this.weights[first + f]!;
    }
    return 1 / odds;
  }
}

/** Returns the number of answers that a model predicts correctly at a threshold of 50%. */
export function foreseenOf(parameters: Parameters, { pairs, isSame }: JudgedSample): number {
  const posteriors = new Posteriors(parameters, { ...pairs, rowEnds: new Int32Array(0), possible: 1 });
  return isSame.filter((same, pair) => posteriors.of(pair) >= 0.5 === same).length;
}
