import type { Following } from '../../runtime/watch.js';

/** A used digest, stored until the token or assertion behind it has expired. */
export interface SpentEntry {
  /** Kind of the digested value, such as `token`. */
  readonly kind: string;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface NumberedEntry extends SpentEntry {
  /** Number of the entry. Later entries have higher numbers, but may become visible earlier. */
  readonly number: number;
}

/** Digests that may each be used only once, in all processes together, and that expire. There may be many. */
export interface SpentSet {
  /** @returns whether the entry is new; if several processes add it at the same time, only one call returns true */
  add(entry: SpentEntry): Promise<boolean>;
  after(number: number): Promise<NumberedEntry[]>;
  addAll(entries: readonly SpentEntry[]): Promise<void>;
  /** Removes expired entries. @param now milliseconds since the epoch */
  removeExpired(now: number): Promise<void>;
}

/** Storage whose processes share the used digests. */
export interface SpendingHome {
  readonly now: () => number;
  readonly spent: SpentSet;
  /** See `Home.follow`. */
  followSpent(changed: () => Promise<void>, onError: (message: string) => void): Following;
}
