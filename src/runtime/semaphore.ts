/** Why a semaphore was not acquired: it is full, or the holder has reached its share. */
export type Shortage = 'full' | 'share';

/**
 * A weighted semaphore: a bounded number of permits (requests, bytes), of which one holder gets a share at most.
 * Holders without a permit are not remembered.
 *
 * The share may depend on what is left: see `dynamicThreshold`.
 */
export class Semaphore {
  readonly #held = new Map<string, number>();
  #count = 0;

  /**
   * @param most permits
   * @param share that one holder may have; gets what would be left free
   */
  constructor(
    private readonly most: number,
    private readonly share: (free: number) => number = () => most,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Acquires permits, or none: then the result says why. */
  acquire(holder: string, amount = 1): Shortage | undefined {
    const free = this.most - this.#count - amount;
    if (free < 0) return 'full';
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.share(free)) return 'share';
    this.#count += amount;
    this.#held.set(holder, held);
    return undefined;
  }

  /** Acquires permits even above the bounds: for work that cannot be refused. */
  forceAcquire(holder: string, amount = 1): void {
    this.#count += amount;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + amount);
  }

  /** Returns permits. Only their holder may. */
  release(holder: string, amount = 1): void {
    this.#count -= amount;
    const held = this.#held.get(holder)! - amount;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}

/**
 * The share of a holder among several: no more than it leaves free (Choudhury and Hahne, "Dynamic queue length
 * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998). Alone it may have
 * half of all; whoever comes next still finds half of the rest, and so on: nobody can take all, and little stays
 * unused.
 *
 * @param least that one holder may have in any case, as long as there is room
 */
export function dynamicThreshold(least = 1): (free: number) => number {
  return (free) => Math.max(least, free);
}
