import { blankWeight, type ScoreModel } from '../matching/model.js';
import { Posteriors } from './expectation-maximisation.js';
import type { JudgedSample } from './judged-pairs.js';
import { modelOf, type Parameters } from './parameters.js';

/** What people's answers say of a model: how far its prior and the weights of its fields were off. */
export interface Correction {
  /** Thousandths of a bit, added to the prior. */
  readonly bits: number;
  /** By field: factors of its weights. */
  readonly scales: readonly number[];
}

/** Standard deviations of what is believed beforehand: in bits, of the prior, and of the factors around 1. */
const PRIOR_BITS = 6;
const SCALE = 0.6;
/** Nats by which a correction must make the answers likelier than they were, for each thing that it changes. */
const LEAST_GAIN = 1;
const STEPS = 400;
const NAT = Math.LN2 / 1_000;
/** A slip of a person: no answer is surer than this. */
const SLIP = 0.01;

/**
 * Fits the prior and a factor for each field to the answers, by the posterior of both under what is believed
 * beforehand: logistic regression with the model's own weights as its offset. The prior is changed alone where that is
 * as good.
 *
 * @returns `undefined` where the answers bear the model out: then it stays as it is
 */
export function fitCorrection(parameters: Parameters, judged: JudgedSample): Correction | undefined {
  const count = judged.isSame.length;
  const isBothWays = judged.isSame.includes(true) && judged.isSame.includes(false);
  if (count === 0) return undefined;
  const answers = new Answers(modelOf({ ...parameters, correction: undefined }), parameters, judged);
  const fields = parameters.fields.length;
  const none = new Float64Array(fields + 1);
  const before = answers.loss(none);
  const shift = answers.fit(none, (i) => i === 0);
  const gained = before - answers.loss(shift);
  const whole = isBothWays ? answers.fit(shift, () => true) : shift;
  const gainedMore = answers.loss(shift) - answers.loss(whole);
  const chosen = gainedMore > LEAST_GAIN * 2 ? whole : shift;
  if (before - answers.loss(chosen) < LEAST_GAIN || (gained < LEAST_GAIN && chosen === shift)) return undefined;
  return {
    bits: Math.round(1_000 * PRIOR_BITS * chosen[0]!),
    scales: Array.from({ length: fields }, (_, f) => scaleOf(chosen[f + 1]!)),
  };
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

  /** Minus the log of the answers' probability, and of what is believed beforehand, in nats. */
  loss(units: Float64Array): number {
    let loss = 0;
    for (const unit of units) loss += (unit * unit) / 2;
    const { isSame } = this.judged;
    for (let pair = 0; pair < isSame.length; pair++) {
      const match = SLIP / 2 + (1 - SLIP) * this.posterior(pair, units);
      loss -= Math.log(isSame[pair]! ? match : 1 - match);
    }
    return loss;
  }

  /** Descends by numerical gradients, with steps that halve where they lead up (the loss is smooth and small). */
  fit(from: Float64Array, isFree: (parameter: number) => boolean): Float64Array {
    let at = Float64Array.from(from);
    let loss = this.loss(at);
    let step = 0.5;
    for (let n = 0; n < STEPS && step > 1e-6; n++) {
      const gradient = at.map((unit, i) => {
        if (!isFree(i)) return 0;
        const [up, down] = [Float64Array.from(at), Float64Array.from(at)];
        up[i] = unit + 1e-4;
        down[i] = unit - 1e-4;
        return (this.loss(up) - this.loss(down)) / 2e-4;
      });
      const length = Math.hypot(...gradient);
      if (length < 1e-5) break;
      const next = at.map((unit, i) => unit - (step * gradient[i]!) / Math.max(1, length));
      const reached = this.loss(next);
      if (reached < loss) {
        at = next;
        loss = reached;
        step *= 1.3;
      } else step /= 2;
    }
    return at;
  }

  private posterior(pair: number, units: Float64Array): number {
    let odds = 1;
    for (let k = 0; k < this.kinds; k++) {
      let sum = this.fixed[pair * this.kinds + k]! + 1_000 * PRIOR_BITS * units[0]!;
      for (let f = 0; f < this.fields; f++) {
        const weight = this.weights[(pair * this.kinds + k) * this.fields + f]!;
        sum += this.isOwn[k * this.fields + f] === 1 ? weight * scaleOf(units[f + 1]!) : weight;
      }
      odds += Math.exp(-sum * NAT);
    }
    return 1 / odds;
  }
}

/** Of how many answers a model was right, at a threshold of one half. */
export function foreseenOf(parameters: Parameters, { pairs, isSame }: JudgedSample): number {
  const posteriors = new Posteriors(parameters, { ...pairs, rowEnds: new Int32Array(0), possible: 1 });
  return isSame.filter((same, pair) => posteriors.of(pair) >= 0.5 === same).length;
}
