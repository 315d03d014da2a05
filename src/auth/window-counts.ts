/** Counts by key, each beginning anew after a time. Never more than a given number of keys: the one counted longest ago is forgotten for a new one. */
export class WindowCounts {
  readonly #counts = new Map<string, { count: number; readonly ends: number }>();

  /**
   * @param length of a window in milliseconds
   * @param capacity keys
   */
  constructor(
    private readonly length: number,
    private readonly capacity: number,
  ) {}

  get size(): number {
    return this.#counts.size;
  }

  /** @param now milliseconds since the epoch */
  count(key: string, now: number): number {
    return this.#current(key, now)?.count ?? 0;
  }

  add(key: string, now: number): void {
    const current = this.#current(key, now);
    if (current !== undefined) {
      current.count += 1;
      return;
    }
    // Deleted first, so that the order of the map is the order of the windows.
    this.#counts.delete(key);
    if (this.#counts.size >= this.capacity) this.#forgetOldest();
    this.#counts.set(key, { count: 1, ends: now + this.length });
  }

  /** Whole seconds until the key's window ends, at least 1. */
  secondsLeft(key: string, now: number): number {
    return Math.max(1, Math.ceil(((this.#current(key, now)?.ends ?? now) - now) / 1000));
  }

  #forgetOldest(): void {
    for (const key of this.#counts.keys()) {
      this.#counts.delete(key);
      return;
    }
  }

  #current(key: string, now: number): { count: number; readonly ends: number } | undefined {
    const entry = this.#counts.get(key);
    // A window that ends later than one that begins now was begun before the clock was set back.
    return entry !== undefined && now < entry.ends && entry.ends <= now + this.length ? entry : undefined;
  }
}
