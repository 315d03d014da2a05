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
   * To be asked before each decision begins: one of all that append to the log decides, the others wait until they do.
   *
   * @returns what to wait for; `undefined`, so that it costs nothing, while it is this one
   */
  enter(): Promise<void> | undefined;
  /** Nothing is being decided. */
  leave(): void;
}

/** A node that decides for all others. */
export interface DecidingNode {
  readonly epoch: number;
  /** Where it is sent what is to be decided, and what it knows by that another node sends it. */
  readonly url: string;
  readonly secret: string;
}

/** Which of the nodes over one log decides. */
export interface Decider {
  /** Whether this one does. */
  readonly isOurs: boolean;
  /** Rises whenever another one begins to decide; 0: not known yet. */
  readonly epoch: number;
  /** From now on this node decides where nobody does, and others may send it what is to be decided. */
  serve(url: string, secret: string): void;
  /** Hands over to another node, and takes over no more. */
  retire(): Promise<void>;
  /**
   * Waits until it is known who decides.
   *
   * @returns another node; `undefined`: it is this one's to decide, or to say why it cannot
   */
  find(): Promise<DecidingNode | undefined>;
  /** Who decides in that epoch cannot be asked: this node wants to decide itself. */
  isUnreachable(epoch: number): void;
  /** Looks who decides; resolves when that is not as in an epoch any more, or after so many milliseconds. */
  leaves(epoch: number, within: number): Promise<void>;
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
