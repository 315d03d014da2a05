import { userIdOf } from '../auth/identity.js';
import type { FoundGroup } from '../group/group-types.js';
import type { Likeness } from '../likeness.js';
import type { Caller } from '../caller.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { AskRights } from '../work/queue.js';
import type { KeptJobs } from './kept-jobs.js';
import type { JobProgress, JobResult, KeptJob } from './job.js';

type Service = Pick<Likeness, 'grouping' | 'merging' | 'history' | 'undo'>;

export interface MergeWork {
  readonly likeness: Service;
  readonly place: KeptJobs;
  readonly signal: AbortSignal;
  readonly askRights: AskRights;
  readonly progress: (progress: JobProgress) => void;
  readonly now: () => Date;
}

/** Job sources that are not clients. The author of their changes is the system. */
export const NO_CLIENTS: ReadonlySet<string> = new Set(['server', 'command-line']);

/** Returns the lowest score of any two records of a group; `undefined` if one of the pairs was not found. */
export function sureScore({ members, pairs }: FoundGroup): number | undefined {
  const all = (members.length * (members.length - 1)) / 2;
  if (members.length < 2 || pairs.length !== all) return undefined;
  return pairs.reduce((lowest, [, , score]) => Math.min(lowest, score), Infinity);
}

/**
 * Merges the groups of a job that are certain: those without changed records, decisions or contradictions. Each merge
 * is one change. A group whose merge is rejected is skipped.
 * @param of the job that found the groups
 * @returns number of merged groups, including earlier attempts of the job
 */
export async function mergeGroups(job: KeptJob, result: JobResult, work: MergeWork, of = job): Promise<number> {
  const { likeness, place, signal, askRights, progress, now } = work;
  const { id, objectType, autoMerge } = job;
  if (autoMerge === null) return 0;
  const log = place.merges(id);
  // Records merged by an earlier attempt are no longer in any group.
  const isAgain = (await log.all()).length > 0;
  let merged = 0;
  for await (const { number, group } of place.groups(of.id, result.places)) {
    signal.throwIfAborted();
    // Groups are sorted by score, best first, and followed by the ungrouped pairs.
    if (number > result.groups || group.score < autoMerge) break;
    if ((sureScore(group) ?? -1) < autoMerge) continue;
    const ifUnmodifiedSince = now().toISOString();
    if (likeness.grouping.readiness(job, group, result.fields) === 'no') continue;
    const ids = group.members.map((member) => member.id);
    await log.add(ids);
    const caller = callerOf(job, askRights());
    try {
      await likeness.merging.merge(
        // `ifUndecided` is also needed, because a decision saved during this check may have an earlier time.
        { objectType, ids, ifUnmodifiedSince, ifUndecided: true },
        caller,
      );
      merged += 1;
    } catch (error) {
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
    }
    progress({ phase: 'merging', done: number, total: result.groups, pairs: result.pairs });
  }
  // Count from the history, because a merge whose outcome was unknown is visible by now.
  return isAgain ? mergedBy(job, work) : merged;
}

/**
 * Undoes the merges of another job, latest first.
 * @param by the undoing job
 * @returns the number of undone merges, including earlier attempts, and the number of merges that later changes depend
 * on
 */
export async function undoMerges(
  job: KeptJob,
  by: KeptJob,
  work: Omit<MergeWork, 'now'>,
): Promise<{ undone: number; refused: number }> {
  const { likeness, place, signal, askRights, progress } = work;
  const groups = await place.merges(job.id).all();
  let refused = 0;
  for (const [i, ids] of groups.reverse().entries()) {
    signal.throwIfAborted();
    const merge = await mergeOf(likeness, ids, job.id);
    progress({ phase: 'undoing', done: i, total: groups.length, pairs: 0 });
    if (merge === undefined || merge.undoneBy !== null) continue;
    const { change } = merge;
    const caller = callerOf(by, askRights());
    try {
      await likeness.undo(change, caller);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
      // Do not count the merge as refused if an earlier request with an unknown outcome has undone it.
      if ((await mergeOf(likeness, ids, job.id))?.undoneBy === null) refused += 1;
    }
  }
  return { undone: await mergedBy(by, work), refused };
}

/** Returns the number of groups that a job has merged, or whose merges it has undone, according to the history. */
export async function mergedBy(
  { id, undoes }: KeptJob,
  { likeness, place }: Pick<MergeWork, 'likeness' | 'place'>,
): Promise<number> {
  const changes = new Set<string>();
  for (const ids of await place.merges(undoes ?? id).all()) {
    const merge = await mergeOf(likeness, ids, undoes ?? id);
    if (merge?.undoneBy === (undoes === null ? null : id)) changes.add(merge.change);
  }
  return changes.size;
}

interface Merge {
  readonly change: string;
  /** The request that undid the merge. `null` if the merge is in force. */
  readonly undoneBy: string | null;
}

async function mergeOf(
  likeness: Pick<Service, 'history'>,
  ids: readonly string[],
  jobId: string,
): Promise<Merge | undefined> {
  let found: Merge | undefined;
  for (const id of ids) {
    const history = await likeness.history(id, { page: 1, pageSize: 100 }).catch((error: unknown) => {
      // The record has been erased.
      if (error instanceof RequestError && error.status === 404) return undefined;
      throw error;
    });
    const change = history?.records.find(({ action, requestId }) => action === 'delete' && requestId === jobId);
    if (change === undefined) continue;
    const undone = history!.records.find(({ id: each }) => each === change.undoneBy);
    if (change.undoneBy === null) return { change: change.id, undoneBy: null };
    found ??= { change: change.id, undoneBy: undone?.requestId ?? '' };
  }
  return found;
}

function callerOf({ id, clientId }: KeptJob, objects: readonly string[] | null): Caller {
  const userId = NO_CLIENTS.has(clientId) ? {} : { userId: userIdOf(clientId) };
  return { clientId, ...userId, requestId: id, ...(objects && { objects: new Set(objects) }) };
}
