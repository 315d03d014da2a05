import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work per turn. */
export const TURN_MS = 2;
/** Replaces `TURN_MS` while several clients send requests. */
export const SHARED_TURN_MS = 0.5;
/** Number of steps between two checks of the clock. A step takes about a microsecond. */
const STEPS = 16;

export interface Patience {
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline, as a time of `performance.now()`. */
  readonly deadline?: number | undefined;
}

/**
 * Lets other work run during long work: `if (turns.isOver) await turns.next()` after each step. Work for which no
 * client waits needs no scheduler, and gets one turn per turn of the event loop.
 */
export class Turns {
  #steps = 0;
  #milliseconds = TURN_MS;
  #began = performance.now();

  /** @param wait resolves at the next turn to its milliseconds @param tooLate creates the error after the deadline */
  constructor(
    private readonly wait: () => Promise<number> = () => nextTurn(TURN_MS),
    private readonly patience: Patience = {},
    private readonly tooLate: () => Error = () => new Error('the work took too long'),
  ) {}

  /** Whether the turn is used up. Each read of this property counts one step. */
  get isOver(): boolean {
    return this.spend(1);
  }

  count(steps: number): void {
    this.#steps += steps;
  }

  /** Counts several steps, and returns whether the turn is used up. */
  spend(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps < STEPS) return false;
    this.#steps = 0;
    return performance.now() - this.#began > this.#milliseconds;
  }

  /** Waits for the next turn. @throws the signal's reason, or the error from `tooLate` */
  async next(): Promise<void> {
    this.#milliseconds = await this.wait();
    this.#began = performance.now();
    const { signal, deadline } = this.patience;
    if (signal?.aborted === true) throw signal.reason;
    if (deadline !== undefined && this.#began > deadline) throw this.tooLate();
  }
}
