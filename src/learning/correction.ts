import { blankWeight, type ScoreModel } from '../matching/model.js';
import { Posteriors } from './expectation-maximisation.js';
import type { JudgedSample } from './judged-pairs.js';
import { modelOf, type Parameters } from './parameters.js';

/** The lesson of people's answers about a model: how far its prior and the weights of its fields were off. */
export interface Correction {
  /** Thousandths of a bit, added to the prior. */
  readonly bits: number;
  /** By field: factors of its weights. */
  readonly scales: readonly number[];
}

/** Standard deviations of what is believed beforehand: in bits, of the prior, and of the factors around 1. */
const PRIOR_BITS = 6;
const SCALE = 0.3;
/** Standard errors that a gain must be surer than, so that it is none by chance in one of twenty tables. */
const SURELY = 1.645;
/** Parts that the answers are held out in, each in turn. */
const FOLDS = 10;
const STEPS = 400;
const NAT = Math.LN2 / 1_000;
/** A slip of a person: no answer is surer than this. */
const SLIP = 0.01;

/**
 * Fits the prior and a factor for each field to the answers, by the posterior of both under what is believed
 * beforehand: logistic regression with the model's own weights as its offset. A correction is taken only where it
 * surely foretells the answers better that it was not fitted to (cross-validation; Stone 1974): few answers fit many
 * things, and what is fitted to the doubtful pairs holds for all of them. The prior is changed alone unless the fields
 * surely gain besides.
 *
 * @returns `undefined` where the answers bear the model out: then it stays as it is
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

/** Nats that each answer costs where it is foretold by a fit to those of other folds. */
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

/** Whether answers cost less, beyond what chance makes of so many. */
function surelyGained(before: Float64Array, after: Float64Array): boolean {
  const gains = before.map((cost, i) => cost - after[i]!);
  const all = gains.reduce((sum, gain) => sum + gain, 0);
  const spread = gains.reduce((sum, gain) => sum + (gain - all / gains.length) ** 2, 0);
  return all > SURELY * Math.sqrt(spread) && all > 0;
}

const scaleOf = (unit: number): number => Math.max(0, 1 + SCALE * unit);

/** The answers' loss under a correction, in units of what is believed beforehand. */
class Answers {
  private readonly fields: number;
  /** By pair and kind: prior and blanks; by pair, kind and field: its weight. Thousandths of a bit. */
  private readonly fixed: Float64Array;
  private readonly weights: Float64Array;
  /** Whether a class's weight of a field is the field's own, which is scaled. */
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

  /** Minus the log of the probability of some of the answers, in nats. */
  cost(among: readonly number[], units: Float64Array): number {
    let cost = 0;
    for (const pair of among) {
      const match = SLIP / 2 + (1 - SLIP) * this.posterior(pair, units);
      cost -= Math.log(this.judged.isSame[pair]! ? match : 1 - match);
    }
    return cost;
  }

  /** Descends by gradients, with steps that halve where they lead up (the loss is smooth and small). */
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

  /** Slopes of what `fit` makes small. */
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

  /** @param slopes where given, gets what the odds against a match lose for each unit */
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

/** Counts the answers that a model was right about, at a threshold of one half. */
export function foreseenOf(parameters: Parameters, { pairs, isSame }: JudgedSample): number {
  const posteriors = new Posteriors(parameters, { ...pairs, rowEnds: new Int32Array(0), possible: 1 });
  return isSame.filter((same, pair) => posteriors.of(pair) >= 0.5 === same).length;
}
