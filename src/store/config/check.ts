import { FULL } from '../../matching/method.js';
import { isSuited } from '../../matching/method-traits.js';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import type { Scenario, ScenarioDefinition, ScenarioField } from '../../matching/scenario.js';
import type { ObjectRegistry } from '../../records/object-type.js';
import type { Configuration } from './configuration.js';
import { readConfiguration } from './load.js';
import type { Problem } from './problem.js';

export interface ConfigurationCheck {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configuration?: Configuration;
}

/** Like `loadConfiguration`, but also collects warnings, for `likeness config check`. */
export async function checkConfiguration(folder?: string): Promise<ConfigurationCheck> {
  const { configuration, problems, warnings } = await readConfiguration(folder);
  if (problems.length > 0) return { problems, warnings };
  const definitions = new Map(configuration.scenarioDefinitions.map((definition) => [definition.id, definition]));
  const doubts = configuration.scenarios.flatMap((scenario) =>
    doubtsOf(scenario, definitions.get(scenario.id)!, configuration.registry),
  );
  const names = new Map<string, string>();
  for (const { id, name, object } of configuration.scenarios) {
    const other = names.get(`${object} ${name}`);
    if (other !== undefined)
      doubts.push({ file: 'scenarios.json', path: id, message: `has the same object and name as ${other}` });
    names.set(`${object} ${name}`, id);
  }
  const unreached = configuration.crossObject
    .filter((map) => map.enabled && !configuration.scenarios.some(({ object }) => object === map.to))
    .map(({ from, to }) => ({
      file: 'cross-object.json',
      path: `${from} to ${to}`,
      message: `no scenario compares ${to}, so the map has no effect`,
    }));
  // Only objects that the configuration mentions, because some built-in objects have no scenario.
  const touched = new Set([
    ...configuration.objectDefinitions.map(({ name }) => name),
    ...configuration.scenarioDefinitions.map(({ object }) => object),
  ]);
  const unchecked = configuration.registry.types
    .filter(({ name }) => touched.has(name))
    .filter(({ name }) => !configuration.scenarios.some((s) => s.object === name && s.usage.includes('restUpsert')))
    .map(({ name }) => ({
      file: 'scenarios.json',
      path: name,
      message: `no active scenario for REST upsert compares ${name}, so duplicateCheck has no effect`,
    }));
  const uncompared = (configuration.settings.jobs?.objectTypes ?? [])
    .filter(
      (name) => !configuration.scenarios.some((each) => each.object === name && each.usage.includes('restSearch')),
    )
    .map((name) => ({
      file: 'settings.json',
      path: 'jobs.objectTypes',
      message: `no scenario for REST search compares ${name}, so its job cannot start`,
    }));
  return { problems, warnings: [...warnings, ...doubts, ...unreached, ...unchecked, ...uncompared], configuration };
}

export function doubtsOf(scenario: Scenario, definition: ScenarioDefinition, registry: ObjectRegistry): Problem[] {
  const doubt = (message: string) => ({ file: 'scenarios.json', path: scenario.id, message });
  const found: Problem[] = [];
  if (scenario.usage.length === 0) found.push(doubt('has no target, so it is used only if a request gives its Id'));
  for (const field of scenario.fields) {
    for (const { name, valueType } of unsuited(field, scenario, registry))
      found.push(doubt(`${name} is of type ${valueType}, which the method ${field.method.name} does not support`));
  }
  const comparable = scenario.fields.filter(
    (field) => unsuited(field, scenario, registry).length < field.fields.length,
  );
  if (
    scenario.model === undefined &&
    weigh(comparable) * FULL < Math.max(scenario.minimumOverlap, scenario.threshold) * scenario.totalWeight
  )
    found.push(
      doubt(
        'can never find a duplicate: the total weight of its comparable fields is too low for minimumEvidence or for the threshold',
      ),
    );
  return isAsShipped(definition) ? found : [...found, ...restingOnNames(scenario)];
}

/** Returns whether names and addresses have the weights of the built-in scenario. */
function isAsShipped({ id, fields, minimumEvidence }: ScenarioDefinition): boolean {
  const builtin = builtinScenarios.find((other) => other.id === id);
  return builtin !== undefined && builtin.fields === fields && builtin.minimumEvidence === minimumEvidence;
}

/** Warns if agreement of names and addresses alone reaches `minimumEvidence`. An upsert always requires more. */
function restingOnNames(scenario: Scenario): Problem[] {
  const { id, usage, fields, totalWeight: whole, minimumOverlap: minimumEvidence, model } = scenario;
  const bound = fields.filter(({ isNameOrPlace }) => isNameOrPlace === true);
  if (!usage.includes('restUpsert') || bound.length === 0) return [];
  const warn = (message: string) => [{ file: 'scenarios.json', path: id, message }];
  const labels = bound.map(({ label }) => label).join(', ');
  const weight = weigh(bound);
  if (weight === whole)
    return warn(`compares only names and places (${labels}), which is not enough for an upsert: add another field`);
  if (model !== undefined || weight * FULL < minimumEvidence * whole) return [];
  const least = (Math.floor((weight * FULL) / whole) + 1) / FULL;
  return warn(
    `names and places alone (${labels}) satisfy minimumEvidence (${minimumEvidence / FULL}), which is not enough for an upsert: set it to ${least} or more`,
  );
}

function weigh(fields: readonly ScenarioField[]): number {
  return fields.reduce((sum, { weight }) => sum + weight, 0);
}

function unsuited(field: ScenarioField, scenario: Scenario, registry: ObjectRegistry) {
  const type = registry.byName(scenario.object);
  return field.fields.flatMap((name) => {
    const declared = type?.field(name);
    return declared === undefined || isSuited(field.method, declared.valueType) ? [] : [declared];
  });
}
