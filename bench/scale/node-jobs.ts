import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Likeness } from '../../src/service/likeness.js';
import { PostgresHome } from '../../src/home/postgres/postgres-home.js';
import { hasEnded } from '../../src/jobs/job.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { JobSharing } from '../../src/jobs/sharing/job-sharing.js';
import type { Lease } from '../../src/home/home.js';
import { KeptJobs } from '../../src/jobs/kept-jobs.js';
import { NodeDatabase } from '../../src/store/postgres/node-database.js';

/** Milliseconds between two looks whether a job has ended. */
const PAUSE_MS = 20;

export interface JobFindings {
  readonly ms: number;
  readonly groups: number;
  /** SHA-256 of all groups, in their order. */
  readonly digest: string;
}

/** The jobs of a node: the first that opens them runs those of all, the others take part. */
export class NodeJobs {
  private constructor(
    private readonly home: PostgresHome,
    private readonly lease: Lease,
    private readonly place: KeptJobs,
    private readonly jobs: Jobs,
    private readonly sharing: JobSharing,
    private readonly folder: string,
  ) {}

  /** @param fewestRecords from which on jobs are shared; absent: as the service has it */
  static async open(url: string, likeness: Likeness, fewestRecords?: number): Promise<NodeJobs> {
    const home = new PostgresHome(await NodeDatabase.open(url));
    const lease = home.lease('jobs');
    const sharing = new JobSharing(home, lease, { fewestRecords });
    const folder = mkdtempSync(join(tmpdir(), 'likeness-bench-jobs-'));
    const place = new KeptJobs({ home, lease, folder, sharing });
    const jobs = new Jobs({ likeness, place });
    await lease.take();
    lease.follow(() => undefined);
    await jobs.start();
    return new NodeJobs(home, lease, place, jobs, sharing, folder);
  }

  /** Counts the shares of other nodes' jobs that this one has done. */
  get shares(): number {
    return this.sharing.shares;
  }

  /** Compares all contacts with each other. */
  async run(): Promise<JobFindings> {
    const begun = performance.now();
    const { id } = await this.jobs.submit({ objectType: 'Contact' }, 'bench');
    while (!hasEnded(this.jobs.get(id))) await pause(PAUSE_MS);
    const ms = performance.now() - begun;
    const { status, reason, groups } = this.jobs.get(id);
    if (status !== 'completed') throw new Error(`bench: ${id} ${status}: ${reason ?? ''}`);
    const hash = createHash('sha256');
    for await (const { group } of this.place.groups(id, this.jobs.kept(id).result!.places))
      hash.update(JSON.stringify(group));
    return { ms, groups: groups ?? 0, digest: hash.digest('hex') };
  }

  async close(): Promise<void> {
    await this.jobs.close();
    await this.lease.close();
    await this.home.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
