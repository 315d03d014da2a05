import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MaybePromise } from '../maybe-promise.js';

/** Least and most milliseconds that decisions have of one turn of the event loop, the one under way apart. */
export const LEAST_SHARE_MS = 4;
export const MOST_SHARE_MS = 5;

/** Milliseconds that decisions have had of this turn; `undefined`: none has begun. There is one event loop to share. */
let spent: number | undefined;
/** When the decision that is under way began, or went on; `undefined`: none is. */
let since: number | undefined;
let share = LEAST_SHARE_MS;

/** Runs a decision, when decisions have had their share of this turn in the next one. What others do between two decisions is not their time. */
export function deciding<T>(decision: () => MaybePromise<T>): MaybePromise<T> {
  const others = giveWay();
  return others === undefined ? decideNow(decision) : others.then(() => decideNow(decision));
}

function decideNow<T>(decision: () => MaybePromise<T>): MaybePromise<T> {
  since = performance.now();
  let made: MaybePromise<T> | undefined;
  try {
    made = decision();
    return made instanceof Promise ? made.finally(rest) : made;
  } finally {
    if (!(made instanceof Promise)) rest();
  }
}

function rest(): void {
  if (since === undefined) return;
  if (spent === undefined) begin(LEAST_SHARE_MS);
  spent! += performance.now() - since;
  since = undefined;
}

/**
 * To be asked between decisions, and between the records of a long one: gives way to whatever else waits (searches, answers, the disk) once decisions have had
 * their share of this turn of the event loop. Without it all who were answered together by one commit would decide again in one go: a hundred milliseconds with some hundred writers.
 * Who gave way has as much of the next turn as the others took, within bounds: many searches shall not starve the writers.
 *
 * @returns what to wait for; `undefined`, so that it costs nothing, when there is no need
 */
export function giveWay(): Promise<void> | undefined {
  if (spent === undefined) begin(LEAST_SHARE_MS);
  const now = performance.now();
  if (spent! + (since === undefined ? 0 : now - since) < share) return undefined;
  return othersTurn(now);
}

async function othersTurn(from: number): Promise<void> {
  const isUnderWay = since !== undefined;
  since = undefined;
  await nextTurn();
  const now = performance.now();
  begin(Math.min(MOST_SHARE_MS, Math.max(LEAST_SHARE_MS, now - from)));
  if (isUnderWay) since = now;
}

function begin(milliseconds: number): void {
  spent = 0;
  share = milliseconds;
  setImmediate(end);
}

function end(): void {
  spent = undefined;
}
