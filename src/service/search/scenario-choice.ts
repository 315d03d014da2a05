import type { Scenario, Usage } from '../../matching/scenario.js';
import { normaliseId } from '../../records/ids.js';

export class ScenarioChoice {
  readonly #byObject = new Map<string, readonly Scenario[]>();
  /** By every Id and alias; platform Ids in the long form. */
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
   * The scenarios of a request: those named, or by default those assigned to the target. Unknown names, and names of
   * other objects, are ignored; if none is left, no scenario applies.
   */
  choose(object: string, usage: Usage, scenarioIds: readonly string[] | undefined): readonly Scenario[] {
    const all = this.all(object);
    if (scenarioIds === undefined || scenarioIds.length === 0) {
      return all.filter((scenario) => scenario.usage.includes(usage));
    }
    const named = new Set(scenarioIds.map((id) => this.#byId.get(normaliseId(id) ?? id)));
    return all.filter((scenario) => named.has(scenario));
  }

  /** For related records: names restrict only if some are of that object. */
  chooseRelated(object: string, usage: Usage, scenarioIds: readonly string[] | undefined): readonly Scenario[] {
    const named = scenarioIds === undefined || scenarioIds.length === 0 ? [] : this.choose(object, usage, scenarioIds);
    return named.length > 0 ? named : this.choose(object, usage, undefined);
  }
}
