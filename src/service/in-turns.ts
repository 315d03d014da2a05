import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unfinished, type Steps } from '../index/unfinished.js';
import type { MaybePromise } from '../maybe-promise.js';
import { RoundRobin } from './round-robin.js';
import { giveWay, worked } from './turns.js';

/**
 * A search is begun anew so many times at the most: for a few long comparisons of each value sent, or since a record that it had found has changed. One that is still not done, what it
 * remembered having been forgotten for others, is finished in one go.
 */
const MOST_ATTEMPTS = 40;

/**
 * Milliseconds that the steps of all readers' searches have of one turn of the event loop, the one under way apart: with that, less than a turn may take in one go. One step a turn would do
 * for the others, but a search of twenty steps beside writers, whose turns are long, would take a fifth of a second.
 */
export const STEPS_SHARE_MS = 3;

/**
 * Searches whose steps are to be taken: a step of each client's first search, then of the next client's; of one client
 * those of the search that came first before those of the next. A client that sends many heavy searches makes its own
 * wait, and others no longer than for one step of each client.
 */
const waiting = new RoundRobin<() => boolean>();
let isTaking = false;

/**
 * Searches, and where that is unfinished takes its steps, some in a turn of the event loop, and searches again. What can be answered at once costs nothing more.
 *
 * @param attempt a search of one moment; `inSteps` false: one that must come to its end
 */
export function inTurns<T extends object>(
  client: string,
  attempt: (inSteps: boolean) => MaybePromise<T | Unfinished<T>>,
): MaybePromise<T> {
  return toItsEnd(attempt, (steps) => take(client, steps));
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

async function take<T>(client: string, steps: Steps<T>): Promise<T | undefined> {
  const value = await new Promise<MaybePromise<T> | undefined>((resolve, reject) => {
    waiting.push(client, () => {
      try {
        const step = steps.next();
        if (step.done !== true) return false;
        resolve(step.value);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
      return true;
    });
    if (!isTaking) void takeAll();
  });
  // A search that goes on from here is a step of its own.
  if (value === undefined) await nextTurn();
  return value;
}

/** Takes what waits, as much in a turn as there is time for. */
async function takeAll(): Promise<void> {
  isTaking = true;
  while (waiting.size > 0) {
    await nextTurn();
    const from = performance.now();
    let spent = 0;
    do {
      const { client, item: step } = waiting.next()!;
      if (!step()) waiting.putBack(client, step);
      spent = performance.now() - from;
    } while (waiting.size > 0 && spent < STEPS_SHARE_MS);
    worked(spent);
  }
  isTaking = false;
}
