import type { LogPosition } from '../../../store/log-position.js';
import type { StoreState } from '../../../store/store-state.js';
import type { LogRow } from './log-connection.js';
import { loggedChanges } from './logged-changes.js';

/**
 * Applies the commits of the log to a state. @param read returns a batch of commits after a position, empty at the end
 * @returns length of the commits in characters
 */
export async function replay(
  read: (known: LogPosition) => Promise<LogRow[]>,
  state: StoreState,
  now: number,
): Promise<number> {
  let characters = 0;
  for (let rows = await read(state.end); rows.length > 0; rows = await read(state.end))
    for (const { position, body, writer, number } of rows) {
      state.apply(loggedChanges(position, body, state), position, now, { writer, number });
      characters += body.length;
    }
  return characters;
}
