import type { MaybePromise } from '../maybe-promise.js';

/** The last step gives the answer as it is at that moment; without one the search is to be begun anew. */
export type Steps<T> = Iterator<unknown, MaybePromise<T> | undefined>;

/**
 * What a search comes to that would hold up everything else for long. It has steps to take instead, between which the index may change:
 *
 * - A value sent has very many others to be compared with that it has not been compared with yet. The steps find its neighbours, which are remembered: when all are done, the search,
 *   begun anew, goes on from there. That is exact whatever happens meanwhile: see `NeighbourSearch`.
 * - Very many records are to be looked at. Each step looks at some, and the last one gives the answer: see `PausingSearch`.
 *
 * Steps that have been begun are to be taken to their end.
 */
export class Unfinished<T extends object = never> extends Error {
  override readonly name = 'Unfinished';

  constructor(readonly steps: Steps<T>) {
    super('index: a search that is to be done in steps');
  }

  /** The same, its answer made into this by the step that gives it. */
  answering<U extends object>(make: (answer: T) => MaybePromise<U>): Unfinished<U> {
    const { steps } = this;
    return new Unfinished<U>({
      next: () => {
        const step = steps.next();
        if (step.done !== true) return step;
        const { value } = step;
        const made = value instanceof Promise ? value.then(make) : value && make(value);
        return { done: true, value: made };
      },
    });
  }
}

/** Comparisons that the search under way may make at once, and how many of them are left. There is one search at a time. */
let most = Infinity;
let left = Infinity;

/** @throws Unfinished where finding neighbours would take more than so many comparisons, of whatever values the search looks for */
export function withAtMost<T>(comparisons: number, search: () => T): T {
  most = left = comparisons;
  try {
    return search();
  } finally {
    most = left = Infinity;
  }
}

/** How many comparisons are made in one go now; `Infinity` for all. */
export function mostAtOnce(): number {
  return most;
}

/** How many of them the search under way has left. */
export function leftAtOnce(): number {
  return left;
}

/** To be told what has been compared. */
export function spend(comparisons: number): void {
  left -= comparisons;
}
