import type { Frequencies, ScoreModel } from './model.js';
import type { FieldModelDefinition, ModelDefinition } from './model-schema.js';
import { saltOf, digestOfValue, sealedValues } from './sealed-values.js';

export type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/** Replaces values with digests if `isSealed` accepts them. Keeps existing digests. */
export function sealWhere(
  frequencies: FrequenciesDefinition,
  isSealed: (text: string) => boolean,
): FrequenciesDefinition {
  const { others, listed, sealed } = frequencies;
  const hidden = listed.filter(([text]) => isSealed(text));
  if (hidden.length === 0) return frequencies;
  const salt = sealed?.salt ?? saltOf(listed);
  const digests = hidden.map(([text, adjustment]): [string, number] => [digestOfValue(salt, text), adjustment]);
  // Sorted by digest, because the original order would reveal something about the values.
  const all = [...(sealed?.listed ?? []), ...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  return { others, listed: listed.filter(([text]) => !isSealed(text)), sealed: { salt, listed: all } };
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

/** Reduces a model to some fields. @param kept positions of these fields, ascending */
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
