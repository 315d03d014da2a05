/**
 * Identifies a commit by the run that appended it and its number in that run. A run appends only after a commit that it
 * has seen. Therefore, logs with the same commit at the same position are equal up to that position. (Compare the log
 * matching of Raft and the leader epochs of Kafka, KIP-101 and KIP-320.)
 */
export interface CommitIdentity {
  /** UUID of the run. Rebuilding the view starts a new run. */
  readonly writer: string;
  readonly number: number;
}

/** Returns whether two commits are known to differ. The identity of an old commit may be unknown. */
export function isOtherCommit(one: CommitIdentity | undefined, other: CommitIdentity | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.writer !== other.writer || one.number !== other.number;
}

/** Returns the identity of the commit that a run appends after its commit `last`. */
export function nextCommit(last: CommitIdentity | undefined): CommitIdentity | undefined {
  return last && { writer: last.writer, number: last.number + 1 };
}

/** Describes a commit for messages. */
export function commitInWords(commit: CommitIdentity | undefined): string {
  return commit === undefined ? 'a commit of an earlier version' : `commit ${commit.number} of run ${commit.writer}`;
}

export interface LogPosition {
  readonly position: number;
  /** Identity of the commit. `undefined` at position 0, or if unknown. An unknown identity is not compared. */
  readonly last: CommitIdentity | undefined;
}
