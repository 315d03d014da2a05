import type { AuditEntry } from '../auth/audit-log.js';
import { userIdOf } from '../auth/identity.js';
import type { FoundGroup } from '../service/group/group-types.js';
import type { Caller, Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import type { KeptJobs } from './kept-jobs.js';
import type { JobProgress, JobResult, KeptJob } from './job.js';

type Service = Pick<Likeness, 'grouping' | 'merging' | 'history' | 'undo'>;

export interface MergeWork {
  readonly likeness: Service;
  readonly place: KeptJobs;
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
  readonly now: () => Date;
  /** Is told each merge, and each that is taken back. */
  readonly audit: (entry: AuditEntry) => void;
}

/** Who starts jobs and is no client: what these save is the system's. */
const NO_CLIENTS = new Set(['server', 'command-line']);

/** Whether any two records of a group were found to be duplicates, each pair at or above a score. */
export function isSure({ members, pairs, score }: FoundGroup, autoMerge: number): boolean {
  const all = (members.length * (members.length - 1)) / 2;
  return (
    members.length > 1 && score >= autoMerge && pairs.length === all && pairs.every((pair) => pair[2] >= autoMerge)
  );
}

/**
 * Merges the sure groups of a job, each as a change of its own: those in which nothing has changed and nobody has
 * decided anything. What the service refuses is left as it is.
 *
 * @returns groups that were merged, by earlier attempts at the job as well
 */
export async function mergeGroups(job: KeptJob, result: JobResult, work: MergeWork): Promise<number> {
  const { likeness, place, signal, progress, now, audit } = work;
  const { id, objectType, autoMerge } = job;
  if (autoMerge === null) return 0;
  const log = place.merges(id);
  // Records that an earlier attempt has merged are merged, and in no group any more.
  const isAgain = (await log.all()).length > 0;
  let merged = 0;
  for await (const { number, group } of place.groups(id, result.places)) {
    signal.throwIfAborted();
    // The best groups come first, and pairs that are in none behind them.
    if (number > result.groups || group.score < autoMerge) break;
    if (!isSure(group, autoMerge)) continue;
    const ifUnmodifiedSince = now().toISOString();
    const shown = likeness.grouping.show(job, `${id}.${number}`, group, result.fields);
    if (shown.isStale || shown.status !== 'open') continue;
    const ids = group.members.map((member) => member.id);
    await log.add(ids);
    try {
      const { masterId, mergedIds, changeId } = await likeness.merging.merge(
        // A decision that was not on disk yet when the group was looked at may be older than that look.
        { objectType, ids, ifUnmodifiedSince, ifUndecided: true },
        callerOf(job),
      );
      merged += 1;
      audit({
        action: 'merged',
        by: job.clientId,
        target: [masterId, ...mergedIds, ...(changeId ? [changeId] : [])],
        detail: id,
      });
    } catch (error) {
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
    }
    progress({ phase: 'merging', done: number, total: result.groups, pairs: result.pairs });
  }
  // One whose outcome was not known when it was made shows by now.
  return isAgain ? mergedBy(job, work) : merged;
}

/**
 * Takes back what a job has merged, the last merge first.
 *
 * @param by the job that does it
 * @returns merges taken back, by earlier attempts as well, and those that later changes stand on
 */
export async function undoMerges(
  job: KeptJob,
  by: KeptJob,
  work: Omit<MergeWork, 'now'>,
): Promise<{ undone: number; refused: number }> {
  const { likeness, place, signal, progress, audit } = work;
  const groups = await place.merges(job.id).all();
  let refused = 0;
  for (const [i, ids] of groups.reverse().entries()) {
    signal.throwIfAborted();
    const merge = await mergeOf(likeness, ids, job.id);
    progress({ phase: 'undoing', done: i, total: groups.length, pairs: 0 });
    if (merge === undefined || merge.undoneBy !== null) continue;
    const { change } = merge;
    try {
      await likeness.undo(change, callerOf(by));
      audit({ action: 'undone', by: by.clientId, target: [change], detail: by.id });
    } catch (error) {
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
      // Not where it was taken back by a request of before, whose outcome was not known.
      if ((await mergeOf(likeness, ids, job.id))?.undoneBy === null) refused += 1;
    }
  }
  return { undone: await mergedBy(by, work), refused };
}

/** Groups that a job has merged by now, or has taken apart again: the history says it, however the job came to end. */
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
  /** The request that took it back; `null`: it is in force. */
  readonly undoneBy: string | null;
}

/** The change by which a job merged records: one in force, where there is one. */
async function mergeOf(
  likeness: Pick<Service, 'history'>,
  ids: readonly string[],
  jobId: string,
): Promise<Merge | undefined> {
  let found: Merge | undefined;
  for (const id of ids) {
    const history = await likeness.history(id, { page: 1, pageSize: 100 }).catch((error: unknown) => {
      // Erased since.
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

/** Whoever started the job signs what it saves. */
function callerOf({ id, clientId, objects }: KeptJob): Caller {
  const userId = NO_CLIENTS.has(clientId) ? {} : { userId: userIdOf(clientId) };
  return { clientId, ...userId, requestId: id, ...(objects && { objects: new Set(objects) }) };
}
