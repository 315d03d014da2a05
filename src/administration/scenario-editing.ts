import type { AuditEntry } from '../auth/audit-log.js';
import { doubtsOf } from '../config/check.js';
import { ConfigurationError, type Problem } from '../config/problem.js';
import { resolveDefinitions } from '../config/resolve-definitions.js';
import { withModelOf, type EditedScenario } from '../config/scenario-definition.js';
import { scenarioPart, SENT_SCENARIO } from '../config/scenario-part.js';
import { RequestError } from '../contract/request-error.js';
import { shorten } from '../contract/unknown-field.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { Actor } from './live-configuration.js';
import type { PartEditing } from './part-editing.js';
import type { KeptVersion, VersionAction } from './part-versions.js';

export interface SavedScenario {
  /** `undefined`: it is no more. */
  readonly definition: ScenarioDefinition | undefined;
  /** Objects whose indexes were built anew. */
  readonly rebuilt: readonly string[];
  /** Settings that can be used but are probably not meant. */
  readonly warnings: readonly Problem[];
}

/** Scenarios as people edit them: checked, versioned, in use when they are saved, and never one over another's work. */
export class ScenarioEditing {
  constructor(
    private readonly editing: PartEditing<ScenarioDefinition>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  /** As they are in use, disabled ones too. */
  all(): readonly ScenarioDefinition[] {
    return this.editing.live.current.scenarioDefinitions;
  }

  /** @throws RequestError 404 */
  find(id: string): ScenarioDefinition {
    const found = this.all().find((one) => one.id === id);
    if (found === undefined) throw notFound(`There is no scenario '${shorten(id)}'`);
    return found;
  }

  /** Newest first. */
  versions(id: string): Promise<readonly KeptVersion[]> {
    return this.editing.versions(id);
  }

  /**
   * Looks for settings that can be used but are probably not meant.
   *
   * @throws ConfigurationError with what is wrong, by its place in the scenario
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
   * @param version of the scenario that was edited; `null`: there was none
   * @throws RequestError 409 where it is another one by now; ConfigurationError, RestartNeededError: nothing was
   * written
   */
  async save(actor: Actor, edited: EditedScenario, version: string | null): Promise<SavedScenario> {
    return this.#change(actor, edited.id, 'saved', version, (before) => withModelOf(edited, before));
  }

  /** Takes up an earlier state again. @throws as `save`; RequestError 404 */
  async revert(actor: Actor, id: string, number: number, version: string | null): Promise<SavedScenario> {
    const earlier = await this.editing.earlier(id, number, called(id), 'scenarioId');
    return this.#change(actor, id, 'reverted', version, () => earlier);
  }

  /** Takes a scenario of the configuration away; a changed built-in is as it was shipped again. @throws as `save` */
  async remove(actor: Actor, id: string, version: string): Promise<SavedScenario> {
    this.find(id);
    return this.#change(actor, id, 'removed', version, () => undefined);
  }

  /** Takes a learned scenario over, whatever stands in its place. @throws as `save` */
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
