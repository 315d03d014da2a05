import { rightsNow } from '../auth/lost-right.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Patiently } from '../../store/home/home.js';
import type { AskRights, Worker } from '../work/queue.js';
import { throughOutages } from '../work/through-outages.js';
import { compare, mergeFound, takeBack, type CarryOutParts } from './carry-out.js';
import { JobRefused } from './group-beside.js';
import { positionOf, type JobsOptions } from './job-options.js';
import { hasEnded, type JobProgress, type KeptJob } from './job.js';
import { mergedBy, NO_CLIENTS } from './merge-groups.js';

const PATIENCE = 3_600_000;
/** Maximum attempts, so that a job that crashes the process is not repeated forever. */
const MOST_ATTEMPTS = 3;
/** Shown instead of database and file system errors, which name servers and paths. */
const NOT_CARRIED_OUT = 'it failed; the reason is in the service log';

export interface JobWorkerOptions extends JobsOptions {
  readonly now: () => Date;
  readonly changed: (job: KeptJob) => void;
}

/** Carries out a job: compares, merges or undoes. */
export function jobWorker(options: JobWorkerOptions): Worker<KeptJob> {
  const { place, likeness, log, group, now, mayGoOn } = options;
  const end = (how: Partial<KeptJob>): Partial<KeptJob> => ({
    ...how,
    position: positionOf(options),
    ended: now().toISOString(),
  });
  const partsOf = ({ id }: KeptJob, signal: AbortSignal, askRights: AskRights): CarryOutParts => {
    const progress = (progress: JobProgress): void => place.queue.tell(id, progress);
    const info = (message: string): void => log?.info(message);
    const patiently: Patiently = (work) =>
      throughOutages(work, {
        signal,
        patience: PATIENCE,
        waits: ({ message }) => log?.warn(`${id} waits: ${message}`),
      });
    return { likeness, place, group, signal, askRights, progress, now, info, patiently };
  };
  /** Recounts the merges of an interrupted job, including a merge that was being committed. */
  const recount = async (id: string): Promise<void> => {
    const job = (await place.queue.get(id))?.item;
    if (job === undefined || !hasEnded(job)) return;
    const merged = await mergedBy(job, options);
    const counted = (now: KeptJob) => (hasEnded(now) && now.merged !== merged ? { ...now, merged } : undefined);
    const changed = await place.queue.change(id, counted);
    if (changed !== undefined) options.changed(changed);
  };
  return {
    rightsOf: ({ clientId, objectType, crossObject, undoes, objects }) => {
      if (NO_CLIENTS.has(clientId)) return objects;
      const scopes = [undoes === null ? ('review' as const) : ('undo' as const)];
      const objectTypes = crossObject === null ? [objectType] : [objectType, crossObject];
      return rightsNow(mayGoOn, objects, { clientId, scopes, objectTypes });
    },
    begin: (job) => {
      if (job.attempts >= MOST_ATTEMPTS)
        return {
          ...job,
          ...end({ status: 'failed', reason: `the service exited ${MOST_ATTEMPTS} times during the job` }),
        };
      const begun = { started: now().toISOString(), attempts: job.attempts + 1, isInterrupted: false };
      return { ...job, ...begun, status: 'running' };
    },
    isSame: (begun, job) => job.started === begun.started && job.attempts === begun.attempts && !job.isInterrupted,
    carryOut: async (job, signal, askRights) => {
      options.changed(job);
      signal.throwIfAborted();
      // Wait until this process sees the state that the requester saw, and the merges of other processes.
      const parts = partsOf(job, signal, askRights);
      await likeness.visible.waitFor(Math.max(job.position, await parts.patiently(() => place.position())), signal);
      const about = job.undoes ?? job.groupsOf;
      if (about === null) return compare(job, parts);
      const other = (await parts.patiently(() => place.queue.get(about)))?.item;
      if (other === undefined) throw new RequestError(404, 'NOT_FOUND', `The job '${about}' no longer exists`);
      return job.undoes === null ? mergeFound(job, other, parts) : takeBack(job, other, parts);
    },
    failed: (_job, error) => {
      const isTold = error instanceof JobRefused || error instanceof RequestError;
      return Promise.resolve({ status: 'failed', reason: isTold ? error.message : NOT_CARRIED_OUT });
    },
    ended: async (job, how) => end(how.status === 'failed' ? { ...how, merged: await mergedBy(job, options) } : how),
    settled: async (id, { ended, error }) => {
      // Leave the groups alone if another process has taken over the job.
      if (ended?.status !== 'completed' && place.isOurs) await place.removeGroups(id).catch(() => undefined);
      if (ended?.status !== 'completed') await recount(id);
      if (ended === undefined) return;
      options.changed(ended);
      const why = error instanceof Error ? error.message : ended.reason;
      if (ended.status === 'failed') log?.warn(`${id} failed: ${why}`);
    },
  };
}
