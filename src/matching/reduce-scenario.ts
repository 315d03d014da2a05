import { FULL } from './method.js';
import { reduceModel } from './model-definition.js';
import type { Scenario, ScenarioField } from './scenario.js';

export type FilledFields = ReadonlySet<string> | ((field: ScenarioField) => boolean);

function isFilled(field: ScenarioField, filled: FilledFields): boolean {
  return typeof filled === 'function' ? filled(field) : field.fields.some((name) => filled.has(name));
}

/** Removes fields that no record has, and adapts the minimum overlap. Returns `undefined` if no field is left. */
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

/** `given` keeps scenarios as they are. `listed` is for pairs that people review, `merged` for pairs to be merged. */
export type PairsFor = 'given' | 'listed' | 'merged';

/**
 * Like `reduceTo`, but returns `undefined` if the records have only the scenario's name and place fields. No pair may
 * match on people's names alone: a large file has more people with the same name than duplicates (this rule raised F1
 * from 0.52 to 0.84 on 100,000 generated contacts). For merged pairs, names and places do not suffice, even if all of
 * them agree. For listed pairs, this would lose many true pairs (it lowered F1 from 0.65 to 0.53 on 50,578 historical
 * persons).
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
  const beyond = Math.floor((bound * FULL) / totalWeight) + 1;
  // If only one field is neither a name nor a place, this field must agree. Otherwise, too many pairs are listed.
  const isOneMore = isMerged && fields.filter(({ isNameOrPlace }) => isNameOrPlace !== true).length === 1;
  return {
    ...reduced,
    minimumOverlap: Math.max(minimumOverlap, beyond),
    ...(isOneMore && { threshold: Math.max(reduced.threshold, beyond) }),
  };
}

/**
 * Returns the scenarios for records with these fields. If at least one configured scenario can have the grounds that an
 * upsert requires, all scenarios require these grounds.
 * @returns the scenarios, and whether the pairs have less evidence than an upsert requires
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

const FEWEST_FIELDS = 2;

/** Returns the end of an error message, or `undefined` if learning a scenario from these fields is useful. */
export function whyTooFewFields(compared: readonly { readonly field: string }[]): string | undefined {
  const fields = new Set(compared.flatMap(({ field }) => field.split(/[+|]/)));
  if (fields.size >= FEWEST_FIELDS) return undefined;
  return fields.size === 0 ? 'no field can be compared' : `only ${[...fields].join(', ')} can be compared`;
}
