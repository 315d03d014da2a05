import type { Similarity } from '../matching/method.js';
import type { FieldModel, Frequencies, NonMatchModel, ScoreModel } from '../matching/model.js';
import { adjustedShare, matchWeights } from './levels.js';

/** What is learned of one field. Shares by level, from the most similar down; both sides filled. */
export interface FieldParameters {
  readonly levels: readonly Similarity[];
  /** Of two records taken at random, matches among them. */
  readonly random: readonly number[];
  readonly frequencies: Frequencies;
  /**
   * Of a remark (swapped names) the fields that it is made of, as positions. It has a match weight only where values are
   * similar and not equal, and these fields are not: there it speaks in their stead.
   */
  readonly remarksOn: readonly number[] | undefined;
  /** Of matches: the m-probabilities. */
  m: readonly number[];
  /** Of two records that only chance brought together: the u-probabilities. */
  u: readonly number[];
}

export interface NonMatchParameters {
  readonly name: string;
  readonly isCounted: boolean;
  /** Share of all pairs that are of this class. */
  share: number;
  /** By field the shares of its levels; `null` where such records agree by chance. */
  levels: readonly (readonly number[] | null)[];
  /** By field whether values are alike only: equal ones are as rare as chance has them. */
  readonly neverEqual: readonly boolean[];
}

export interface Parameters {
  /** Share of all pairs that are matches. */
  matches: number;
  readonly fields: readonly FieldParameters[];
  readonly nonMatches: readonly NonMatchParameters[];
}

/**
 * Of what agrees at random, at least this share is taken to be chance: never let matches explain all of it, or
 * agreement would prove everything.
 */
const LEAST_CHANCE = 0.05;

/**
 * Takes the matches out of what two random records show. @param pairs pairs in the table: none is less likely than a
 * fraction of one pair
 */
export function excludeMatches(field: FieldParameters, matches: number, pairs: number): void {
  field.u = field.random.map((share, i) =>
    Math.max((share - matches * field.m[i]!) / (1 - matches), LEAST_CHANCE * share, 0.2 / pairs),
  );
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
export function modelOf({ matches, fields, nonMatches }: Parameters): ScoreModel {
  const plain = fields.map((field) => (field.remarksOn ? undefined : fieldModel(field)));
  return {
    prior: thousandths(matches / (1 - matches)),
    fields: fields.map(
      (field, i) =>
        plain[i] ??
        remarkModel(
          field,
          field.remarksOn!.map((other) => plain[other]!),
        ),
    ),
    nonMatches: nonMatches.map(({ name, share, levels }): NonMatchModel => ({
      name,
      prior: thousandths(matches / share),
      matchWeights: levels.map(
        (shares, f) => shares && fields[f]!.m.map((match, i) => thousandths(match / shares[i]!)),
      ),
    })),
  };
}

/** @param others of the fields that it remarks on */
function remarkModel({ levels, m, u }: FieldParameters, others: readonly FieldModel[]): FieldModel {
  // These are not alike wherever it speaks: their evidence against a match is given back.
  const against = others.reduce((sum, { levels }) => sum + levels.at(-1)!.matchWeight, 0);
  const weights = matchWeights(m.slice(1, -1), u.slice(1, -1));
  const weightOf = (level: number) => Math.max(0, Math.round(1_000 * weights[level - 1]!) - against);
  const isSilent = (level: number) => level === 0 || level === levels.length - 1;
  return {
    levels: levels.map((from, i) => ({ from, matchWeight: isSilent(i) ? 0 : weightOf(i), adjusted: 0 })),
  };
}

function fieldModel({ levels, m, u, frequencies }: FieldParameters): FieldModel {
  const weights = matchWeights(m, u).map((bits) => Math.round(1_000 * bits));
  // What is not similar never speaks for a match, whatever a few pairs may look like: no bound would hold else, and
  // every record would be looked at.
  const last = weights.length - 1;
  weights[last] = Math.min(weights[last]!, 0);
  return {
    levels: levels.map((from, i) => ({ from, matchWeight: weights[i]!, adjusted: adjustedShare(from) })),
    frequencies,
  };
}

function thousandths(odds: number): number {
  return Math.round(1_000 * Math.log2(odds));
}
