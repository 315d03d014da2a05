/**
 * Identifies a commit: the run that appended it, and its number in that run. A run appends only after a commit that it
 * knows, so logs with the same commit at the same position are equal up to there (the log matching of Raft; the leader
 * epochs of Kafka, KIP-101 and KIP-320).
 */
export interface CommitIdentity {
  /** UUID of the run; rebuilding the view starts a new run. */
  readonly writer: string;
  readonly number: number;
}

/** Whether two are known to differ: the identity of an old commit may be unknown. */
export function isOtherCommit(one: CommitIdentity | undefined, other: CommitIdentity | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.writer !== other.writer || one.number !== other.number;
}

/** The commit that a run appends after one of its own. */
export function nextCommit(last: CommitIdentity | undefined): CommitIdentity | undefined {
  return last && { writer: last.writer, number: last.number + 1 };
}

/** For messages. */
export function commitInWords(commit: CommitIdentity | undefined): string {
  return commit === undefined ? 'a commit of an earlier version' : `commit ${commit.number} of run ${commit.writer}`;
}

export interface LogPosition {
  readonly position: number;
  /** `undefined` at position 0, or if unknown; then it is not compared. */
  readonly last: CommitIdentity | undefined;
}
