import type { MaybePromise } from '../maybe-promise.js';
import { BusyError } from './busy-error.js';
import { halfOfTheRest, Places } from './places.js';
import { RoundRobin } from './round-robin.js';
import { deciding } from './turns.js';

/** What a decision has led to: its place is free once it is on disk. */
interface Decided {
  readonly committed: Promise<void>;
}

/**
 * The requests that write: decisions are made one at a time, in turns by client and for each in the order of its calls;
 * their way to the disk overlaps. Bounded from the moment a request comes to the moment it is on disk, in all and by
 * client, so that neither those who wait for their decision nor what waits for a slow disk can grow without end.
 */
export class Writers {
  /** Decisions not yet begun. */
  readonly #waiting = new RoundRobin<() => MaybePromise<void>>();
  readonly #places: Places;
  #deciding: Promise<void> | undefined;

  /** @param most requests that write at once */
  constructor(most: number) {
    this.#places = new Places(most, halfOfTheRest());
  }

  /** Requests that wait, for their decision or for the disk. */
  get count(): number {
    return this.#places.count;
  }

  /**
   * Runs one decision alone. It resolves once the decision is made; `committed`, that it gives, is when the place becomes free.
   *
   * @throws BusyError when too many wait already, in all or of this client; then the decision was not begun
   */
  run<T extends Decided>(client: string, decision: () => MaybePromise<T>): Promise<T> {
    const shortage = this.#places.enter(client);
    if (shortage !== undefined) return Promise.reject(new BusyError(shortage === 'full' ? 'writes' : 'clientWrites'));
    const leave = (): void => this.#places.leave(client);
    return new Promise<T>((resolve, reject) => {
      const decided = (result: T): void => {
        result.committed.then(leave, leave);
        resolve(result);
      };
      const failed = (error: unknown): void => {
        leave();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      this.#waiting.push(client, () => {
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
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      const made = deciding(next.item);
      if (made !== undefined) await made;
    }
    this.#deciding = undefined;
  }
}
