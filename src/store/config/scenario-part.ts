import type { ScenarioDefinition } from '../../matching/scenario.js';
import { changePart, jsonText, writtenJson, type EditedPart } from './change-part.js';
import { asWritten } from './scenario-definition.js';

export const SENT_SCENARIO = 'scenario';

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
