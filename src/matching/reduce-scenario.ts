import { FULL } from './method.js';
import { reduceModel } from './model-definition.js';
import type { Scenario, ScenarioField } from './scenario.js';

/** Names of the declared fields that the records can fill, or which of a scenario's fields. */
export type FilledFields = ReadonlySet<string> | ((field: ScenarioField) => boolean);

function isFilled(field: ScenarioField, filled: FilledFields): boolean {
  return typeof filled === 'function' ? filled(field) : field.fields.some((name) => filled.has(name));
}

/**
 * A scenario over the fields that the records can fill: the others never hold a value and leave the weighting, and the
 * evidence that a pair needs is a share of what the records can give. `undefined` when they have none of its fields.
 */
function reduceTo(scenario: Scenario, filled: FilledFields): Scenario | undefined {
  const kept = scenario.fields.flatMap((field, i) => (isFilled(field, filled) ? [i] : []));
  const fields = kept.map((i) => scenario.fields[i]!);
  if (fields.length === 0) return undefined;
  return {
    ...scenario,
    fields,
    totalWeight: fields.reduce((sum, { weight }) => sum + weight, 0),
    ...(scenario.model && { model: reduceModel(scenario.model, kept) }),
  };
}

/**
 * The use of pairs. `given` scenarios are taken as they are. Where pairs are `listed`, people look at them; where
 * they are `merged`, nobody may be lost to a namesake.
 */
export type PairsFor = 'given' | 'listed' | 'merged';

/**
 * As `reduceTo`, but `undefined` when the records have only names and places of the scenario: a file without telephone
 * numbers and e-mail addresses does not make duplicates of equal names. No pair rests on persons' names alone: of
 * 100,000 generated contacts F1 is 0.84 instead of 0.52, for in a large file namesakes outnumber duplicates. What is
 * to be merged needs more than all names and places in each pair; asked of pairs that are listed, that would lose many
 * true ones: F1 0.53 instead of 0.65 among 50,578 historical persons.
 */
function reduceAsForUpsert(scenario: Scenario, filled: FilledFields, isMerged: boolean): Scenario | undefined {
  const reduced = reduceTo(scenario, filled);
  if (reduced === undefined || scenario.model !== undefined) return reduced;
  const { totalWeight, minimumOverlap, fields } = reduced;
  const weightOf = (of: (field: ScenarioField) => boolean): number =>
    fields.reduce((sum, field) => (of(field) ? sum + field.weight : sum), 0);
  const namesAndPlaces = weightOf(({ isNameOrPlace }) => isNameOrPlace === true);
  if (namesAndPlaces === totalWeight) return undefined;
  const bound = isMerged ? namesAndPlaces : weightOf(({ method }) => method.kind === 'personName');
  return { ...reduced, minimumOverlap: Math.max(minimumOverlap, Math.floor((bound * FULL) / totalWeight) + 1) };
}

/**
 * The scenarios that records with these fields can meet; none where they have none of the fields. Configured ones ask
 * for an upsert's evidence where one of them can get it.
 *
 * @returns whether the pairs rest on less than an upsert asks for
 */
export function reduceScenarios(
  scenarios: readonly Scenario[],
  filled: FilledFields,
  pairsFor: PairsFor,
): { readonly scenarios: Scenario[]; readonly isLess: boolean } {
  const asForUpsert = (each: Scenario) => reduceAsForUpsert(each, filled, pairsFor === 'merged');
  const met = pairsFor === 'given' ? [] : definedOf(scenarios.map(asForUpsert));
  if (met.length > 0) return { scenarios: met, isLess: false };
  const reduced = definedOf(scenarios.map((scenario) => reduceTo(scenario, filled)));
  return { scenarios: reduced, isLess: pairsFor !== 'given' && reduced.length > 0 };
}

const definedOf = (scenarios: readonly (Scenario | undefined)[]) => scenarios.filter((one) => one !== undefined);
