import type { LogPosition } from '../log-position.js';
import type { StoreState } from '../store-state.js';
import type { LogRow } from './log-connection.js';
import { loggedChanges } from './logged-changes.js';

/**
 * Brings a state to the end of the log.
 *
 * @param read gives the commits after a position, the first ones of them; none at the end
 * @param now milliseconds since the epoch
 * @returns characters of the commits
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
