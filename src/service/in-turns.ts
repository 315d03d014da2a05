import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unfinished } from '../index/unfinished.js';
import type { MaybePromise } from '../maybe-promise.js';

/** A search has so many long comparisons at the most: a few for each value sent. One that is still not done, since what it remembered was forgotten for others, is finished in one go. */
const MOST_ATTEMPTS = 40;

/** Steps of all searches: one in a turn of the event loop, in the order in which the searches came. */
let queue: Promise<void> = Promise.resolve();

/**
 * Searches, and where that is unfinished takes its steps, one in a turn of the event loop, and searches again. What can be answered at once costs nothing more.
 *
 * @param attempt a search of one moment; `inSteps` false: one that must come to its end
 */
export function inTurns<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished>,
): MaybePromise<T> {
  const first = attempt(true);
  return first instanceof Promise || first instanceof Unfinished ? later(attempt, first) : first;
}

async function later<T extends object>(
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished>,
  first: MaybePromise<T | Unfinished>,
): Promise<T> {
  let found = await first;
  for (let n = 1; found instanceof Unfinished; n++) {
    await take(found.steps);
    found = await attempt(n < MOST_ATTEMPTS);
  }
  return found;
}

function take(steps: Iterator<unknown>): Promise<void> {
  const taken = queue.then(async () => {
    do await nextTurn();
    while (steps.next().done !== true);
  });
  queue = taken.catch(() => undefined);
  return taken;
}
