import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MaybePromise } from '../maybe-promise.js';

/** Least and most milliseconds that decisions have of one turn of the event loop beside other work, the one under way apart. */
export const LEAST_SHARE_MS = 4;
export const MOST_SHARE_MS = 5;
/**
 * What they have where there is next to none: the more of them are made in a turn, the less each costs, for a turn has one write to the disk. Less than both together have of a
 * step in which begun work and decisions meet.
 */
export const ALONE_SHARE_MS = 6;
/** Milliseconds of other work in a turn from which on there is some: to begin some dozens of decisions takes less. */
export const OTHER_WORK_MS = 1;

/** Milliseconds that decisions have had of this turn; `undefined`: none has begun. There is one event loop to share. */
let spent: number | undefined;
/** When the decision that is under way began, or went on; `undefined`: none is. */
let since: number | undefined;
let share = LEAST_SHARE_MS;
/** Milliseconds of other work since decisions were given their last share. */
let otherWork = 0;

/** To be told of work besides decisions. */
export function worked(milliseconds: number): void {
  otherWork += milliseconds;
}

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
  if (spent === undefined) begin(0);
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
  if (spent === undefined) begin(0);
  const now = performance.now();
  if (spent! + (since === undefined ? 0 : now - since) < share) return undefined;
  return othersTurn(now);
}

async function othersTurn(from: number): Promise<void> {
  const isUnderWay = since !== undefined;
  since = undefined;
  await nextTurn();
  const now = performance.now();
  begin(now - from);
  if (isUnderWay) since = now;
}

/** @param others milliseconds that others have just had */
function begin(others: number): void {
  spent = 0;
  share = otherWork < OTHER_WORK_MS ? ALONE_SHARE_MS : Math.min(MOST_SHARE_MS, Math.max(LEAST_SHARE_MS, others));
  otherWork = 0;
  setImmediate(end);
}

function end(): void {
  spent = undefined;
}
