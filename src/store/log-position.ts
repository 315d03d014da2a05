/**
 * Which commit it is: the run of the process that appended it, and as its how-manieth. A run appends only behind a
 * position whose commit it knows, so logs that have the same commit at the same position are the same up to there
 * (the log matching of Raft; the leader epochs of Kafka, KIP-101 and KIP-320).
 */
export interface CommitIdentity {
  /** UUID of the run; a process that builds its view anew begins another one. */
  readonly writer: string;
  readonly number: number;
}

/** Whether two are known to be different: the identity of an old commit may not have been kept. */
export function isOtherCommit(one: CommitIdentity | undefined, other: CommitIdentity | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.writer !== other.writer || one.number !== other.number;
}

/** The commit that a run appends behind one of its own. */
export function nextCommit(last: CommitIdentity | undefined): CommitIdentity | undefined {
  return last && { writer: last.writer, number: last.number + 1 };
}

/** For people. */
export function commitInWords(commit: CommitIdentity | undefined): string {
  return commit === undefined ? 'a commit of an earlier version' : `commit ${commit.number} of run ${commit.writer}`;
}

/** A place in a log: how many commits it has up to there, and which one is the last of them. */
export interface LogPosition {
  readonly position: number;
  /** `undefined`: of none, which position 0 is; or it is not known, and not compared. */
  readonly last: CommitIdentity | undefined;
}
