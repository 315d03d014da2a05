import type { Scenario, Usage } from '../../matching/scenario.js';
import { normaliseId } from '../../records/ids.js';

export class ScenarioChoice {
  readonly #byObject = new Map<string, readonly Scenario[]>();
  /** Scenarios by every Id and alias. Platform Ids are in the long form. */
  readonly #byId = new Map<string, Scenario>();

  constructor(scenarios: readonly Scenario[]) {
    for (const scenario of scenarios) {
      this.#byObject.set(scenario.object, [...this.all(scenario.object), scenario]);
      for (const id of [scenario.id, ...(scenario.aliases ?? [])]) this.#byId.set(normaliseId(id) ?? id, scenario);
    }
  }

  all(object: string): readonly Scenario[] {
    return this.#byObject.get(object) ?? [];
  }

  /**
   * Returns the scenarios of a request: the named scenarios or, by default, the scenarios assigned to this use. Ignores
   * unknown names and names of other objects. If no name is left, no scenario applies.
   */
  choose(object: string, usage: Usage, scenarioIds: readonly string[] | undefined): readonly Scenario[] {
    const all = this.all(object);
    if (scenarioIds === undefined || scenarioIds.length === 0) {
      return all.filter((scenario) => scenario.usage.includes(usage));
    }
    const named = new Set(scenarioIds.map((id) => this.#byId.get(normaliseId(id) ?? id)));
    return all.filter((scenario) => named.has(scenario));
  }

  /** Returns the scenarios for related records. Named scenarios are used only if some belong to that object. */
  chooseRelated(object: string, usage: Usage, scenarioIds: readonly string[] | undefined): readonly Scenario[] {
    const named = scenarioIds === undefined || scenarioIds.length === 0 ? [] : this.choose(object, usage, scenarioIds);
    return named.length > 0 ? named : this.choose(object, usage, undefined);
  }
}
