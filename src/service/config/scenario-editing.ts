import type { AuditEntry } from '../auth/audit-log.js';
import { doubtsOf } from '../../store/config/check.js';
import { ConfigurationError, type Problem } from '../../store/config/problem.js';
import { resolveDefinitions } from '../../store/config/resolve-definitions.js';
import { withModelOf, type EditedScenario } from '../../store/config/scenario-definition.js';
import { scenarioPart, SENT_SCENARIO } from '../../store/config/scenario-part.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Actor } from './live-configuration.js';
import type { PartEditing } from './part-editing.js';
import type { KeptVersion, VersionAction } from './part-versions.js';

export interface SavedScenario {
  readonly definition: ScenarioDefinition | undefined;
  readonly rebuilt: readonly string[];
  readonly warnings: readonly Problem[];
}

/** Edits scenarios. Each change is checked for errors and conflicts, and stored as a version when it is saved. */
export class ScenarioEditing {
  constructor(
    private readonly editing: PartEditing<ScenarioDefinition>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  /** Returns all scenarios, including disabled scenarios. */
  all(): readonly ScenarioDefinition[] {
    return this.editing.live.current.scenarioDefinitions;
  }

  /** @throws RequestError 404 */
  find(id: string): ScenarioDefinition {
    const found = this.all().find((one) => one.id === id);
    if (found === undefined) throw notFound(`Scenario '${shorten(id)}' does not exist`);
    return found;
  }

  versions(id: string): Promise<readonly KeptVersion[]> {
    return this.editing.versions(id);
  }

  /**
   * Warns about settings that are valid but probably wrong.
   * @throws ConfigurationError with the problems, each with its path in the scenario
   */
  check(definition: ScenarioDefinition): readonly Problem[] {
    try {
      const [scenario] = resolveDefinitions(this.editing.live.current, [definition], SENT_SCENARIO);
      const found = doubtsOf(scenario!, definition, this.editing.live.current.registry);
      return found.map(({ message }) => ({ file: SENT_SCENARIO, path: '', message }));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const placed = error.problems.map((problem) => ({ ...problem, path: problem.path.replace(/^\[0\]\.?/, '') }));
      throw new ConfigurationError(placed);
    }
  }

  /**
   * @param version of the edited scenario; `null` if it must not exist yet
   * @throws RequestError 409 if the scenario has changed; ConfigurationError; RestartNeededError; nothing is then
   * written
   */
  async save(actor: Actor, edited: EditedScenario, version: string | null): Promise<SavedScenario> {
    return this.#change(actor, edited.id, 'saved', version, (before) => withModelOf(edited, before));
  }

  /** Restores an earlier version. @throws like `save`; RequestError 404 */
  async revert(actor: Actor, id: string, number: number, version: string | null): Promise<SavedScenario> {
    const earlier = await this.editing.earlier(id, number, called(id), 'scenarioId');
    return this.#change(actor, id, 'reverted', version, () => earlier);
  }

  /** Removes a scenario, or restores the original of a built-in scenario. @throws like `save` */
  async remove(actor: Actor, id: string, version: string): Promise<SavedScenario> {
    this.find(id);
    return this.#change(actor, id, 'removed', version, () => undefined);
  }

  /** Accepts a learned scenario, which replaces a scenario with the same Id. @throws like `save` */
  async accept(actor: Actor, definition: ScenarioDefinition): Promise<SavedScenario> {
    return this.#change(actor, definition.id, 'accepted', undefined, () => definition);
  }

  async #change(
    actor: Actor,
    id: string,
    action: VersionAction,
    version: string | null | undefined,
    change: (before: ScenarioDefinition | undefined) => ScenarioDefinition | undefined,
  ): Promise<SavedScenario> {
    let warnings: readonly Problem[] = [];
    const { value, rebuilt } = await this.editing.make({
      ...{ actor, id, action, version, called: called(id), part: scenarioPart(id) },
      change: (before) => {
        const after = change(before);
        if (after !== undefined) warnings = this.check(after);
        return after;
      },
    });
    if (action !== 'accepted') {
      const target = [id];
      this.audit({ ...actor, action: action === 'reverted' ? 'scenarioReverted' : 'scenarioSaved', target });
    }
    return { definition: value, rebuilt, warnings };
  }
}

const called = (id: string): string => `scenario '${shorten(id)}'`;

function notFound(message: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', message, ['scenarioId']);
}
