import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A decision in steps. It runs alone, and in one go but for what it yields: there other work may have its turn, and a
 * promise that it yields is waited for.
 */
export type DecisionSteps<T> = Generator<Promise<unknown> | undefined, T, undefined>;

/** Waits for what steps wait for. @returns how they go on */
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
 * Minimum and maximum milliseconds per event-loop turn for decisions beside other work. The running one is not counted.
 */
export const MIN_QUOTA_MS = 4;
export const MAX_QUOTA_MS = 5;
/**
 * The quota where there is next to no other work: a turn has one write to the disk, so the more decisions a turn makes,
 * the less each costs.
 */
export const ALONE_QUOTA_MS = 6;
/** Milliseconds of other work in a turn that count as some: to begin some dozens of decisions takes less. */
export const OTHER_WORK_MS = 1;

/**
 * The time of each event-loop turn that decisions may use. Without it, all that one commit has answered would decide
 * again in one go: a stall of a hundred milliseconds with some hundred writers.
 */
export class DecisionQuota {
  /** Milliseconds that decisions have used of this turn; `undefined`: none has begun. */
  #used: number | undefined;
  #quota = MIN_QUOTA_MS;
  /** Milliseconds of other work since the quota was set last. */
  #otherWork = 0;

  countOtherWork(milliseconds: number): void {
    this.#otherWork += milliseconds;
  }

  /** Takes a step of a decision and counts its time. What others do between two steps is not counted. */
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
   * Lets other work run once decisions have used up their quota of this turn: to be asked before each step. The next
   * turn's quota is what the others took, within bounds: many searches do not starve the writers.
   *
   * @returns what to wait for; `undefined`, so that it costs nothing, while there is quota left
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

  /** @param others milliseconds that others have just had */
  #begin(others: number): void {
    this.#used = 0;
    this.#quota =
      this.#otherWork < OTHER_WORK_MS ? ALONE_QUOTA_MS : Math.min(MAX_QUOTA_MS, Math.max(MIN_QUOTA_MS, others));
    this.#otherWork = 0;
    setImmediate(this.#end);
  }

  readonly #end = (): void => {
    this.#used = undefined;
  };
}
