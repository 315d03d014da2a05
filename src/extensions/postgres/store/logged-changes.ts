import type { Commit } from '../../../store/commit-log.js';
import { prepareChanges, type PreparedChange } from '../../../store/prepared-change.js';
import type { StoreState } from '../../../store/store-state.js';

/** Thrown for a commit by a newer version of the program. */
export class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommitError';
}

/**
 * Parses the changes of a commit. @throws UnknownCommitError if this version does not know one of them, because none
 * can be skipped
 */
export function loggedChanges(position: number, body: string, state: StoreState): PreparedChange[] {
  const { t, by } = JSON.parse(body) as { t: Commit['changes']; by?: Commit['by'] };
  try {
    return prepareChanges(t, by, state);
  } catch (error) {
    throw new UnknownCommitError(
      `this version of the program does not understand the commit at position ${position} of the log (${(error as Error).message}): if other nodes run a newer version, upgrade this node`,
      { cause: error },
    );
  }
}
