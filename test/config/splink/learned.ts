import fc from 'fast-check';
import type { FieldModelDefinition } from '../../../src/matching/model-definition.js';
import type { ScenarioDefinition } from '../../../src/matching/scenario.js';

/** Fields that a learned scenario may compare, by their usual methods. */
export const FIELDS = [
  ['FirstName', 'personName'],
  ['LastName', 'personName'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['Birthdate', 'date'],
  ['MailingStreet', 'street'],
  ['MailingCity', 'city'],
  ['MailingPostalCode', 'postalCode'],
  ['Title', 'exact'],
] as const;

const FROMS = [9_500, 9_000, 8_500, 8_000, 7_500, 7_000, 6_000, 1];

/** Levels as training makes them: weights fall, some speak for a match and the last against one. */
const fieldModel: fc.Arbitrary<FieldModelDefinition> = fc
  .record({
    froms: fc.subarray(FROMS),
    weights: fc.array(fc.integer({ min: -9_000, max: 14_000 }), { minLength: 8, maxLength: 8 }),
    equal: fc.integer({ min: 200, max: 15_000 }),
    other: fc.integer({ min: -12_000, max: -100 }),
    isAdjusted: fc.boolean(),
    blanks: fc.option(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -250, max: 250 })))),
  })
  .map(({ froms, weights, equal, other, isAdjusted, blanks }) => {
    const between = weights
      .slice(0, froms.length)
      .map((weight) => Math.max(other, Math.min(equal, weight)))
      .sort((a, b) => b - a);
    const adjusted = (from: number) => (from === 10_000 ? 1_000 : from >= 8_500 ? 500 : 0);
    const levels = [10_000, ...froms, 0].map((from, i) => ({
      ...{ from, evidence: [equal, ...between, other][i]! },
      adjusted: isAdjusted ? adjusted(from) : 0,
    }));
    return {
      levels,
      ...(isAdjusted && { frequencies: { others: 500, listed: [['smith', -2_000]] } }),
      ...(blanks && { blanks: blanks as [number, number, number] }),
    } satisfies FieldModelDefinition;
  });

export const learnedScenario: fc.Arbitrary<ScenarioDefinition> = fc
  .record({
    fields: fc.subarray([...FIELDS], { minLength: 1 }),
    models: fc.array(fieldModel, { minLength: FIELDS.length, maxLength: FIELDS.length }),
    prior: fc.integer({ min: -25_000, max: -3_000 }),
  })
  .map(({ fields, models, prior }) => ({
    ...{ id: 'contact-learned', name: 'Contact Learned', object: 'Contact', threshold: 90 },
    usage: ['restSearch'],
    scoreMethod: 'probabilistic',
    fields: fields.map(([field, method]) => ({ field, method, weight: 1, blank: 'ignore' })),
    model: { version: 1, prior, fields: models.slice(0, fields.length) },
  }));
