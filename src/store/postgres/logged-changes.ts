import type { Commit } from '../commit-log.js';
import { prepareChanges, type PreparedChange } from '../prepared-change.js';
import type { StoreState } from '../store-state.js';

/** A commit of a newer version of the program. */
export class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommitError';
}

/**
 * The changes of a commit in the log, in the form in which memory takes them.
 *
 * @throws UnknownCommitError where this version of the program does not understand all of them: going on without them
 *   would be to show, and to decide by, what is not so
 */
export function loggedChanges(position: number, body: string, state: StoreState): PreparedChange[] {
  const { t, by } = JSON.parse(body) as { t: Commit['changes']; by?: Commit['by'] };
  try {
    return prepareChanges(t, by, state);
  } catch (error) {
    throw new UnknownCommitError(
      `the commit at position ${position} of the log is none that this version of the program understands ` +
        `(${(error as Error).message}): where a newer version runs beside it, upgrade this node`,
      { cause: error },
    );
  }
}
