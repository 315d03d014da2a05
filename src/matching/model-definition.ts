import type { Frequencies, ScoreModel } from './model.js';
import { sealedValues } from './sealed-values.js';

/**
 * A score model as `scenarios.json` holds it: match weights (`evidence`) in thousandths of a bit, non-match classes
 * under `rivals`, see `ScoreModel`. Made by `train`; not meant to be written by hand.
 */
export interface ModelDefinition {
  /** Form of this object. */
  version: 1;
  prior: number;
  /** One for each of the scenario's fields, in their order. */
  fields: FieldModelDefinition[];
  rivals?:
    | {
        name: string;
        prior: number;
        evidence: (number[] | null)[];
        blankAlike?: boolean | undefined;
      }[]
    | undefined;
  /** Its training data and expected quality; for people, not used in scoring. */
  trained?: TrainedOn | undefined;
}

export interface FieldModelDefinition {
  levels: { from: number; evidence: number; adjusted: number }[];
  frequencies?:
    | {
        others: number;
        listed: [text: string, adjustment: number][];
        sealed?: { salt: string; listed: [digest: string, adjustment: number][] } | undefined;
      }
    | undefined;
  blanks?: [none: number, one: number, both: number] | undefined;
}

export interface TrainedOn {
  records: number;
  seed: number;
  /**
   * Pairs at or above the scenario's threshold, and how many of them are matches by their own posteriors: shares 0..1.
   */
  expectedPairs: number;
  expectedPrecision: number;
  expectedRecall: number;
}

export function toScoreModel({ prior, fields, rivals }: ModelDefinition): ScoreModel {
  return {
    prior,
    fields: fields.map(({ levels, frequencies, blanks }) => ({
      levels: levels.map(({ from, evidence, adjusted }) => ({ from, matchWeight: evidence, adjusted })),
      ...(frequencies && {
        frequencies: {
          others: frequencies.others,
          listed: new Map(frequencies.listed),
          ...(frequencies.sealed && { sealed: sealedValues(frequencies.sealed.salt, frequencies.sealed.listed) }),
        } satisfies Frequencies,
      }),
      ...(blanks && { blanks }),
    })),
    ...(rivals && {
      nonMatches: rivals.map(({ name, prior, evidence, blankAlike }) => ({
        ...{ name, prior, matchWeights: evidence },
        ...(blankAlike && { isBlankAlike: true }),
      })),
    }),
  };
}

/** The model of a scenario reduced to some of its fields. @param kept positions of the fields that stay, ascending */
export function reduceModel(model: ScoreModel, kept: readonly number[]): ScoreModel {
  return {
    prior: model.prior,
    fields: kept.map((i) => model.fields[i]!),
    ...(model.nonMatches && {
      nonMatches: model.nonMatches.map((each) => ({
        ...each,
        matchWeights: kept.map((i) => each.matchWeights[i]!),
      })),
    }),
  };
}
