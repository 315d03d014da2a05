import type { AuditEntry } from '../auth/audit-log.js';
import { EDITED_PARTS, SENT, type PartKind } from '../../store/config/edited-parts.js';
import type { ChangedPart } from '../../store/config/change-part.js';
import { ConfigurationError } from '../../store/config/problem.js';
import { versionOf } from '../../store/config/scenario-definition.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import type { Actor } from './live-configuration.js';
import type { MadeChange, PartEditing } from './part-editing.js';
import type { KeptVersion } from './part-versions.js';

export interface ListedPart {
  readonly name: string;
  readonly value: unknown;
  readonly version: string;
}

export class SettingsEditing {
  constructor(
    private readonly editing: PartEditing<unknown>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  /** @throws ConfigurationError */
  async all(kind: PartKind): Promise<readonly ListedPart[]> {
    const folder = await this.editing.live.sound();
    const { names, part } = EDITED_PARTS[kind];
    const found: ListedPart[] = [];
    for (const name of names(folder)) {
      const value = await part(name).find(folder);
      found.push({ name, value, version: versionOf(value)! });
    }
    return found;
  }

  versions(kind: PartKind, name: string): Promise<readonly KeptVersion<unknown>[]> {
    return this.editing.versions(idOf(kind, name));
  }

  /** @throws like `PartEditing.make` */
  async save(
    actor: Actor,
    kind: PartKind,
    name: string,
    value: unknown,
    version: string | null,
  ): Promise<MadeChange<unknown>> {
    return this.#make(actor, kind, name, 'saved', version, value);
  }

  /** Checks a change without writing it. @throws like `save` */
  async try(kind: PartKind, name: string, value: unknown, version?: string | null): Promise<ChangedPart> {
    if (value !== undefined) mustFit(kind, name, value);
    const { part, called } = EDITED_PARTS[kind];
    const named = { id: idOf(kind, name), part: part(name), called: called(shorten(name)) };
    return this.editing.try({ ...named, version, change: () => value });
  }

  /** Removes a part. The default then applies. @throws like `save`; RequestError 404 */
  async remove(actor: Actor, kind: PartKind, name: string, version: string): Promise<MadeChange<unknown>> {
    return this.#make(actor, kind, name, 'removed', version, undefined);
  }

  /** Restores an earlier version. @throws like `save`; RequestError 404 */
  async revert(
    actor: Actor,
    kind: PartKind,
    name: string,
    number: number,
    version: string | null,
  ): Promise<MadeChange<unknown>> {
    const called = EDITED_PARTS[kind].called(shorten(name));
    const value = await this.editing.earlier(idOf(kind, name), number, called, 'number');
    return this.#make(actor, kind, name, 'reverted', version, value);
  }

  async #make(
    actor: Actor,
    kind: PartKind,
    name: string,
    action: 'saved' | 'removed' | 'reverted',
    version: string | null,
    value: unknown,
  ): Promise<MadeChange<unknown>> {
    if (value !== undefined) mustFit(kind, name, value);
    const { part, called } = EDITED_PARTS[kind];
    const named = { id: idOf(kind, name), part: part(name), called: called(shorten(name)) };
    const change = (before: unknown): unknown => {
      if (action === 'removed' && before === undefined)
        throw new RequestError(404, 'NOT_FOUND', `The ${named.called} does not exist`, ['name']);
      return value;
    };
    const made = await this.editing.make({ ...named, actor, action, version, change });
    const done = action === 'reverted' ? 'settingReverted' : 'settingSaved';
    this.audit({ ...actor, action: done, target: [`${kind}/${name}`] });
    return made;
  }
}

/** Names ignore case, except names of lists, because these are names of files. */
const idOf = (kind: PartKind, name: string): string => `${kind}/${kind === 'lists' ? name : name.toLowerCase()}`;

function mustFit(kind: PartKind, name: string, value: unknown): void {
  const fault = EDITED_PARTS[kind].fault(name, value);
  if (fault !== undefined) throw new ConfigurationError([{ file: SENT, ...fault }]);
}
