import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Likeness } from '../../contract/likeness.js';
import { JobFolder } from '../../jobs/job-folder.js';
import { JobGroups } from '../../jobs/job-groups.js';
import { hasEnded, type ShownJob } from '../../jobs/job.js';
import { Jobs } from '../../jobs/jobs.js';
import { auditIn, type StoreChoice } from '../meant-store.js';
import { progress } from '../output/progress.js';

/** Milliseconds between two questions how far a job is. */
const PAUSE = 250;

/**
 * The jobs of a data folder. What runs at the end is given up, and begins anew at the next start. Over a database: jobs
 * of this command alone, whose groups go with it.
 */
export async function withJobs<T>(
  likeness: Likeness,
  choice: StoreChoice,
  use: (jobs: Jobs, groups: JobGroups) => Promise<T>,
): Promise<T> {
  const data = choice.store === undefined ? choice.data : await mkdtemp(join(tmpdir(), 'likeness-jobs-'));
  const folder = new JobFolder(data);
  const jobs = new Jobs({ likeness, folder, audit: (entry) => void auditIn(choice, entry) });
  try {
    return await use(jobs, new JobGroups(jobs, folder, likeness));
  } finally {
    await jobs.close();
    if (choice.store !== undefined) await rm(data, { recursive: true, force: true });
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
