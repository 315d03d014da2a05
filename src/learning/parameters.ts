import type { Similarity } from '../matching/method.js';
import type { FieldModel, Frequencies, NonMatchModel, ScoreModel } from '../matching/model.js';
import { blankWeights, type BlankParameters } from './blanks.js';
import type { Correction } from './correction.js';
import { adjustedShare, matchWeights } from './comparison-levels.js';

/** Learned parameters of one field: shares by level, from the most similar down; both sides filled. */
export interface FieldParameters {
  readonly levels: readonly Similarity[];
  /** Shares among pairs of records taken at random, matches among them. */
  readonly random: readonly number[];
  readonly frequencies: Frequencies;
  /**
   * Positions of the fields that a remark (swapped names) is made of. It has a match weight only where values
   * are similar and not equal, and these fields are not: there it speaks in their stead.
   */
  readonly remarksOn: readonly number[] | undefined;
  /** `undefined` where blanks say nothing. */
  readonly blanks: BlankParameters | undefined;
  /** Shares among matches: the m-probabilities. */
  m: readonly number[];
  /** Shares among pairs that only chance brought together: the u-probabilities. */
  u: readonly number[];
}

export interface NonMatchParameters {
  readonly name: string;
  readonly isCounted: boolean;
  /** Share of all pairs that are of this class. */
  share: number;
  /** By field the shares of its levels; `null` where such records agree by chance. */
  levels: readonly (readonly number[] | null)[];
  readonly isBlankAlike: boolean;
  /** By field whether values are alike only: equal ones are as rare as chance has them. */
  readonly neverEqual: readonly boolean[];
}

export interface Parameters {
  /** Share of all pairs that are matches. */
  matches: number;
  readonly fields: readonly FieldParameters[];
  readonly nonMatches: readonly NonMatchParameters[];
  /** By what people said; absent: nothing to correct. */
  correction?: Correction | undefined;
}

/**
 * At least this share of random agreement is taken to be chance: never let matches explain all of it, or agreement
 * would prove everything.
 */
const LEAST_CHANCE = 0.05;
/** No level is taken to be rarer among all pairs than this fraction of one pair. */
export const LEAST_PAIRS = 0.2;

/** Takes the matches out of what two random records show. @param pairs pairs in the table */
export function excludeMatches(field: FieldParameters, matches: number, pairs: number): void {
  for (const shares of [field, field.blanks]) {
    if (shares === undefined) continue;
    const { random, m } = shares;
    shares.u = random.map((share, i) =>
      Math.max((share - matches * m[i]!) / (1 - matches), LEAST_CHANCE * share, LEAST_PAIRS / pairs),
    );
  }
}

/** Shares of the levels of which the first, of equal values, is that of chance. */
export function withoutEqual(shares: readonly number[], chance: number): number[] {
  const rest = (1 - chance) / Math.max(1e-9, 1 - shares[0]!);
  return shares.map((share, i) => (i === 0 ? chance : share * rest));
}

/** Whether a level is that of a remark which speaks in the stead of other fields. */
export function isRemarked({ levels, remarksOn }: FieldParameters, level: number): boolean {
  return remarksOn !== undefined && level > 0 && level < levels.length - 1;
}

/** The model that the parameters make, in whole thousandths of a bit. */
export function modelOf({ matches, fields, nonMatches, correction }: Parameters): ScoreModel {
  const models = fields.map((field, f) => (field.remarksOn ? undefined : fieldModel(field, correction?.scales[f])));
  const shift = correction?.bits ?? 0;
  const lastOf = (weights: readonly number[]) => weights.at(-1)!;
  const own = models.map((model) => model?.levels.map(({ matchWeight }) => matchWeight) ?? []);
  const sum = (of: readonly number[], weight: (f: number) => number) => of.reduce((total, f) => total + weight(f), 0);
  fields.forEach((field, f) => {
    const { remarksOn, levels, u } = field;
    if (!remarksOn) return;
    const against = sum(remarksOn, (part) => lastOf(own[part]!));
    const weights = remarkWeights(field, u).map((bits, i) => (isRemarked(field, i) ? Math.max(0, bits - against) : 0));
    models[f] = {
      levels: levels.map((from, i) => ({
        ...{ from, matchWeight: weights[i]! },
        adjusted: isRemarked(field, i) ? adjustedShare(from) : 0,
      })),
      frequencies: field.frequencies,
    };
  });
  return {
    prior: thousandths(matches / (1 - matches)) + shift,
    fields: models.map((model) => model!),
    nonMatches: nonMatches.map(({ name, share, levels, isBlankAlike }): NonMatchModel => {
      const plain = levels.map(
        (shares, f) => shares && fields[f]!.m.map((match, i) => thousandths(match / shares[i]!)),
      );
      const matchWeights = fields.map((field, f) => {
        const { remarksOn, u } = field;
        if (!remarksOn || [f, ...remarksOn].every((i) => levels[i] === null)) return plain[f]!;
        const against = sum(remarksOn, (part) => lastOf(plain[part] ?? own[part]!));
        return remarkWeights(field, levels[f] ?? u).map((bits, i) => (isRemarked(field, i) ? bits - against : 0));
      });
      return { name, prior: thousandths(matches / share) + shift, matchWeights, ...(isBlankAlike && { isBlankAlike }) };
    }),
  };
}

/**
 * Match weights of a remark by level, against records that show these shares. The fields that it remarks on are not
 * alike wherever it speaks: what they say against a match is to be given back.
 */
function remarkWeights({ m }: FieldParameters, other: readonly number[]): number[] {
  const similar = matchWeights(m.slice(1, -1), other.slice(1, -1)).map((bits) => Math.round(1_000 * bits));
  return [0, ...similar, 0];
}

/** @param scale factor of its weights */
function fieldModel({ levels, m, u, frequencies, blanks }: FieldParameters, scale = 1): FieldModel {
  const weights = matchWeights(m, u).map((bits) => Math.round(1_000 * bits * scale));
  // Values that are not similar never speak for a match, whatever a few pairs may look like: no bound would hold else,
  // and every record would be looked at.
  const last = weights.length - 1;
  weights[last] = Math.min(weights[last]!, 0);
  return {
    levels: levels.map((from, i) => ({
      ...{ from, matchWeight: weights[i]! },
      adjusted: Math.min(1_000, Math.round(adjustedShare(from) * scale)),
    })),
    frequencies,
    ...(blanks && { blanks: blankWeights(blanks) }),
  };
}

function thousandths(odds: number): number {
  return Math.round(1_000 * Math.log2(odds));
}
