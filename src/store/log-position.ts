/**
 * Identifies a commit by the run of a process that appended it, and its number in that run. A run appends only after
 * commits that it has seen. Therefore, if two logs have the same commit at a position, they are equal up to there.
 * (Compare log matching in Raft, and leader epochs in Kafka, KIP-101 and KIP-320.)
 */
export interface CommitIdentity {
  /** UUID of the run. When the view is rebuilt, a new run starts. */
  readonly writer: string;
  readonly number: number;
}

/** Returns whether two commits certainly differ. The identity of an old commit may be unknown. */
export function isOtherCommit(one: CommitIdentity | undefined, other: CommitIdentity | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.writer !== other.writer || one.number !== other.number;
}

/** Returns the identity of the next commit that the run of `last` appends. */
export function nextCommit(last: CommitIdentity | undefined): CommitIdentity | undefined {
  return last && { writer: last.writer, number: last.number + 1 };
}

export function commitInWords(commit: CommitIdentity | undefined): string {
  return commit === undefined ? 'a commit of an earlier version' : `commit ${commit.number} of run ${commit.writer}`;
}

export interface LogPosition {
  readonly position: number;
  /** Identity of the commit, or `undefined` at position 0 or if unknown. An unknown identity is not compared. */
  readonly last: CommitIdentity | undefined;
}
