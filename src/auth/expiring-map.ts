/** Remembers keys until a moment each, and never more than a given number of them. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expires: number }>();

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.#entries.size;
  }

  /** @param now milliseconds since the epoch */
  get(key: string, now: number): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (now < entry.expires) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: T, expires: number): void {
    this.#entries.set(key, { value, expires });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Keys that have not expired, and when they will. */
  *entries(now: number): Iterable<[key: string, expires: number]> {
    for (const [key, { expires }] of this.#entries) if (now < expires) yield [key, expires];
  }

  /** True when another key fits, after forgetting what has expired. */
  hasRoom(now: number): boolean {
    if (this.#entries.size < this.capacity) return true;
    for (const [key, entry] of this.#entries) if (entry.expires <= now) this.#entries.delete(key);
    return this.#entries.size < this.capacity;
  }

  /** Forgets the key that was set first. */
  dropOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }

  clear(): void {
    this.#entries.clear();
  }
}
