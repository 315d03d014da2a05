import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A decision in steps. No other decision runs between its steps. At a `yield`, other work may run. A yielded promise is
 * awaited.
 */
export type DecisionSteps<T> = Generator<Promise<unknown> | undefined, T, undefined>;

/** Awaits a promise that a step yielded, and passes the result to the next step. */
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

/** Minimum milliseconds of a turn for decisions while there is other work. The running step may take longer. */
export const MIN_QUOTA_MS = 4;
export const MAX_QUOTA_MS = 5;
/** Milliseconds of a turn with almost no other work. Each turn writes to disk once, so longer turns are cheaper. */
export const ALONE_QUOTA_MS = 6;
/** Milliseconds of a turn while several clients send requests, so that one client's writes do not delay the others. */
export const SHARED_QUOTA_MS = 0.6;
/** Minimum milliseconds of other work that count. Starting a few dozen decisions takes less. */
export const OTHER_WORK_MS = 1;

/**
 * The time that decisions may use per event-loop turn. Without this quota, all clients waiting for the same commit
 * would send their next decisions in the same turn. With a hundred writers, the event loop would stall for 100 ms.
 */
export class DecisionQuota {
  /** Milliseconds that decisions have used in this turn, or `undefined` before the first decision. */
  #used: number | undefined;
  #quota = MIN_QUOTA_MS;
  /** Milliseconds of other work since the quota was last set. */
  #otherWork = 0;

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
   * Call before each step. If decisions have used up their quota, other work runs. The next quota is as long as the
   * other work took, within limits, so that searches do not starve writers.
   * @returns a promise to await, or `undefined` (no cost) while quota is left
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
