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
  let merged = await mergesInForce(likeness, await log.all(), id);
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
  return merged;
}

/**
 * Takes back what a job has merged, the last merge first.
 *
 * @param by the job that does it
 * @returns merges taken back, and those that later changes stand on
 */
export async function undoMerges(
  job: KeptJob,
  by: KeptJob,
  { likeness, place, signal, progress, audit }: Omit<MergeWork, 'now'>,
): Promise<{ undone: number; refused: number }> {
  const groups = await place.merges(job.id).all();
  let undone = 0;
  let refused = 0;
  for (const [i, ids] of groups.reverse().entries()) {
    signal.throwIfAborted();
    const change = await mergeOf(likeness, ids, job.id);
    progress({ phase: 'undoing', done: i, total: groups.length, pairs: 0 });
    if (change === undefined) continue;
    try {
      await likeness.undo(change, callerOf(by));
      undone += 1;
      audit({ action: 'undone', by: by.clientId, target: [change], detail: by.id });
    } catch (error) {
      if (!(error instanceof RequestError) || error.status >= 500) throw error;
      refused += 1;
    }
  }
  return { undone, refused };
}

async function mergesInForce(
  likeness: Service,
  logged: readonly (readonly string[])[],
  jobId: string,
): Promise<number> {
  const changes = new Set<string | undefined>();
  for (const ids of logged) changes.add(await mergeOf(likeness, ids, jobId));
  changes.delete(undefined);
  return changes.size;
}

/** The change by which a job merged records, as far as it is in force. */
async function mergeOf(likeness: Service, ids: readonly string[], jobId: string): Promise<string | undefined> {
  for (const id of ids) {
    const history = await likeness.history(id, { page: 1, pageSize: 100 }).catch((error: unknown) => {
      // Erased since.
      if (error instanceof RequestError && error.status === 404) return undefined;
      throw error;
    });
    const change = history?.records.find(({ action, requestId }) => action === 'delete' && requestId === jobId);
    if (change !== undefined && change.undoneBy === null) return change.id;
  }
  return undefined;
}

/** Whoever started the job signs what it saves. */
function callerOf({ id, clientId, objects }: KeptJob): Caller {
  const userId = NO_CLIENTS.has(clientId) ? {} : { userId: userIdOf(clientId) };
  return { clientId, ...userId, requestId: id, ...(objects && { objects: new Set(objects) }) };
}
