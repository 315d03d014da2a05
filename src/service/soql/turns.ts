import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestError } from '../../contract/request-error.js';

/** Milliseconds of one turn of the event loop. */
const AT_ONCE_MS = 2;
/** Milliseconds after which a query is given up, as on the platform. */
const TIME_OUT_MS = 120_000;
/** Steps between two looks at the clock. */
const STEPS = 16;

/** Lets others have their turns while a query runs: `if (turns.isOver) await turns.next()` after each step. */
export class Turns {
  #steps = 0;
  #began = performance.now();
  readonly #deadline = this.#began + TIME_OUT_MS;

  get isOver(): boolean {
    if (++this.#steps % STEPS !== 0) return false;
    return performance.now() - this.#began > AT_ONCE_MS;
  }

  /** @throws RequestError 400 `QUERY_TIMEOUT` */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
    if (this.#began > this.#deadline)
      throw new RequestError(400, 'QUERY_TIMEOUT', 'Your query request was running for too long.');
  }
}
