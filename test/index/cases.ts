import type { CandidateQuery } from '../../src/index/candidate-index.js';
import type { FieldTexts } from '../../src/matching/field-texts.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import type { MatchMethod } from '../../src/matching/method.js';
import type { FieldModel, ScoreModel } from '../../src/matching/model.js';
import type { Scenario, ScenarioField } from '../../src/matching/scenario.js';
import type { Random } from './random.js';
import { toyMethods } from './toy-methods.js';
import { entriesOf } from '../support/entries.js';

/** Small vocabularies by method name, so that records collide. They include hostile values. */
const people = entriesOf(`
  Anna | Ana | Anne | Jon | John | Jhon | Jonathan | J | Smith | Smyth | Schmidt | Brien | O'Brien | Łukasz
`);
const vocabularies: Readonly<Record<string, readonly string[]>> = {
  letters: ['ab', 'ac', 'bc', 'cd', 'de', 'ab1', 'AB2', 'fe', 'a', 'g'],
  near: ['1', '2', '3', '7', '8', '20', '007', 'x'],
  bag: ['red blue', 'blue', 'red', 'proto blue', 'Proto', 'green red blue', 'constructor', 'green'],
  personName: people,
  fullName: ['Anna Smith', 'Smith Anna', 'Ana Smyth', 'John Brien', 'Jon Brien', 'J Smith', 'Anna Maria Smith'],
  companyName: ['Acme Inc', 'Acme', 'Acme Ltd', 'Akme Tools', 'Globex Tools GmbH', 'Globex', 'Acme Tools Ireland'],
  phone: ['+1 212 555 0100', '2125550100', '212-555-0101', '(212) 555 0199', '+44 20 7946 0000', 'none'],
  email: ['anna@x.com', 'ana@x.com', 'Anna@X.com', 'jon.brien@y.org', 'jonbrien@y.org', 'info@x.com', 'nonsense'],
  website: ['acme.com', 'www.acme.com', 'https://acme.com/x', 'globex.org'],
  street: ['1 Main Street', '1 Main St', '2 Main St', '10 Oak Avenue', 'Oak Ave 10', 'Main Street'],
  city: ['Springfield', 'Springfeld', 'Abilene', 'York', 'New York'],
  postalCode: ['12345', '12346', '1234', '99999', 'SW1A 1AA', 'sw1a1aa'],
  date: ['1980-01-02', '1980-02-01', '1980-01-03', '1999-12-31'],
  number: ['1', '1.0', '2', '100', '101'],
  exact: ['a', 'A', 'a b', 'a  b', '\ud800', 'é'],
  text: ['big red car', 'red car', 'a small blue car', 'car', 'house'],
};
const rest = vocabularies['companyName']!;

export const allMethods: readonly MatchMethod[] = [...toyMethods, ...createMethods().values()];

export function wordsOf(method: MatchMethod): readonly string[] {
  return vocabularies[method.name] ?? rest;
}

/** Returns the Id of the nth record. Ids ascend in order of creation. */
export function idOf(n: number): string {
  return `003${String(n).padStart(6, '0')}`;
}

/** All fields have equal weight. Missing values count as different unless the field ignores blanks. */
export function scenarioOf(
  fields: readonly (readonly [fields: readonly string[], method: MatchMethod, blank?: 'ignore'])[],
  threshold: number,
  minimumOverlap = 0,
): Scenario {
  return {
    id: 's',
    name: 'S',
    object: 'Thing',
    threshold,
    usage: [],
    minimumOverlap,
    fields: fields.map(([names, method, blank]) => ({
      fields: names,
      label: names.join('+'),
      method,
      weight: 5_000,
      blank: blank ?? 'mismatch',
    })),
    totalWeight: fields.length * 5_000,
  };
}

