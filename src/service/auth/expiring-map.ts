/** A map of limited size whose entries expire. When it is full, the oldest entry is dropped. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expires: number }>();

  constructor(private readonly capacity: number) {}

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
    this.#entries.delete(key);
    if (this.#entries.size >= this.capacity) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(key, { value, expires });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  *entries(now: number): Iterable<[key: string, expires: number]> {
    for (const [key, { expires }] of this.#entries) if (now < expires) yield [key, expires];
  }

  /** If the map is full, removes expired entries. @returns whether another key fits without dropping a valid entry */
  hasRoom(now: number): boolean {
    if (this.#entries.size < this.capacity) return true;
    for (const [key, entry] of this.#entries) if (entry.expires <= now) this.#entries.delete(key);
    return this.#entries.size < this.capacity;
  }

  clear(): void {
    this.#entries.clear();
  }
}
