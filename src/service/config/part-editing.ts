import type { ChangedPart, EditedPart, PartChange } from '../../store/config/change-part.js';
import type { Problem } from '../../store/config/problem.js';
import { versionOf } from '../../store/config/scenario-definition.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Actor, LiveConfiguration } from './live-configuration.js';
import type { KeptVersion, PartVersions, VersionAction } from './part-versions.js';

export interface WantedChange<T> {
  readonly actor: Actor;
  readonly id: string;
  readonly part: EditedPart<T>;
  readonly action: VersionAction;
  /** The version that was edited: `null` if the part must not exist yet, `undefined` for any version. */
  readonly version: string | null | undefined;
  readonly called: string;
  readonly change: PartChange<T>;
}

export interface MadeChange<T> {
  readonly value: T | undefined;
  readonly rebuilt: readonly string[];
  readonly warnings: readonly Problem[];
}

/** Edits parts of the configuration. Each change is checked for conflicts, stored as a version, and applied. */
export class PartEditing<T> {
  constructor(
    readonly live: LiveConfiguration,
    private readonly kept: PartVersions<T>,
  ) {}

  versions(id: string): Promise<readonly KeptVersion<T>[]> {
    return this.kept.list(id);
  }

  /** Returns the definition in an earlier version. @throws RequestError 404 */
  async earlier(id: string, number: number, called: string, field: string): Promise<T | undefined> {
    const found = await this.kept.find(id, number);
    if (found === undefined)
      throw new RequestError(404, 'NOT_FOUND', `The ${called} has no version ${number}`, [field]);
    return found.definition ?? undefined;
  }

  /**
   * @throws RequestError 409 if the part has changed; ConfigurationError; RestartNeededError; nothing is then written
   */
  async make({ actor, id, part, action, version, called, change }: WantedChange<T>): Promise<MadeChange<T>> {
    let after: T | undefined;
    const { rebuilt, warnings } = await this.live.change(actor, part, async (before) => {
      await this.#mustBe(before, version, id, called);
      after = await change(before);
      await this.kept.keep(id, 'found', before, actor);
      return after;
    });
    const value = part.inUse === undefined ? after : part.inUse(this.live.current);
    await this.kept.keep(id, action, value, actor);
    return { value, rebuilt, warnings };
  }

  /** Checks a change without writing it. @throws like `make` */
  try({ id, part, version, called, change }: Omit<WantedChange<T>, 'actor' | 'action'>): Promise<ChangedPart> {
    return this.live.tryChange(part, async (before) => {
      await this.#mustBe(before, version, id, called);
      return change(before);
    });
  }

  async #mustBe(before: T | undefined, version: string | null | undefined, id: string, called: string): Promise<void> {
    if (version === undefined || (versionOf(before) ?? null) === version) return;
    const [last] = await this.kept.list(id);
    const who = last === undefined || last.action === 'found' ? '' : ` by ${last.name ?? last.by}, ${last.time}`;
    throw new RequestError(
      409,
      'VERSION_CONFLICT',
      `The ${called} was changed in the meantime${who}: read the current version, and try again`,
      ['version'],
    );
  }
}
