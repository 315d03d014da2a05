import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Likeness } from '../../service/likeness.js';
import { JobFolder } from '../../jobs/job-folder.js';
import { JobGroups } from '../../jobs/job-groups.js';
import { hasEnded, type ShownJob } from '../../jobs/job.js';
import { Jobs } from '../../jobs/jobs.js';
import type { AuditEntry } from '../../auth/audit-log.js';
import { openNodeDatabase } from '../../server/database.js';
import { auditIn, type StoreChoice } from '../meant-store.js';
import { note, progress } from '../../runtime/notes.js';

/** Milliseconds between two questions how far a job is. */
const PAUSE = 250;

/**
 * The jobs of a data folder or a database. What runs at the end is given up, and begins anew at the next start. Over a
 * database the node that runs jobs for all runs them; where there is none, this command. Either way the nodes
 * and this command compare together.
 *
 * @param mode `look`: over a database nothing is run
 */
export async function withJobs<T>(
  likeness: Likeness,
  choice: StoreChoice,
  use: (jobs: Jobs, groups: JobGroups) => Promise<T>,
  mode: 'look' | 'run' = 'look',
): Promise<T> {
  const audit = (entry: AuditEntry): void => void auditIn(choice, entry);
  const { data, store } = choice;
  if (store !== undefined) return withSharedJobs(likeness, store, use, mode, audit);
  const place = new JobFolder(data);
  const jobs = new Jobs({ likeness, place, audit });
  try {
    return await use(jobs, new JobGroups(jobs, place, likeness));
  } finally {
    await jobs.close();
  }
}

async function withSharedJobs<T>(
  likeness: Likeness,
  store: string,
  use: (jobs: Jobs, groups: JobGroups) => Promise<T>,
  mode: 'look' | 'run',
  audit: (entry: AuditEntry) => void,
): Promise<T> {
  const { DatabaseJobs } = await import('../../jobs/database-jobs.js');
  const { PostgresLease } = await import('../../home/postgres/postgres-lease.js');
  const folder = await mkdtemp(join(tmpdir(), 'likeness-jobs-'));
  const [database, beside] = [await openNodeDatabase(store), await openNodeDatabase(store)];
  const lease = new PostgresLease(database, 'jobs');
  const { JobSharing } = await import('../../jobs/sharing/job-sharing.js');
  const sharing = mode === 'run' ? new JobSharing(beside, lease) : undefined;
  const shared = new DatabaseJobs(beside, lease, folder, sharing);
  await shared.refresh();
  const now = (): Date => new Date(database.clock.now());
  const jobs = new Jobs({ likeness, place: shared, shared, now, audit });
  try {
    if (mode === 'run') lease.follow(note);
    jobs.start();
    return await use(jobs, new JobGroups(jobs, shared, likeness));
  } finally {
    await jobs.close();
    await lease.close();
    await Promise.all([database.close(), beside.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until a job has ended, with a progress bar. */
export async function ended(ask: () => Promise<ShownJob>): Promise<ShownJob> {
  let bar: ReturnType<typeof progress> | undefined;
  try {
    for (;;) {
      const job = await ask();
      if (hasEnded(job)) return job;
      const { progress: at } = job;
      if (at !== null) (bar ??= progress(job.id, at.total)).update(at.done, `${at.phase}, ${at.pairs} pairs`);
      await pause(PAUSE);
    }
  } finally {
    bar?.stop();
  }
}
