import type { MaybePromise } from '../maybe-promise.js';
import { BusyError } from './busy-error.js';
import { deciding } from './turns.js';

/** What a decision has led to: its place is free once it is on disk. */
interface Decided {
  readonly committed: Promise<void>;
}

/**
 * The requests that write: decisions are made one at a time, in the order of the calls, their way to the disk overlaps. Bounded from the moment a request comes to the moment it is on disk,
 * so that neither those who wait for their decision nor what waits for a slow disk can grow without end.
 */
export class Writers {
  /** Decisions not yet begun. */
  readonly #waiting: (() => MaybePromise<void>)[] = [];
  #deciding: Promise<void> | undefined;
  #count = 0;

  /** @param most requests that write at once */
  constructor(private readonly most: number) {}

  /** Requests that wait, for their decision or for the disk. */
  get count(): number {
    return this.#count;
  }

  /**
   * Runs one decision alone. It resolves once the decision is made; `committed`, that it gives, is when the place becomes free.
   *
   * @throws BusyError when too many wait already; then the decision was not begun
   */
  run<T extends Decided>(decision: () => MaybePromise<T>): Promise<T> {
    if (this.#count >= this.most) return Promise.reject(new BusyError('writes'));
    this.#count += 1;
    return new Promise<T>((resolve, reject) => {
      const decided = (result: T): void => {
        result.committed.then(this.#leave, this.#leave);
        resolve(result);
      };
      const failed = (error: unknown): void => {
        this.#leave();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      this.#waiting.push(() => {
        try {
          const result = decision();
          if (result instanceof Promise) return result.then(decided, failed);
          decided(result);
        } catch (error) {
          failed(error);
        }
      });
      this.#deciding ??= this.#decideAll();
    });
  }

  /** Resolves when every decision that was begun or waits has been made. */
  async settled(): Promise<void> {
    await this.#deciding;
  }

  /** Those that have all at hand are made one after the other without a turn of the queue of promises between them: that costs as much as what else is done besides searching. */
  async #decideAll(): Promise<void> {
    // What has come together is first taken in.
    await Promise.resolve();
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const made = deciding(next);
      if (made !== undefined) await made;
    }
    this.#deciding = undefined;
  }

  readonly #leave = (): void => {
    this.#count -= 1;
  };
}
