import { createHash } from 'node:crypto';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { ConfigurationError, type Problem } from './problem.js';

/** Length of a version in characters, which encode 96 bits of a digest. */
const VERSION_LENGTH = 16;

/** A scenario without its model, as people read and edit it. */
export type EditedScenario = Omit<ScenarioDefinition, 'model'>;

/** Origin of a scenario: built in, built in but changed, or from the configuration. */
export type ScenarioOrigin = 'builtIn' | 'changed' | 'configured';

export function originOf(definition: ScenarioDefinition): ScenarioOrigin {
  const builtin = builtinScenarios.find(({ id }) => id === definition.id);
  if (builtin === undefined) return 'configured';
  return sorted(builtin) === sorted(definition) ? 'builtIn' : 'changed';
}

/** Returns a digest of a scenario or another part, or `undefined` if there is no value. */
export function versionOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return createHash('sha256').update(sorted(value)!).digest('base64url').slice(0, VERSION_LENGTH);
}

/** Returns the form for `scenarios.json`. For a built-in scenario, this has only the differences, if any. */
export function asWritten(definition: ScenarioDefinition): object | undefined {
  const builtin = builtinScenarios.find(({ id }) => id === definition.id);
  if (builtin?.object !== definition.object) return definition;
  const before: Partial<Record<string, unknown>> = { ...builtin };
  const after: Partial<Record<string, unknown>> = { ...definition };
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // The short form cannot express that a key is removed.
  if (keys.some((key) => before[key] !== undefined && after[key] === undefined)) return definition;
  const changed = keys.filter((key) => sorted(before[key]) !== sorted(after[key]));
  if (changed.length === 0) return undefined;
  return { id: definition.id, ...Object.fromEntries(changed.map((key) => [key, after[key]])) };
}

/**
 * Returns an edited scenario with the current model. A learned scenario can lose fields but not get new ones, because
 * the model has no statistics for them.
 * @throws ConfigurationError
 */
export function withModelOf(edited: EditedScenario, current: ScenarioDefinition | undefined): ScenarioDefinition {
  const model = current?.model;
  if (edited.scoreMethod !== 'probabilistic' || model === undefined) return edited;
  const keyOf = ({ field, method }: { field: string; method: string }): string => `${field} with method ${method}`;
  const places = new Map(current!.fields.map((field, i) => [keyOf(field), i]));
  const problems: Problem[] = [];
  const kept = edited.fields.flatMap((field, i) => {
    const place = places.get(keyOf(field));
    if (place !== undefined) return [place];
    const message = `the model does not cover ${keyOf(field)}: expected one of ${[...places.keys()].join(', ')}`;
    problems.push({ file: 'scenario', path: `fields[${i}]`, message });
    return [];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  const rivals = model.rivals?.map((rival) => ({ ...rival, evidence: kept.map((place) => rival.evidence[place]!) }));
  const fields = kept.map((place) => model.fields[place]!);
  return { ...edited, model: { ...model, fields, ...(rivals && { rivals }) } };
}

/** Serialises JSON with sorted keys, so that equal content produces equal strings. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
