import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A decision in steps. No other decision runs in between. At a `yield` other work may run; a yielded promise is
 * awaited.
 */
export type DecisionSteps<T> = Generator<Promise<unknown> | undefined, T, undefined>;

/** Awaits the promise that steps yielded, and passes its result on. */
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

/**
 * Minimum and maximum milliseconds per event-loop turn for decisions, if there is other work. The running step is not
 * counted.
 */
export const MIN_QUOTA_MS = 4;
export const MAX_QUOTA_MS = 5;
/**
 * The quota if there is almost no other work. Each turn writes to the disk once, so more decisions per turn cost less
 * each.
 */
export const ALONE_QUOTA_MS = 6;
/** The quota while several clients ask: one that writes much must not make each turn long for the others. */
export const SHARED_QUOTA_MS = 1.5;
/** Other work in a turn counts from this many milliseconds on: starting a few dozen decisions takes less. */
export const OTHER_WORK_MS = 1;

/**
 * The time per event-loop turn that decisions may use. Without it, all requests answered by one commit would decide
 * again in one turn: with a hundred writers a stall of 100 ms.
 */
export class DecisionQuota {
  /** Milliseconds that decisions have used in this turn; `undefined` before the first. */
  #used: number | undefined;
  #quota = MIN_QUOTA_MS;
  /** Milliseconds of other work since the quota was set last. */
  #otherWork = 0;

  /** @param isShared whether several clients ask at the moment */
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
   * Call before each step. Lets other work run once decisions have used up their quota of this turn. The next quota is
   * the time that the other work took, within limits, so searches do not starve writers.
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

  /** @param others milliseconds that other work has just used */
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
