/** A bounded number of places, of which one holder may have a share. Holders without a place are not remembered. */
export class Places {
  readonly #held = new Map<string, number>();
  #count = 0;

  /**
   * @param most places
   * @param share of one holder
   */
  constructor(
    private readonly most: number,
    private readonly share = most,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Takes a place; false when there is none. */
  enter(holder: string): boolean {
    const held = this.#held.get(holder) ?? 0;
    if (this.#count >= this.most || held >= this.share) return false;
    this.#count += 1;
    this.#held.set(holder, held + 1);
    return true;
  }

  /** Gives one back; only who has entered may leave. */
  leave(holder: string): void {
    this.#count -= 1;
    const held = this.#held.get(holder)! - 1;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}
