import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unfinished, type Steps } from '../index/unfinished.js';
import type { MaybePromise } from '../maybe-promise.js';
import { giveWay, worked } from './turns.js';

/**
 * A search is begun anew so many times at the most: for a few long comparisons of each value sent, or since a record that it had found has changed. One that is still not done, what it
 * remembered having been forgotten for others, is finished in one go.
 */
const MOST_ATTEMPTS = 40;

/** Steps of all readers' searches: one in a turn of the event loop, in the order in which the searches came. */
let queue: Promise<void> = Promise.resolve();

/**
 * Searches, and where that is unfinished takes its steps, one in a turn of the event loop, and searches again. What can be answered at once costs nothing more.
 *
 * @param attempt a search of one moment; `inSteps` false: one that must come to its end
 */
export function inTurns<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished<T>>,
): MaybePromise<T> {
  return toItsEnd(attempt, take);
}

/** The same for a decision, behind which every other one waits: it takes as many steps in a turn as decisions have time in it. */
export function inShares<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished<T>>,
): MaybePromise<T> {
  return toItsEnd(attempt, async (steps) => {
    for (;;) {
      const others = giveWay();
      if (others !== undefined) await others;
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  });
}

/** Takes all of them. @returns what the last one gives */
type Taking = <T>(steps: Steps<T>) => Promise<T | undefined>;

function toItsEnd<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished<T>>,
  taking: Taking,
): MaybePromise<T> {
  const first = attempt(true);
  return first instanceof Promise || first instanceof Unfinished ? later(attempt, first, taking) : first;
}

async function later<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished<T>>,
  first: MaybePromise<T | Unfinished<T>>,
  taking: Taking,
): Promise<T> {
  let found = await first;
  for (let n = 1; found instanceof Unfinished; n++)
    found = (await taking(found.steps)) ?? (await attempt(n < MOST_ATTEMPTS));
  return found;
}

function take<T>(steps: Steps<T>): Promise<T | undefined> {
  const taken = queue.then(async () => {
    for (;;) {
      await nextTurn();
      const from = performance.now();
      const { done, value } = steps.next();
      worked(performance.now() - from);
      if (done !== true) continue;
      // A search that goes on from here is a step of its own.
      if (value === undefined) await nextTurn();
      return value;
    }
  });
  queue = taken.then(nothing, nothing);
  return taken;
}

function nothing(): void {
  // The queue goes on, whatever came of a search.
}
