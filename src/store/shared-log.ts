import type { StoredRecord } from '../records/record.js';

export interface SharedLog {
  /** Freezes the view: an index that is being built could not follow changes. @returns unfreezes it */
  hold(): Promise<() => void>;
  follow(follower: LogFollower): void;
  /**
   * Call before each decision: one node decides, the others wait until it is their turn.
   * @returns a promise to wait for; `undefined` (no cost) while it is this node
   */
  enter(): Promise<void> | undefined;
  /** Call when no decision is running. */
  leave(): void;
}

export interface DecidingNode {
  readonly epoch: number;
  /** Its address for forwarded decisions, and the secret that authenticates other nodes. */
  readonly url: string;
  readonly secret: string;
}

/** Which of the nodes over one log decides. */
export interface Decider {
  readonly isOurs: boolean;
  /** Increases whenever the deciding node changes; 0 if not known yet. */
  readonly epoch: number;
  serve(url: string, secret: string): void;
  retire(): Promise<void>;
  /**
   * Waits until the deciding node is known.
   * @returns another node; `undefined`: this one decides, or reports why it cannot
   */
  find(): Promise<DecidingNode | undefined>;
  /** The deciding node of that epoch cannot be reached: this node wants to take over. */
  isUnreachable(epoch: number): void;
  /** Resolves when the epoch has ended, or after this many milliseconds. */
  leaves(epoch: number, within: number): Promise<void>;
}

export interface LogFollower {
  /**
   * Commits of others precede all pending appends, which reject with an `OvertakenError`. Called before the view
   * changes.
   */
  overtaken(): void;
  /** The view shows a commit of another node. @param before the previous state of its records */
  followed(before: ReadonlyMap<string, StoredRecord | undefined>): void;
}
