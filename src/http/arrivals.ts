import { performance } from 'node:perf_hooks';
import type { MaybePromise } from '../maybe-promise.js';
import { RoundRobin } from '../service/round-robin.js';
import { worked } from '../service/turns.js';

/** Milliseconds of one turn of the event loop in which work is begun; what is left then is begun in the next. With the decisions' share, which may follow in the same step, it stays below ten. */
export const SHARE_MS = 3;

/** In turns by client, of each in the order of its requests. */
const waiting = new RoundRobin<() => void>();
let isDue = false;

/**
 * Begins the work of a request when all that came in the same turn of the event loop has been read. To read everything and then to work on everything is cheaper, by a tenth to a fifth,
 * than one request after the other: the processor stays with the same code. And however many come at once, others have their turns between.
 *
 * @param client whose request it is: clients take turns
 * @returns what the work gives
 */
export function whenAllRead<T>(client: string, work: () => MaybePromise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const take = (): void => {
      try {
        const done = work();
        // Not `resolve(done)`: a promise that is resolved with another waits for two turns of the queue more.
        if (done instanceof Promise) done.then(resolve, reject);
        else resolve(done);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    waiting.push(client, take);
    beginLater();
  });
}

function begin(): void {
  const from = performance.now();
  let now = from;
  let next = waiting.next();
  while (next !== undefined) {
    next.item();
    now = performance.now();
    next = now < from + SHARE_MS ? waiting.next() : undefined;
  }
  worked(now - from);
  isDue = false;
  if (waiting.size > 0) beginLater();
}

function beginLater(): void {
  if (isDue) return;
  isDue = true;
  setImmediate(begin);
}
