import { RequestError } from '../contract/request-error.js';
import type { Patiently } from '../home/home.js';
import type { Worker } from '../work/queue.js';
import { throughOutages } from '../work/through-outages.js';
import { compare, takeBack, type CarryOutParts } from './carry-out.js';
import { JobInterrupted, JobRefused } from './group-beside.js';
import { positionOf, type JobsOptions } from './job-options.js';
import { hasEnded, type JobProgress, type KeptJob } from './job.js';
import { mergedBy } from './merge-groups.js';

/** Milliseconds that a job waits for a store that is away. */
const PATIENCE = 3_600_000;
/** Times that a job is begun: one that ends the process is not begun for ever. */
const MOST_ATTEMPTS = 3;
/** Errors of a database or a file system name servers and paths, and reasons are for whoever may see the job. */
const NOT_CARRIED_OUT = 'it could not be carried out: the log of the service says why';

export interface JobWorkerOptions extends JobsOptions {
  readonly now: () => Date;
  /** Is told how a job has become. */
  readonly changed: (job: KeptJob) => void;
}

/** Compares, merges or takes back as one job says. */
export function jobWorker(options: JobWorkerOptions): Worker<KeptJob> {
  const { place, likeness, log, group, now, audit = () => undefined } = options;
  const end = (how: Partial<KeptJob>): Partial<KeptJob> => ({
    ...how,
    position: positionOf(options),
    ended: now().toISOString(),
  });
  const partsOf = ({ id }: KeptJob, signal: AbortSignal): CarryOutParts => {
    const progress = (progress: JobProgress): void => place.queue.tell(id, progress);
    const info = (message: string): void => log?.info(message);
    const patiently: Patiently = (work) =>
      throughOutages(work, {
        signal,
        patience: PATIENCE,
        waits: ({ message }) => log?.warn(`${id} waits: ${message}`),
      });
    return { likeness, place, group, signal, progress, now, audit, info, patiently };
  };
  /** Counts anew what a job has merged that was broken off: a merge on its way then counts as well. */
  const recount = async (id: string): Promise<void> => {
    const job = (await place.queue.get(id))?.item;
    if (job === undefined || !hasEnded(job)) return;
    const merged = await mergedBy(job, options);
    const counted = (now: KeptJob) => (hasEnded(now) && now.merged !== merged ? { ...now, merged } : undefined);
    const changed = await place.queue.change(id, counted);
    if (changed !== undefined) options.changed(changed);
  };
  return {
    begin: (job) => {
      if (job.attempts >= MOST_ATTEMPTS)
        return {
          ...job,
          ...end({ status: 'failed', reason: `the service ended ${MOST_ATTEMPTS} times while it ran` }),
        };
      const begun = { started: now().toISOString(), attempts: job.attempts + 1, isInterrupted: false };
      return { ...job, ...begun, status: 'running' };
    },
    isSame: (begun, job) => job.started === begun.started && job.attempts === begun.attempts && !job.isInterrupted,
    carryOut: async (job, signal) => {
      options.changed(job);
      signal.throwIfAborted();
      // Waits until the view shows all that whoever asked for it has seen, and what another process has merged.
      const parts = partsOf(job, signal);
      await likeness.visible.waitFor(Math.max(job.position, await parts.patiently(() => place.position())), signal);
      if (job.undoes === null) return compare(job, parts);
      const { undoes } = job;
      const undone = (await parts.patiently(() => place.queue.get(undoes)))?.item;
      if (undone === undefined) throw new RequestError(404, 'NOT_FOUND', `There is no job '${job.undoes}' any more`);
      return takeBack(job, undone, parts);
    },
    failed: (_job, error) => {
      if (error instanceof JobInterrupted) return Promise.resolve(undefined);
      const isTold = error instanceof JobRefused || error instanceof RequestError;
      return Promise.resolve({ status: 'failed', reason: isTold ? error.message : NOT_CARRIED_OUT });
    },
    ended: async (job, how) => end(how.status === 'failed' ? { ...how, merged: await mergedBy(job, options) } : how),
    settled: async (id, { ended, error }) => {
      // Another process may work on it by now.
      if (ended?.status !== 'completed' && place.isOurs) await place.removeGroups(id).catch(() => undefined);
      if (ended?.status !== 'completed') await recount(id);
      if (ended === undefined) return;
      await place.drop(id);
      options.changed(ended);
      const why = error instanceof Error ? error.message : ended.reason;
      if (ended.status === 'failed') log?.warn(`${id} failed: ${why}`);
    },
  };
}
