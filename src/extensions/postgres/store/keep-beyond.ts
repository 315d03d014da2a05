import { setTimeout as pause } from 'node:timers/promises';
import { beyondInWords, writeBeyond } from '../../../store/beyond-file.js';
import { systemFiles } from '../../../store/store-files.js';
import type { StoreState } from '../../../store/store-state.js';
import { isPassing, pauseBefore } from './database-errors.js';
import type { DatabaseSnapshots } from './database-snapshot.js';
import { lastCommon, type LastCommon } from './last-common.js';
import type { LogConnection } from './log-connection.js';

export interface DivergedView {
  /** A state that no longer changes. */
  readonly state: StoreState;
  readonly beside: Pick<LogConnection, 'query' | 'schema'>;
  readonly snapshots: Pick<DatabaseSnapshots, 'eachChange'>;
  /** The node's folder. `undefined` if it has none. */
  readonly folder: string | undefined;
  readonly now: () => number;
}

/**
 * Saves commits that the log has lost to a file in the node's folder, for operators. Never throws.
 * @param why the log does not match the view @param signal aborts waiting for an unavailable database
 * @returns a message
 */
export async function keepBeyond(view: DivergedView, why: string, signal: AbortSignal): Promise<string> {
  const { state, folder, now } = view;
  if (folder === undefined) return 'this node has no data folder in which to keep the changes lost from the log';
  try {
    const { change, position, isEmpty } = await whileAway(() => commonOf(view), signal);
    const kept = await writeBeyond(systemFiles, folder, { state, change, position, isAll: isEmpty, why }, now());
    return beyondInWords(kept);
  } catch (error) {
    return `changes that the log has lost could not be saved: ${(error as Error).message}`;
  }
}

function commonOf({ state, beside, snapshots }: DivergedView): Promise<LastCommon> {
  return lastCommon(
    state.history,
    (text, values) => beside.query(text, values),
    beside.schema,
    (visit) => snapshots.eachChange(visit),
  );
}

async function whileAway<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  ended.catch(() => undefined);
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await Promise.race([ask(), ended]);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(pauseBefore(attempt));
    }
  }
}
