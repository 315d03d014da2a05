import type { AuditEntry } from '../auth/audit-log.js';
import type { ChangedPart, EditedPart } from '../../store/config/change-part.js';
import type { KindOfParts } from '../../store/config/edited-parts.js';
import { ConfigurationError, type Problem } from '../../store/config/problem.js';
import { versionOf } from '../../store/config/scenario-definition.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import type { Actor, LiveConfiguration } from './live-configuration.js';
import type { KeptVersion, PartVersions, VersionAction } from './part-versions.js';

export interface ListedPart<T> {
  readonly name: string;
  readonly value: T;
  readonly version: string;
}

export interface MadeChange<T> {
  readonly value: T | undefined;
  readonly rebuilt: readonly string[];
  readonly warnings: readonly Problem[];
}

/**
 * Edits the parts of one kind, such as scenarios. Each change is checked for errors and conflicts, stored as a version,
 * and applied. A `version` is the digest of the part that was edited: `null` if the part must not exist yet,
 * `undefined` for any version.
 */
export class PartEditing<T> {
  constructor(
    private readonly kind: KindOfParts<T>,
    private readonly live: LiveConfiguration,
    private readonly kept: PartVersions<T>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  /** @throws ConfigurationError */
  async all(): Promise<readonly ListedPart<T>[]> {
    const folder = await this.live.sound();
    const found: ListedPart<T>[] = [];
    for (const name of this.kind.names(folder)) {
      const value = (await this.kind.part(name).find(folder))!;
      found.push({ name, value, version: versionOf(value)! });
    }
    return found;
  }

  versions(name: string): Promise<readonly KeptVersion<T>[]> {
    return this.kept.list(this.#idOf(name));
  }

  /**
   * @throws RequestError 409 if the part has changed, ConfigurationError or RestartNeededError, without writing
   * anything
   */
  async save(actor: Actor, name: string, value: T, version: string | null): Promise<MadeChange<T>> {
    return this.#make(actor, name, 'saved', version, value);
  }

  /** Accepts a learned part, which replaces a part with the same name. @throws like `save` */
  async accept(actor: Actor, name: string, value: T): Promise<MadeChange<T>> {
    return this.#make(actor, name, 'accepted', undefined, value);
  }

  /** Removes a part. The default or the original then applies. @throws like `save` */
  async remove(actor: Actor, name: string, version: string): Promise<MadeChange<T>> {
    return this.#make(actor, name, 'removed', version, undefined);
  }

  /** Restores an earlier version. @throws like `save`; RequestError 404 */
  async revert(actor: Actor, name: string, number: number, version: string | null): Promise<MadeChange<T>> {
    const { called, numberField } = this.kind;
    const found = await this.kept.find(this.#idOf(name), number);
    if (found === undefined)
      throw new RequestError(404, 'NOT_FOUND', `The ${called(shorten(name))} has no version ${number}`, [numberField]);
    return this.#make(actor, name, 'reverted', version, found.definition ?? undefined);
  }

  /** Checks a change without writing it. @throws like `save` */
  async try(name: string, value: T | undefined, version?: string | null): Promise<ChangedPart> {
    return this.live.tryChange(this.#part(name, value), async (before) => {
      await this.#mustBe(before, version, name);
      return value;
    });
  }

  async #make(
    actor: Actor,
    name: string,
    action: VersionAction,
    version: string | null | undefined,
    wanted: T | undefined,
  ): Promise<MadeChange<T>> {
    const { kind, live, kept } = this;
    const part = this.#part(name, wanted);
    const id = this.#idOf(name);
    let after = wanted;
    let doubts: readonly Problem[] | undefined;
    const { rebuilt, warnings } = await live.change(actor, part, async (before) => {
      await this.#mustBe(before, version, name);
      if (wanted !== undefined && action === 'saved') after = kind.edited?.(wanted, before) ?? wanted;
      if (after !== undefined) doubts = kind.check?.(after, live.current);
      await kept.keep(id, 'found', before, actor);
      return after;
    });
    const value = part.inUse === undefined ? after : part.inUse(live.current);
    await kept.keep(id, action, value, actor);
    const done = action === 'reverted' ? 'Reverted' : 'Saved';
    if (action !== 'accepted') this.audit({ ...actor, action: `${kind.noun}${done}`, target: [`${kind.path}${name}`] });
    return { value, rebuilt, warnings: doubts ?? warnings };
  }

  #idOf(name: string): string {
    return `${this.kind.path}${this.kind.ignoresCase ? name.toLowerCase() : name}`;
  }

  /** @throws ConfigurationError for a value that cannot have this name */
  #part(name: string, value: T | undefined): EditedPart<T> {
    const part = this.kind.part(name);
    const fault = value === undefined ? undefined : this.kind.fault(name, value);
    if (fault !== undefined) throw new ConfigurationError([{ file: part.sent, ...fault }]);
    return part;
  }

  async #mustBe(before: T | undefined, version: string | null | undefined, name: string): Promise<void> {
    if (version === undefined || (versionOf(before) ?? null) === version) return;
    const [last] = await this.versions(name);
    const who = last === undefined || last.action === 'found' ? '' : ` by ${last.name ?? last.by}, ${last.time}`;
    throw new RequestError(
      409,
      'VERSION_CONFLICT',
      `The ${this.kind.called(shorten(name))} was changed in the meantime${who}: read the current version, and try again`,
      ['version'],
    );
  }
}
