import type { FoundGroup } from '../service/group/group-types.js';
import type { JobProgress, KeptJob } from './job.js';
import type { JobSharing } from './sharing/job-sharing.js';

/** A group and its number, from 1 on. */
export interface NumberedGroup {
  readonly number: number;
  readonly group: FoundGroup;
}

/** The records that a job was about to merge: see `MergeLog`. */
export interface Merges {
  /** Resolves when they are kept. */
  add(ids: readonly string[]): Promise<void>;
  /** Oldest first. */
  all(): Promise<string[][]>;
}

/** Lets other nodes take part in jobs. */
export type Sharing = Pick<JobSharing, 'give' | 'shares'>;

/** Where jobs are kept, and what they found. */
export interface JobPlace {
  /** In the order of their Ids. */
  all(): KeptJob[];
  /** Replaces what is kept of a job; by the process that runs jobs. @returns when it is kept */
  put(job: KeptJob): Promise<void>;
  /** A file that does not exist, for the groups that a job is about to find; those of before are gone. */
  newGroups(id: string): Promise<string>;
  /** Keeps what has been written to that file. @returns the places that go with the result */
  keepGroups(id: string, places: readonly number[]): Promise<readonly number[]>;
  /** Groups in order, from one number on, read as they are asked for. */
  groups(id: string, places: readonly number[], from?: number): AsyncGenerator<NumberedGroup>;
  /** Removes what a job has found, or was finding. */
  removeGroups(id: string): Promise<void>;
  merges(id: string): Merges;
  /** After all that was put before. What cannot be removed stays. */
  remove(id: string): void;
  /** Removes what is of no job that is known. */
  removeStrays(known: ReadonlySet<string>): void;
  /** When all that was put is kept, all that was removed is gone, or it has failed. */
  settled(): Promise<void>;
}

/** One of several nodes runs the jobs of all. */
export interface SharedJobPlace extends JobPlace {
  /** Whether that is this process. */
  readonly isOurs: boolean;
  /** Absent: this process does all of a job that it runs. */
  readonly sharing?: Sharing | undefined;
  /**
   * Keeps a new job.
   *
   * @param make of the number that it gets
   * @throws RequestError 409 where so many wait
   */
  add(make: (number: number) => KeptJob, mostWaiting: number): Promise<KeptJob>;
  /** Ends a job from any node, unless it has ended. */
  cancel(job: KeptJob): Promise<void>;
  /** Shows the others how far a job is. */
  tell(id: string, progress: JobProgress): void;
  /** Whether records were erased since it began: it begins anew. */
  isInterrupted(id: string): boolean;
  /** As it was last told. */
  progressOf(id: string): JobProgress | undefined;
  /**
   * @param changed is given the state of all jobs, again and again
   * @param trouble is told, once, while the database cannot be asked
   */
  follow(changed: (jobs: readonly KeptJob[]) => void, trouble: (message: string) => void): void;
}
