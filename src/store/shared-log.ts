import type { StoredRecord } from '../records/record.js';

export interface SharedLog {
  /** Freezes the view, because building an index cannot follow changes. @returns a function that unfreezes it */
  hold(): Promise<() => void>;
  follow(follower: LogFollower): void;
  /**
   * Waits until this node may decide how requests change the data. Must be called before each decision, because only
   * one node decides at a time.
   * @returns a promise to await; `undefined` (no cost) while this node decides
   */
  enter(): Promise<void> | undefined;
  /** Allows another node to decide. Must not be called while a decision is running. */
  leave(): void;
}

export interface DecidingNode {
  readonly epoch: number;
  /** The node's URL for forwarded decisions, and the secret that other nodes identify themselves with. */
  readonly url: string;
  readonly secret: string;
}

/** Determines which of the nodes with a shared log decides. */
export interface Decider {
  readonly isOurs: boolean;
  /** Number that increases whenever another node decides. 0 until this node knows which one does. */
  readonly epoch: number;
  serve(url: string, secret: string): void;
  retire(): Promise<void>;
  /**
   * Waits until the deciding node is known.
   * @returns the node; `undefined` if this node decides, or if this node itself reports why it cannot
   */
  find(): Promise<DecidingNode | undefined>;
  /** Reports that the deciding node of an epoch cannot be reached, so that this node may take over. */
  isUnreachable(epoch: number): void;
  /** Resolves when the epoch has ended, or after `within` milliseconds. */
  leaves(epoch: number, within: number): Promise<void>;
}

export interface LogFollower {
  /** Called if commits of other nodes come before all pending appends, which are rejected with an `OvertakenError`. */
  overtaken(): void;
  /** Called if the view shows another node's commit. @param before the previous state of the commit's records */
  followed(before: ReadonlyMap<string, StoredRecord | undefined>): void;
}
