/** Why something was not taken: there is no room at all, or the holder has its share. */
export type Shortage = 'full' | 'share';

/**
 * A bounded number of places (or bytes), of which one holder may have a share. Holders without a place are not
 * remembered.
 *
 * The share may depend on what is left: see `halfOfTheRest`.
 */
export class Places {
  readonly #held = new Map<string, number>();
  #count = 0;

  /**
   * @param most places
   * @param share that one holder may have; gets what would be left free
   */
  constructor(
    private readonly most: number,
    private readonly share: (free: number) => number = () => most,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Takes places; where there are none, takes nothing and says why. */
  enter(holder: string, amount = 1): Shortage | undefined {
    const free = this.most - this.#count - amount;
    if (free < 0) return 'full';
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.share(free)) return 'share';
    this.#count += amount;
    this.#held.set(holder, held);
    return undefined;
  }

  /** Takes places that are not to be refused, above every bound if need be. */
  force(holder: string, amount = 1): void {
    this.#count += amount;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + amount);
  }

  /** Gives places back; only who has taken them may. */
  leave(holder: string, amount = 1): void {
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
export function halfOfTheRest(least = 1): (free: number) => number {
  return (free) => Math.max(least, free);
}
