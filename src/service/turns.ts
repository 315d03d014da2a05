import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Least and most milliseconds that decisions have of one turn of the event loop, the one under way apart. */
export const LEAST_SHARE_MS = 4;
export const MOST_SHARE_MS = 6;

/** When the decisions of this turn began; `undefined`: none has. There is one event loop to share. */
let began: number | undefined;
let share = LEAST_SHARE_MS;

/**
 * To be asked between decisions, and between the records of a long one: gives way to whatever else waits (searches, answers, the disk) once decisions have had
 * their share of this turn of the event loop. Without it all who were answered together by one commit would decide again in one go: a hundred milliseconds with some hundred writers.
 * Who gave way has as much of the next turn as the others took, within bounds: many searches shall not starve the writers.
 *
 * @returns what to wait for; `undefined`, so that it costs nothing, when there is no need
 */
export function giveWay(): Promise<void> | undefined {
  const now = performance.now();
  if (began === undefined) begin(now, LEAST_SHARE_MS);
  else if (now - began >= share) return othersTurn(now);
  return undefined;
}

async function othersTurn(from: number): Promise<void> {
  await nextTurn();
  const now = performance.now();
  begin(now, Math.min(MOST_SHARE_MS, Math.max(LEAST_SHARE_MS, now - from)));
}

function begin(now: number, milliseconds: number): void {
  began = now;
  share = milliseconds;
  setImmediate(end);
}

function end(): void {
  began = undefined;
}
