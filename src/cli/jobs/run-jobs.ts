import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Likeness } from '../../service/likeness.js';
import { JobGroups } from '../../jobs/job-groups.js';
import { hasEnded, type ShownJob } from '../../jobs/job.js';
import { Jobs } from '../../jobs/jobs.js';
import type { AuditEntry } from '../../auth/audit-log.js';
import { FolderHome } from '../../home/folder/folder-home.js';
import type { Lease } from '../../home/home.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../../jobs/kept-jobs.js';
import { openDatabaseHome } from '../../server/database.js';
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
  const { place, lease, now, close } = await (choice.store === undefined
    ? jobsOfFolder(choice.data)
    : jobsOfDatabase(choice.store, mode));
  const jobs = new Jobs({ likeness, place, now, audit });
  try {
    if (mode === 'run') lease?.follow(note);
    if (mode === 'run') await jobs.start();
    else await jobs.refresh();
    return await use(jobs, new JobGroups(jobs, place, likeness));
  } finally {
    await jobs.close();
    await close();
  }
}

interface OpenedJobs {
  readonly place: KeptJobs;
  readonly lease?: Lease;
  readonly now?: () => Date;
  readonly close: () => Promise<void>;
}

function jobsOfFolder(data: string): OpenedJobs {
  const home = new FolderHome(data);
  return { place: new KeptJobs({ home, folder: join(data, JOBS_ON_THEIR_WAY) }), close: () => home.close() };
}

async function jobsOfDatabase(store: string, mode: 'look' | 'run'): Promise<OpenedJobs> {
  const { JobSharing } = await import('../../jobs/sharing/job-sharing.js');
  const folder = await mkdtemp(join(tmpdir(), 'likeness-jobs-'));
  // The results of jobs are large: the lease does not wait for them.
  const [home, beside] = [await openDatabaseHome(store), await openDatabaseHome(store)];
  const lease = home.lease('jobs');
  const sharing = mode === 'run' ? new JobSharing(beside, lease) : undefined;
  return {
    place: new KeptJobs({ home: beside, folder, lease, sharing, latest: () => beside.database.logEnd() }),
    lease,
    now: () => new Date(home.now()),
    close: async () => {
      await lease.close();
      await Promise.all([home.close(), beside.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
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
