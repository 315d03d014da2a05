import type { StoredRecord } from '../../../records/record.js';
import type { CommitIdentity } from '../../../store/log-position.js';
import type { PreparedChange } from '../../../store/prepared-change.js';
import type { LogFollower } from '../../../store/shared-log.js';
import type { StoreState } from '../../../store/store-state.js';
import type { LogRow } from './log-connection.js';
import { loggedChanges } from './logged-changes.js';

export interface LogViewParts {
  readonly state: StoreState;
  readonly now: () => number;
  /** Called when the view shows new commits. */
  readonly shown: () => void;
  /** Called when the view shows an erasure. */
  readonly erased: () => void;
}

/** Makes commits visible one at a time, each atomically. */
export class LogView {
  follower: LogFollower | undefined;

  constructor(private readonly parts: LogViewParts) {}

  async show(changes: readonly PreparedChange[], identity: CommitIdentity): Promise<void> {
    const { state } = this.parts;
    const way = state.removeManyPairs(changes);
    if (way !== undefined) await way;
    this.#apply(changes, identity);
  }

  /** Shows a commit of another node. @param before called just before the commit is shown @returns number of changes */
  async takeOther({ body, ...identity }: LogRow, before: () => void): Promise<number> {
    const { state } = this.parts;
    const changes = loggedChanges(state.sequence + 1, body, state);
    const way = state.removeManyPairs(changes);
    if (way !== undefined) await way;
    before();
    const replaced = new Map<string, StoredRecord | undefined>();
    for (const change of changes)
      if ((change.kind === 'put' || change.kind === 'delete' || change.kind === 'erase') && !replaced.has(change.id))
        replaced.set(change.id, state.records.get(change.id));
    this.#apply(changes, identity, replaced);
    return changes.length;
  }

  #apply(
    changes: readonly PreparedChange[],
    { writer, number }: CommitIdentity,
    replaced?: ReadonlyMap<string, StoredRecord | undefined>,
  ): void {
    const { state, now, shown, erased } = this.parts;
    state.apply(changes, state.sequence + 1, now(), { writer, number });
    if (replaced !== undefined) this.follower?.followed(replaced);
    if (changes.some(({ kind }) => kind === 'erase')) erased();
    shown();
  }
}
