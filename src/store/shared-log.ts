import type { StoredRecord } from '../records/record.js';

export interface SharedLog {
  /** Freezes the view, because an index build cannot follow changes. @returns a function that unfreezes it */
  hold(): Promise<() => void>;
  follow(follower: LogFollower): void;
  /**
   * Asks for permission to decide. Must be called before each decision, because one node decides at a time.
   * @returns a promise to await; `undefined` (without overhead) while this node decides
   */
  enter(): Promise<void> | undefined;
  /** Allows another node to decide. Must be called when no decision is running. */
  leave(): void;
}

export interface DecidingNode {
  readonly epoch: number;
  /** The node's URL for forwarded decisions, and the secret that authenticates other nodes. */
  readonly url: string;
  readonly secret: string;
}

/** Determines which of the nodes that share a log decides. */
export interface Decider {
  readonly isOurs: boolean;
  /** Number that increases whenever the deciding node changes. 0 if the deciding node is not known yet. */
  readonly epoch: number;
  serve(url: string, secret: string): void;
  retire(): Promise<void>;
  /**
   * Waits until the deciding node is known.
   * @returns the other node; `undefined` if this node decides, or reports why it cannot
   */
  find(): Promise<DecidingNode | undefined>;
  /** Reports that the deciding node of an epoch cannot be reached, so that this node may take over. */
  isUnreachable(epoch: number): void;
  /** Resolves when the epoch has ended, or after `within` milliseconds. */
  leaves(epoch: number, within: number): Promise<void>;
}

export interface LogFollower {
  /** Reports that commits of other nodes precede all pending appends. The appends reject with an `OvertakenError`. */
  overtaken(): void;
  /** Reports that the view shows another node's commit. @param before the previous state of the commit's records */
  followed(before: ReadonlyMap<string, StoredRecord | undefined>): void;
}
