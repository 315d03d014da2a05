import type { GroupingRequest } from '../service/group/group-types.js';
import type { Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import type { CarryOutParts, Group } from './carry-out.js';
import type { KeptJobs } from './kept-jobs.js';

export interface JobsOptions {
  readonly likeness: Pick<Likeness, 'grouping' | 'scheduler' | 'merging' | 'history' | 'undo' | 'visible'>;
  readonly place: KeptJobs;
  readonly group?: Group | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: (() => Date) | undefined;
  readonly isDrill?: boolean | undefined;
  /** Is told each merge of a job, and each that is taken back. */
  readonly audit?: CarryOutParts['audit'];
}

export interface JobRequest extends GroupingRequest {
  /** Percent: groups of which every pair scores so much are merged at once. */
  readonly autoMerge?: number | undefined;
  /** Names of the objects that the client is kept to; absent: all. */
  readonly objects?: readonly string[] | undefined;
}

/** @param waiting jobs that wait already */
export function tooMany(waiting: number): RequestError {
  return new RequestError(409, 'LIMIT_EXCEEDED', `${waiting} jobs wait already; cancel one, or wait`);
}

/** For a process that only answers requests. */
export function noWork(): RequestError {
  return new RequestError(409, 'DRILL', 'This is a drill, which runs no jobs: serve without --drill to run them');
}

/** The log's position that this process shows; 0 over a folder, whose jobs and records are one process's. */
export function positionOf({ place, likeness }: Pick<JobsOptions, 'place' | 'likeness'>): number {
  return place.queue.isShared ? likeness.visible.position : 0;
}
