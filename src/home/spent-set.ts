import type { Following } from '../runtime/watch.js';

/** A digest that does not count any more, until it would have expired. */
export interface SpentEntry {
  /** Names the thing that is digested, such as `token`. */
  readonly kind: string;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface NumberedEntry extends SpentEntry {
  /** Rises with each entry; entries may become visible out of order. */
  readonly number: number;
}

/** Digests that are spent once over all processes: many, which expire by themselves. */
export interface SpentSet {
  /** @returns whether it was not there yet: of several that add it at once, one is told so */
  add(entry: SpentEntry): Promise<boolean>;
  /** Those that have a higher number, in the order of their numbers. */
  after(number: number): Promise<NumberedEntry[]>;
  /** Adds many that are new. */
  addAll(entries: readonly SpentEntry[]): Promise<void>;
  /** Removes what has expired. @param now milliseconds since the epoch */
  removeExpired(now: number): Promise<void>;
}

/** A home that several processes spend digests in. */
export interface SpendingHome {
  readonly now: () => number;
  readonly spent: SpentSet;
  /** As `Home.follow`. */
  followSpent(changed: () => Promise<void>, onError: (message: string) => void): Following;
}
