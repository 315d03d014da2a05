import type { Similarity } from '../../matching/method.js';
import type { FieldModel, Frequencies, NonMatchModel, ScoreModel } from '../../matching/model.js';
import { blankWeights, type BlankParameters } from './blanks.js';
import { adjustedShare, matchWeights } from './comparison-levels.js';

/** The model's errors according to people's answers. */
export interface Correction {
  /** Thousandths of a bit, added to the prior. */
  readonly bits: number;
  /** Factors for the weights of each field. */
  readonly scales: readonly number[];
}

/** A field's shares by level, most similar first, among pairs with both values filled. */
export interface FieldParameters {
  readonly levels: readonly Similarity[];
  /** Shares among random pairs of records, including matches. */
  readonly random: readonly number[];
  readonly frequencies: Frequencies;
  /** Fields that a remark (swapped names) replaces. If its values are similar, the remark's weight is used instead. */
  readonly remarksOn: readonly number[] | undefined;
  /** `undefined` if blanks are not evidence. */
  readonly blanks: BlankParameters | undefined;
  /** Shares among matches: the m-probabilities. */
  m: readonly number[];
  /** Shares among pairs that agree only by chance: the u-probabilities. */
  u: readonly number[];
}

export interface NonMatchParameters {
  readonly name: string;
  readonly isCounted: boolean;
  /** Share of all pairs that are in the class. */
  share: number;
  /** Shares of levels by field; `null` if such records agree by chance. */
  levels: readonly (readonly number[] | null)[];
  readonly isBlankAlike: boolean;
  /** For each field, whether values are similar but equal only by chance. */
  readonly neverEqual: readonly boolean[];
}

export interface Parameters {
  /** Matches as a share of all pairs. */
  matches: number;
  readonly fields: readonly FieldParameters[];
  readonly nonMatches: readonly NonMatchParameters[];
  /** Correction from people's answers; absent if there is nothing to correct. */
  correction?: Correction | undefined;
}

/**
 * Minimum share of a random agreement that is attributed to chance, not to matches. With a share of zero, agreement
 * would be absolute proof.
 */
const LEAST_CHANCE = 0.05;
/** Minimum number of pairs assumed for a level, as a fraction of one pair. */
export const LEAST_PAIRS = 0.2;

/** Removes matches from a field's random shares. @param pairs number of pairs in the table */
export function excludeMatches(field: FieldParameters, matches: number, pairs: number): void {
  for (const shares of [field, field.blanks]) {
    if (shares === undefined) continue;
    const { random, m } = shares;
    shares.u = random.map((share, i) =>
      Math.max((share - matches * m[i]!) / (1 - matches), LEAST_CHANCE * share, LEAST_PAIRS / pairs),
    );
  }
}

/** Returns the shares after the share of equal values is replaced with that of chance. */
export function withoutEqual(shares: readonly number[], chance: number): number[] {
  const rest = (1 - chance) / Math.max(1e-9, 1 - shares[0]!);
  return shares.map((share, i) => (i === 0 ? chance : share * rest));
}

/** Returns whether the level belongs to a remark that replaces other fields. */
export function isRemarked({ levels, remarksOn }: FieldParameters, level: number): boolean {
  return remarksOn !== undefined && level > 0 && level < levels.length - 1;
}

/** Returns the model, with weights in integer thousandths of a bit. */
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
 * Returns a remark's weights by level. The caller subtracts the negative weights of the fields that the remark
 * replaces.
 */
function remarkWeights({ m }: FieldParameters, other: readonly number[]): number[] {
  const similar = matchWeights(m.slice(1, -1), other.slice(1, -1)).map((bits) => Math.round(1_000 * bits));
  return [0, ...similar, 0];
}

function fieldModel({ levels, m, u, frequencies, blanks }: FieldParameters, scale = 1): FieldModel {
  const weights = matchWeights(m, u).map((bits) => Math.round(1_000 * bits * scale));
  // Dissimilar values never have a positive weight. With a positive weight, no bound would hold, and searches would
  // read all records.
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
