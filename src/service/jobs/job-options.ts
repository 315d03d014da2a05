import type { MayGoOn } from '../auth/lost-right.js';
import type { GroupingRequest } from '../group/group-types.js';
import type { Likeness } from '../likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Group } from './carry-out.js';
import type { KeptJobs } from './kept-jobs.js';

export interface JobsOptions {
  readonly likeness: Pick<Likeness, 'grouping' | 'scheduler' | 'merging' | 'history' | 'undo' | 'visible'>;
  readonly place: KeptJobs;
  readonly group?: Group | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: (() => Date) | undefined;
  readonly isDrill?: boolean | undefined;
  readonly mayGoOn?: MayGoOn | undefined;
}

export interface JobRequest extends GroupingRequest {
  /** Minimum score in percent. Groups in which every pair has at least this score are merged. */
  readonly autoMerge?: number | undefined;
  /** With `autoMerge`, merges the groups that this job found, without another comparison. */
  readonly groupsOf?: string | undefined;
  /** Names of the objects that the client may access. If absent, the client may access all objects. */
  readonly objects?: readonly string[] | undefined;
}

export function noWork(): RequestError {
  return new RequestError(409, 'DRILL', 'A drill does not run jobs: start the service without --drill to run them');
}

/** Returns the log position up to which this process shows records; 0 for a folder, which only one process uses. */
export function positionOf({ place, likeness }: Pick<JobsOptions, 'place' | 'likeness'>): number {
  return place.queue.isShared ? likeness.visible.position : 0;
}
