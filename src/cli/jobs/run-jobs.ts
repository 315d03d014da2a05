import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Likeness } from '../../service/likeness.js';
import { JobGroups } from '../../service/jobs/job-groups.js';
import { hasEnded, type ShownJob } from '../../service/jobs/job.js';
import { Jobs } from '../../service/jobs/jobs.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Lease } from '../../store/home/home.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../../service/jobs/kept-jobs.js';
import { openDatabaseHome } from '../open/database.js';
import { auditIn, type StoreChoice } from '../meant-store.js';
import { note, progress } from '../../runtime/notes.js';

/** Milliseconds between two polls of a job. */
const PAUSE = 250;

/**
 * Runs jobs while `use` runs. A job that is still running afterwards is aborted, and restarts at the next startup. With
 * a database, the node with the jobs lease runs the jobs, or this command if there is no such node.
 * @param mode with `look`, no job is run on a database
 */
export async function withJobs<T>(
  likeness: Likeness,
  choice: StoreChoice,
  mode: 'look' | 'run',
  use: (jobs: Jobs, groups: JobGroups) => Promise<T>,
): Promise<T> {
  if (mode === 'run')
    likeness.audit(({ clientId: by, requestId: detail }, change) => {
      const entry = { ...change, by, detail };
      void auditIn(choice, entry);
    });
  const { place, lease, now, close } = await (choice.store === undefined
    ? jobsOfFolder(choice.data)
    : jobsOfDatabase(choice.store));
  const jobs = new Jobs({ likeness, place, now });
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

async function jobsOfDatabase(store: string): Promise<OpenedJobs> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-jobs-'));
  // Use a second connection, because large job results must not delay the lease.
  const [home, beside] = [await openDatabaseHome(store), await openDatabaseHome(store)];
  const lease = home.lease('jobs');
  return {
    place: new KeptJobs({ home: beside, folder, lease, latest: () => beside.database.logEnd() }),
    lease,
    now: () => new Date(home.now()),
    close: async () => {
      await lease.close();
      await Promise.all([home.close(), beside.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

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
