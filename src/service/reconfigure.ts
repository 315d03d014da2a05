import type { Configuration } from '../store/config/configuration.js';
import type { MatchMethod } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { ObjectType } from '../records/object-type.js';
import { typeDigest } from './index-snapshot/program-digest.js';

/**
 * Returns a configuration for a running service, with the scenarios, filters, cross-object maps, survivorship rules,
 * webhooks, inbound forms, lists and job schedule of `next`. Reuses equal match methods, so that indexes remain valid.
 */
export function reconfigured(running: Configuration, next: Configuration): Configuration {
  const { scenarioDefinitions, filters, crossObject, survivorship, webhooks, inbound, lists } = next;
  const keepsMethods = JSON.stringify([...lists]) === JSON.stringify([...running.lists]);
  const methods = new Map(
    keepsMethods ? running.scenarios.flatMap(({ fields }) => fields.map(({ method }) => [method.name, method])) : [],
  );
  const scenarios = next.scenarios.map((scenario) => withMethods(scenario, methods));
  const settings = { ...running.settings, jobs: next.settings.jobs };
  const taken = { scenarios, scenarioDefinitions, filters, crossObject, survivorship, webhooks, inbound, lists };
  return { ...running, settings, ...taken };
}

/** Returns the objects whose indexes do not fit a new configuration. */
export function outdatedTypes(running: Configuration, next: Configuration): ObjectType[] {
  return running.registry.types.filter((type) => {
    const [before, after] = [running, next].map(({ scenarios }) =>
      scenarios.filter(({ object }) => object === type.name),
    );
    if (before!.length === 0 && after!.length === 0) return false;
    return typeDigest(running, type, before!) !== typeDigest(next, type, after!);
  });
}

function withMethods(scenario: Scenario, methods: ReadonlyMap<string, MatchMethod>): Scenario {
  return {
    ...scenario,
    fields: scenario.fields.map((field) => ({ ...field, method: methods.get(field.method.name) ?? field.method })),
  };
}
