import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A decision in steps. No other decision runs between the steps. A `yield` lets other work run, and a yielded promise
 * is awaited.
 */
export type DecisionSteps<T> = Generator<Promise<unknown> | undefined, T, undefined>;

/** Awaits the promise that steps yielded, and passes its result to the next step. */
export async function outcome<T>(
  steps: DecisionSteps<T>,
  awaited: Promise<unknown>,
): Promise<() => ReturnType<DecisionSteps<T>['next']>> {
  try {
    await awaited;
    return () => steps.next();
  } catch (error) {
    return () => steps.throw(error);
  }
}

/** Minimum milliseconds per turn for decisions if there is other work. Excludes the running step. */
export const MIN_QUOTA_MS = 4;
export const MAX_QUOTA_MS = 5;
/** The quota if there is almost no other work. Each turn writes to disk once, so long turns make decisions cheaper. */
export const ALONE_QUOTA_MS = 6;
/** The quota while several clients send requests, so that a client with many writes does not make turns long. */
export const SHARED_QUOTA_MS = 1.5;
/** Minimum milliseconds of other work in a turn. Starting a few dozen decisions takes less. */
export const OTHER_WORK_MS = 1;

/**
 * The time per event-loop turn that decisions may use. Without a quota, all clients that wait for one commit would send
 * their next decisions into one turn, which stalls the event loop for 100 ms with a hundred writers.
 */
export class DecisionQuota {
  /** Milliseconds that decisions have used in this turn; `undefined` before the first decision. */
  #used: number | undefined;
  #quota = MIN_QUOTA_MS;
  /** Milliseconds of other work since the quota was last set. */
  #otherWork = 0;

  /** @param isShared whether several clients are active */
  constructor(private readonly isShared: () => boolean = () => false) {}

  countOtherWork(milliseconds: number): void {
    this.#otherWork += milliseconds;
  }

  run<T>(step: () => T): T {
    const from = performance.now();
    try {
      return step();
    } finally {
      if (this.#used === undefined) this.#begin(0);
      this.#used! += performance.now() - from;
    }
  }

  /**
   * Call before each step. Lets other work run once decisions have used up their quota for this turn. The next quota is
   * the time that the other work took, within limits, so that searches do not starve writers.
   * @returns a promise to await; `undefined` (no cost) while quota is left
   */
  yieldIfSpent(): Promise<void> | undefined {
    if (this.#used === undefined) this.#begin(0);
    return this.#used! < this.#quota ? undefined : this.#othersTurn();
  }

  async #othersTurn(): Promise<void> {
    const from = performance.now();
    await nextTurn();
    this.#begin(performance.now() - from);
  }

  /** Starts a turn. @param others milliseconds of other work since the last turn */
  #begin(others: number): void {
    this.#used = 0;
    if (this.isShared()) this.#quota = SHARED_QUOTA_MS;
    else if (this.#otherWork < OTHER_WORK_MS) this.#quota = ALONE_QUOTA_MS;
    else this.#quota = Math.min(MAX_QUOTA_MS, Math.max(MIN_QUOTA_MS, others));
    this.#otherWork = 0;
    setImmediate(this.#end);
  }

  readonly #end = (): void => {
    this.#used = undefined;
  };
}
