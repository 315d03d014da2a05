import { BusyError } from './busy-error.js';
import { Mutex } from './mutex.js';
import { deciding } from './turns.js';

/**
 * The requests that write: decisions are made one at a time, their way to the disk overlaps. Bounded from the moment a request comes to the moment it is on disk,
 * so that neither those who wait for their decision nor what waits for a slow disk can grow without end.
 */
export class Writers {
  readonly #decisions = new Mutex();
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
  async run<T extends { readonly committed: Promise<void> }>(decision: () => Promise<T>): Promise<T> {
    if (this.#count >= this.most) throw new BusyError('writes');
    this.#count += 1;
    try {
      const decided = await this.#decisions.run(() => deciding(decision));
      decided.committed.then(this.#leave, this.#leave);
      return decided;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Resolves when every decision that was begun or waits has been made. */
  async settled(): Promise<void> {
    await this.#decisions.run(() => Promise.resolve());
  }

  readonly #leave = (): void => {
    this.#count -= 1;
  };
}
