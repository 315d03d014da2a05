import { FULL, type Similarity } from '../matching/method.js';
import type { FieldModel, Frequencies, NonMatchModel, ScoreModel } from '../matching/model.js';
import { adjustedShare, matchWeights } from './levels.js';

/** What is learned of one field. Shares by level, from the most similar down; both sides filled. */
export interface FieldParameters {
  readonly levels: readonly Similarity[];
  /** Of two records taken at random, matches among them. */
  readonly random: readonly number[];
  readonly frequencies: Frequencies;
  /**
   * A match weight only where values are similar and not equal: of swapped names, which other fields judge otherwise.
   */
  readonly onlySimilar: boolean;
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

/** The model that the parameters make, in whole thousandths of a bit. */
export function modelOf({ matches, fields, nonMatches }: Parameters): ScoreModel {
  return {
    prior: thousandths(matches / (1 - matches)),
    fields: fields.map(fieldModel),
    nonMatches: nonMatches.map(({ name, share, levels }): NonMatchModel => ({
      name,
      prior: thousandths(matches / share),
      matchWeights: levels.map(
        (shares, f) => shares && fields[f]!.m.map((match, i) => thousandths(match / shares[i]!)),
      ),
    })),
  };
}

function fieldModel({ levels, m, u, frequencies, onlySimilar }: FieldParameters): FieldModel {
  const weights = matchWeights(m, u).map((bits) => Math.round(1_000 * bits));
  if (onlySimilar) {
    const similar = (from: Similarity) => from > 0 && from < FULL;
    return {
      levels: levels.map((from, i) => ({
        from,
        matchWeight: similar(from) ? Math.max(0, weights[i]!) : 0,
        adjusted: 0,
      })),
    };
  }
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
