import type { StoredRecord } from '../records/record.js';

/** The log of a store that others append to, too, for those who decide against its view. */
export interface SharedLog {
  /**
   * Keeps the view as it is: while indexes are built from it, nobody could tell them what changes.
   *
   * @returns lets it go on
   */
  hold(): Promise<() => void>;
  /** Tells one follower of the commits of others. */
  follow(follower: LogFollower): void;
  /**
   * To be asked before each decision begins. While others commit as well, a decision made at any time would be
   * overtaken: then it is to wait for its node's turn, which all decisions share that are made until it ends.
   *
   * @returns what to wait for; `undefined`, so that it costs nothing, while nobody else commits or it is our turn
   */
  enter(): Promise<void> | undefined;
  /** A decision that entered has ended: what it led to was appended. */
  leave(): void;
  /** Writes all appended changes into the log now, though the decision that asks has not ended. */
  flush(): void;
}

export interface LogFollower {
  /**
   * Commits of others come before whatever has been appended and is not in the log yet: these appends reject with an
   * `OvertakenError`. Called before the view changes.
   */
  overtaken(): void;
  /** The view shows a commit of another one. @param before the records that it touched, as they were */
  followed(before: ReadonlyMap<string, StoredRecord | undefined>): void;
}
