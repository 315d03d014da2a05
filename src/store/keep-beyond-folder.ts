import { beyondInWords, writeBeyond } from './beyond-file.js';
import type { StoreFiles } from './store-files.js';
import { identitiesIn } from './journal-entry.js';
import { isOtherCommit } from './log-position.js';
import { OwnChanges } from './own-changes.js';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { boundedBy } from './record-memory.js';
import { recover } from './recovery.js';
import { UNBOUNDED } from './remembered-answers.js';
import { StoreDamagedError } from './store-errors.js';
import type { StoreState } from './store-state.js';

/**
 * Saves data that a view has but its data folder has lost, in a file in the folder, for operators. No append may run at
 * the same time.
 * @param why a reason to assume that the folder has lost data
 * @param now milliseconds since the epoch
 * @returns a message, or `undefined` if the folder has all data
 * @throws StoreDamagedError if the folder cannot be compared
 */
export async function keepBeyondWhole(
  files: StoreFiles,
  folder: string,
  state: StoreState,
  why: string,
  now: number,
): Promise<string | undefined> {
  try {
    const { sequence, last } = state;
    const there = (await identitiesIn(files, folder)).at(sequence);
    if (last !== undefined && there !== undefined && !isOtherCommit(last, there)) return undefined;
    // Uses the same memory limit as `state`.
    const memory = state.memory && boundedBy(state.memory.bound, folder, files);
    try {
      const log = await stateOf(files, folder, memory);
      const change = lastCommonChange(state, log);
      const kept = await writeBeyond(files, folder, { state, change, isAll: log.sequence === 0, why }, now);
      return kept && beyondInWords(kept);
    } finally {
      memory?.close();
    }
  } catch (error) {
    if (error instanceof StoreDamagedError) throw error;
    return notKept(error);
  }
}

/** Like `keepBeyondWhole`, but never throws. */
export function keepBeyondFolder(...given: Parameters<typeof keepBeyondWhole>): Promise<string | undefined> {
  return keepBeyondWhole(...given).catch(notKept);
}

function notKept(error: unknown): string {
  return `the changes missing from the data folder could not be saved: ${(error as Error).message}`;
}

async function stateOf(files: StoreFiles, folder: string, memory: ArenaMemory | undefined): Promise<StoreState> {
  const onDamage = (damage: Error): never => {
    throw damage;
  };
  const bounds = { answerBounds: UNBOUNDED, memory };
  const { state } = await recover(folder, { files, now: 0, ...bounds, onDamage });
  return state;
}

/** Returns the number of the last common change, or 0. State and log are equal up to a commit, and differ after it. */
function lastCommonChange({ history }: StoreState, log: StoreState): number {
  const own = new OwnChanges(history);
  for (let number = history.last; number > 0; number--) {
    const other = log.history.outline(number);
    if (other !== undefined && own.has(number, { ...other, time: Date.parse(other.time) }) === true) return number;
  }
  return 0;
}
