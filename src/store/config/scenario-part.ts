import type { ScenarioDefinition } from '../../matching/scenario.js';
import { changePart, jsonText, writtenJson, type EditedPart } from './change-part.js';
import { doubtsOf } from './check.js';
import type { Configuration } from './configuration.js';
import type { KindOfParts } from './edited-parts.js';
import { ConfigurationError, type Problem } from './problem.js';
import { resolveDefinitions } from './resolve-definitions.js';
import { asWritten, withModelOf } from './scenario-definition.js';

export const SENT_SCENARIO = 'scenario';

export const SCENARIOS: KindOfParts<ScenarioDefinition> = {
  noun: 'scenario',
  path: '',
  ignoresCase: false,
  numberField: 'scenarioId',
  names: ({ configuration }) => configuration.scenarioDefinitions.map(({ id }) => id),
  part: scenarioPart,
  called: (id) => `scenario '${id}'`,
  fault: (id, scenario) =>
    scenario.id === id ? undefined : { path: 'id', message: 'expected the same Id as in the URL' },
  edited: withModelOf,
  check: checkScenario,
};

/**
 * Warns about settings that are valid but probably wrong.
 * @throws ConfigurationError with the problems, each with its path in the scenario
 */
export function checkScenario(definition: ScenarioDefinition, configuration: Configuration): readonly Problem[] {
  try {
    const [scenario] = resolveDefinitions(configuration, [definition], SENT_SCENARIO);
    return doubtsOf(scenario!, definition, configuration.registry);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(
      error.problems.map((problem) => ({ ...problem, path: problem.path.replace(/^\[0\]\.?/, '') })),
    );
  }
}

/** A scenario in `scenarios.json`. For a built-in scenario, only the differences are written. */
export function scenarioPart(id: string): EditedPart<ScenarioDefinition> {
  const isMeant = (one: ScenarioDefinition): boolean => one.id === id;
  return {
    file: 'scenarios.json',
    sent: SENT_SCENARIO,
    find: ({ configuration }) => configuration.scenarioDefinitions.find(isMeant),
    inUse: ({ scenarioDefinitions }) => scenarioDefinitions.find(isMeant),
    put(written, scenario) {
      const before = (writtenJson(written) ?? []) as { readonly id: string }[];
      const entries = new Map<string, object>(before.map((entry) => [entry.id, entry]));
      const entry = scenario && asWritten(scenario);
      if (entry === undefined) entries.delete(id);
      else entries.set(id, entry);
      return { text: jsonText([...entries.values()]), place: `[${[...entries.keys()].indexOf(id)}]` };
    },
  };
}

/** Replaces a scenario with the same Id. */
export async function putScenario(folder: string, scenario: ScenarioDefinition): Promise<void> {
  await changePart(folder, scenarioPart(scenario.id), () => scenario);
}
