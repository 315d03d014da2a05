import type { Following } from '../../runtime/watch.js';

/** A digest that was used, kept until it would have expired. */
export interface SpentEntry {
  /** Kind of the digested value, such as `token`. */
  readonly kind: string;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface NumberedEntry extends SpentEntry {
  /** Number of the entry, which increases with each entry. Entries may become visible out of order. */
  readonly number: number;
}

/** A large set of expiring digests, each of which may be used only once across all processes. */
export interface SpentSet {
  /** @returns whether the entry is new; if several processes add it concurrently, only one call returns true */
  add(entry: SpentEntry): Promise<boolean>;
  /** Returns the entries with a higher number, in order. */
  after(number: number): Promise<NumberedEntry[]>;
  addAll(entries: readonly SpentEntry[]): Promise<void>;
  /** Removes expired entries. @param now milliseconds since the epoch */
  removeExpired(now: number): Promise<void>;
}

/** A home in which several processes share used digests. */
export interface SpendingHome {
  readonly now: () => number;
  readonly spent: SpentSet;
  /** See `Home.follow`. */
  followSpent(changed: () => Promise<void>, onError: (message: string) => void): Following;
}
