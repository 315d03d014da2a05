import { loadConfiguration } from '../../src/store/config/load.js';
import { resolveDefinitions } from '../../src/store/config/resolve-definitions.js';
import { builtinScenarios } from '../../src/matching/builtin-scenarios.js';
import type { Scenario } from '../../src/matching/scenario.js';

const configuration = await loadConfiguration();

/** The default Contact scenarios. @param threshold in percent; default: the built-in threshold */
export function contactScenarios(threshold?: number): Scenario[] {
  const definitions = builtinScenarios
    .filter(({ object, enabled }) => object === 'Contact' && enabled !== false)
    .map((definition) => ({ ...definition, ...(threshold !== undefined && { threshold }) }));
  return resolveDefinitions(configuration, definitions, 'the built-in scenarios');
}
