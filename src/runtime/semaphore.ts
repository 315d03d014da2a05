/** The reason why acquiring failed: the semaphore is full, or the holder has its full share. */
export type Shortage = 'full' | 'share';

/**
 * A weighted semaphore: a limited number of permits (requests, bytes), and a maximum share for each holder. The share
 * may depend on the number of free permits (see `dynamicThreshold`).
 */
export class Semaphore {
  readonly #held = new Map<string, number>();
  #count = 0;

  /** @param most maximum permits @param share returns one holder's maximum, given the permits that would be left */
  constructor(
    private readonly most: number,
    private readonly share: (free: number) => number = () => most,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Acquires all permits, or returns the reason why it acquires none. */
  acquire(holder: string, amount = 1): Shortage | undefined {
    const free = this.most - this.#count - amount;
    if (free < 0) return 'full';
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.share(free)) return 'share';
    this.#count += amount;
    this.#held.set(holder, held);
    return undefined;
  }

  /** Acquires permits even beyond the limits, for work that cannot be rejected. */
  forceAcquire(holder: string, amount = 1): void {
    this.#count += amount;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + amount);
  }

  release(holder: string, amount = 1): void {
    this.#count -= amount;
    const held = this.#held.get(holder)! - amount;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}

/**
 * A holder may use half of what the other holders leave free (Choudhury and Hahne, "Dynamic queue length thresholds for
 * shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998). The first holder may have half of
 * all permits, the next half of the rest, and so on. No holder can take all permits, and few stay unused.
 * @param least permits that each holder may always have, if there are any
 */
export function dynamicThreshold(least = 1): (free: number) => number {
  return (free) => Math.max(least, free);
}