/** Draws scenarios with up to seven fields, each compared by one or two methods, with random settings. */
export function drawScenarios(
  random: Random,
  count: number,
): { scenarios: Scenario[]; vocabulary: Map<string, readonly string[]> } {
  // Half of the cases use only toy methods, which have the most varied similarities.
  const methods = random.chance(0.5) ? toyMethods : allMethods;
  const pool = Array.from({ length: 2 + random.below(6) }, (_, i) => ({
    field: `F${i}`,
    method: random.pick(methods),
  }));
  const vocabulary = new Map(pool.map(({ field, method }) => [field, wordsOf(method)]));
  const scenarios = Array.from({ length: count }, (_, s): Scenario => {
    const fields = Array.from({ length: 1 + random.below(5) }, (): ScenarioField => {
      const { field, method } = random.pick(pool);
      const second = random.chance(0.1) ? random.pick(pool).field : undefined;
      const names = second === undefined ? [field] : [field, second];
      return {
        fields: names,
        label: names.join('+'),
        method: random.chance(0.1) ? random.pick(methods) : method,
        weight: random.chance(0.5) ? 1_000 * (1 + random.below(5)) : 1 + random.below(100_000),
        blank: random.chance(0.4) ? 'ignore' : 'mismatch',
        isNameOrPlace: random.chance(0.3),
      };
    });
    return {
      id: `s${s}`,
      name: `S ${s}`,
      object: 'Thing',
      threshold: random.chance(0.03)
        ? 0
        : random.pick([1, 100, 2_500, 4_000, 5_000, 6_000, 7_500, 8_000, 9_000, 10_000]),
      usage: [],
      minimumOverlap: random.pick([0, 0, 2_500, 4_000, 4_000, 7_777, 10_000]),
      ...(random.chance(0.3) && { asksSearches: true }),
      fields,
      totalWeight: fields.reduce((sum, { weight }) => sum + weight, 0),
      ...(random.chance(0.4) ? { model: drawModel(random, fields) } : {}),
    };
  });
  return { scenarios, vocabulary };
}

/** Evidence need not rise with similarity nor adjustments fall with frequency: bounds must hold for any model. */
function drawModel(random: Random, fields: readonly ScenarioField[]): ScoreModel {
  const prior = random.pick([0, -1_000, -4_000, -9_000, -20_000, 3_000]);
  const drawn = fields.map(({ method }): FieldModel => {
    const starts = [10_000, 9_000, 7_000, 1].filter((from) => from < 10_000 || random.chance(0.8));
    const levels = [...starts, 0].map((from) => ({
      from,
      matchWeight: from === 0 ? -random.below(6_000) : random.below(12_000) - 2_000,
      adjusted: random.pick([0, 0, 500, 1_000]),
    }));
    if (random.chance(0.3)) return { levels };
    const listed = wordsOf(method)
      .filter(() => random.chance(0.5))
      .map((word) => [method.normalise([word]), random.below(8_000) - 5_000] as const);
    return { levels, frequencies: { listed: new Map(listed), others: random.below(4_000) - 1_000 } };
  });
  const nonMatches = Array.from({ length: random.below(3) }, (_, r) => ({
    name: `class ${r}`,
    prior: random.below(10_000) - 3_000,
    matchWeights: drawn.map(({ levels }) =>
      random.chance(0.5) ? null : levels.map(() => random.below(9_000) - 5_000),
    ),
  }));
  return { prior, fields: drawn, nonMatches };
}

export function drawValues(
  random: Random,
  vocabulary: ReadonlyMap<string, readonly string[]>,
  blanks: number,
): FieldTexts {
  const values: Record<string, string> = {};
  for (const [field, words] of vocabulary) if (!random.chance(blanks)) values[field] = random.pick(words);
  return values;
}

export function drawQuery(random: Random, scenarios: readonly Scenario[], values: FieldTexts): CandidateQuery {
  const chosen = scenarios.filter(() => random.chance(0.7));
  const salt = random.below(7);
  return {
    values,
    scenarios: chosen.length > 0 ? chosen : scenarios,
    rule: random.chance(0.5) ? 'search' : random.chance(0.7) ? 'upsert' : 'dedupe',
    limit: random.pick([1, 2, 3, 5, 10, 100, Infinity]),
    ...(random.chance(0.3) ? { withTies: true } : {}),
    ...(random.chance(0.3) ? { accept: (id: string) => (Number(id.slice(3)) + salt) % 3 !== 0 } : {}),
  };
}
