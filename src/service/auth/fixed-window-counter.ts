import { ExpiringMap } from './expiring-map.js';

interface Window {
  count: number;
  readonly ends: number;
}

/** Fixed-window counters by key. Their number is limited, as in `ExpiringMap`. */
export class FixedWindowCounter {
  readonly #windows: ExpiringMap<Window>;

  /** @param length Length of a window in milliseconds @param capacity maximum number of keys */
  constructor(
    private readonly length: number,
    capacity: number,
  ) {
    this.#windows = new ExpiringMap(capacity);
  }

  get size(): number {
    return this.#windows.size;
  }

  /** @param now milliseconds since the epoch */
  count(key: string, now: number): number {
    return this.#current(key, now)?.count ?? 0;
  }

  add(key: string, now: number): void {
    const current = this.#current(key, now);
    if (current !== undefined) current.count += 1;
    else this.#windows.set(key, { count: 1, ends: now + this.length }, now + this.length);
  }

  /** Returns the seconds until the key's window ends, rounded up, at least 1. */
  secondsLeft(key: string, now: number): number {
    return Math.max(1, Math.ceil(((this.#current(key, now)?.ends ?? now) - now) / 1000));
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key, now);
    // Ignore a window that ends later than a new one would, because the clock was set back after the window began.
    return window !== undefined && window.ends <= now + this.length ? window : undefined;
  }
}
