import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Most milliseconds that decisions have of one turn of the event loop, the one under way apart. */
export const SHARE_MS = 2;

/** When the decisions of this turn began; `undefined`: none has. There is one event loop to share. */
let began: number | undefined;

/**
 * To be asked between decisions, and between the records of a long one: gives way to whatever else waits (searches, answers, the disk) once decisions have had
 * their share of this turn of the event loop. Without it all who were answered together by one commit would decide again in one go: a hundred milliseconds with some hundred writers.
 *
 * @returns what to wait for; `undefined`, so that it costs nothing, when there is no need
 */
export function giveWay(): Promise<void> | undefined {
  const now = performance.now();
  if (began === undefined) begin(now);
  else if (now - began >= SHARE_MS) return nextTurn().then(() => begin(performance.now()));
  return undefined;
}

function begin(now: number): void {
  began = now;
  setImmediate(end);
}

function end(): void {
  began = undefined;
}
