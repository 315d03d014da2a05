import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PRIVATE } from '../runtime/make-folder.js';
import type { FoundGroup } from '../service/group/group-types.js';
import { linesOf, type Home, type Lease } from '../home/home.js';
import { isPending, OtherWorkerError, WorkQueue, type WorkDocuments } from '../work/queue.js';
import { GROUPS_A_PLACE, placeOf, parseGroup } from './group-file.js';
import type { GivenWork, JobSharing } from './sharing/job-sharing.js';
import { keptJobSchema, type JobProgress, type KeptJob } from './job.js';
import { tooMany } from './job-options.js';

const JOB = /^jobs\/(job-\d{12})\.json$/;
const PROGRESS = /^jobs\/progress\/(job-\d{12})\.json$/;
const FOUND = /^jobs\/(job-\d{12})\.(?:groups|merges)$/;

/** Name in the folder of a process, for groups on their way. */
export const JOBS_ON_THEIR_WAY = 'jobs-on-their-way';

/** A group and its number, from 1 on. */
export interface NumberedGroup {
  readonly number: number;
  readonly group: FoundGroup;
}

/** The records that a job was about to merge, kept before each merge. Whether it was made, their history says. */
export interface Merges {
  /** Resolves when they are kept. */
  add(ids: readonly string[]): Promise<void>;
  /** Oldest first. */
  all(): Promise<string[][]>;
}

export interface KeptJobsOptions {
  readonly home: Home;
  /** Folder of this process, for groups on their way. */
  readonly folder: string;
  /** Held by the process that runs jobs; absent where one process does all. */
  readonly lease?: Lease | undefined;
  /** The log's end. Absent: this process shows all records there are. */
  readonly latest?: (() => Promise<number>) | undefined;
  /** Lets other nodes take part; absent: this process does all of a job that it runs. */
  readonly sharing?: JobSharing | undefined;
}

/**
 * Jobs and what they found: documents and content of the home. Where several processes share it, the one with the lease
 * runs the jobs of all.
 */
export class KeptJobs {
  readonly queue: WorkQueue<KeptJob, JobProgress>;
  /** The job that was added last. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KeptJobsOptions) {
    this.queue = new WorkQueue({ home: options.home, documents: JOB_DOCUMENTS, lease: options.lease });
  }

  /** Whether this process runs the jobs. */
  get isOurs(): boolean {
    return this.queue.isOurs;
  }

  /** Counts the shares of jobs of other nodes that this one has done. */
  get sharing(): Pick<JobSharing, 'shares'> | undefined {
    return this.options.sharing;
  }

  /** Position of the log that is to be shown before a job begins. */
  async position(): Promise<number> {
    return (await this.options.latest?.()) ?? 0;
  }

  /** From now on takes part in jobs of other nodes. @param trouble is told what keeps it from that */
  help(trouble: (message: string) => void): void {
    this.options.sharing?.follow(trouble);
  }

  /**
   * Keeps a new job, after all that were added before.
   *
   * @param make of the number that it gets
   * @throws RequestError 409 where so many wait
   */
  add(make: (number: number) => KeptJob, mostWaiting: number): Promise<KeptJob> {
    const added = this.#adding.then(async () => {
      const { home } = this.options;
      for (;;) {
        const found = await home.list('jobs', (name) => JOB.test(name));
        const waiting = found.flatMap((document) => JOB_DOCUMENTS.parse(document) ?? []).filter(isPending);
        if (waiting.length >= mostWaiting) throw tooMany(mostWaiting);
        // Also of what is no job: its name is taken.
        const last = Math.max(0, ...found.map(({ name }) => Number(JOB.exec(name)![1]!.slice('job-'.length))));
        const job = make(last + 1);
        // Two processes want the same number: the slower one looks again.
        if (await this.queue.add(job)) return job;
      }
    });
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** Ends a job from any process. @returns as it is kept; `undefined`: it had ended already */
  async cancel(id: string, ended: string): Promise<KeptJob | undefined> {
    const cancelled = (job: KeptJob): KeptJob | undefined =>
      isPending(job) ? { ...job, status: 'cancelled', ended } : undefined;
    const job = await this.queue.change(id, cancelled);
    await this.options.sharing?.drop(id);
    return job;
  }

  /** Ends what was given to other nodes of a job. */
  async drop(id: string): Promise<void> {
    await this.options.sharing?.drop(id);
  }

  /** Lets other nodes take part in a job that runs here. @param records to be compared */
  async give(id: string, records: number): Promise<GivenWork | undefined> {
    const { sharing } = this.options;
    return sharing?.give(id, this.queue.conditionOf(id), records);
  }

  /** A file that does not exist, for the groups that a job is about to find; those of before are gone. */
  async newGroups(id: string): Promise<string> {
    const { folder } = this.options;
    await makeFolder(folder, PRIVATE);
    await this.removeGroups(id);
    return this.#pathOf(id);
  }

  /** Keeps what has been written to that file. */
  async keepGroups(id: string): Promise<void> {
    const isKept = await this.options.home.takeOver(groupsOf(id), this.#pathOf(id), this.queue.conditionOf(id));
    if (!isKept) throw new OtherWorkerError();
  }

  /**
   * Groups in order, from one number on, read as they are asked for.
   *
   * @param places as `writeGroups` gave them
   * @throws ContentGoneError; Error when they are not what was written
   */
  async *groups(id: string, places: readonly number[], from = 1): AsyncGenerator<NumberedGroup> {
    const place = placeOf(from);
    const start = places[place];
    if (start === undefined) return;
    let number = place * GROUPS_A_PLACE;
    for await (const line of linesOf(this.options.home.pieces(groupsOf(id), start)))
      if (++number >= from) yield { number, group: parseGroup(line) };
  }

  /** Removes what a job has found, or was finding. */
  async removeGroups(id: string): Promise<void> {
    const { home, lease, sharing } = this.options;
    await rm(this.#pathOf(id), { force: true });
    await sharing?.drop(id);
    await home.remove(groupsOf(id), { lease });
  }

  merges(id: string): Merges {
    const { home } = this.options;
    const name = mergesOf(id);
    const bytesOf = (lines: readonly string[]): number =>
      lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const all = async (): Promise<string[]> => {
      const lines: string[] = [];
      const size = await home.size(name);
      if (size === undefined) return lines;
      for await (const line of linesOf(home.pieces(name))) lines.push(line);
      // One that was not finished counts for none: its merge had not begun.
      if (bytesOf(lines) > size) lines.pop();
      return lines;
    };
    let end: number | undefined;
    return {
      add: async (ids) => {
        end ??= bytesOf(await all());
        const line = Buffer.from(`${JSON.stringify(ids)}\n`);
        if (!(await home.put(name, end, line, this.queue.conditionOf(id)))) throw new OtherWorkerError();
        end += line.length;
      },
      all: async () => (await all()).map((line) => JSON.parse(line) as string[]),
    };
  }

  async remove(id: string): Promise<void> {
    const { home, lease } = this.options;
    for (const name of [nameOf(id), groupsOf(id), mergesOf(id), progressNameOf(id)]) await home.remove(name, { lease });
  }

  /** Removes what was on its way when a process ended, and what is of no job. */
  async removeStrays(): Promise<void> {
    const { home, lease, folder } = this.options;
    await rm(folder, { recursive: true, force: true });
    if (!this.isOurs) return;
    const known = new Set((await this.queue.all()).map(({ item }) => item.id));
    for (const name of await home.contents('jobs', (each) => FOUND.test(each)))
      if (!known.has(FOUND.exec(name)![1]!)) await home.remove(name, { lease });
  }

  /** Nothing is carried out any more, and nothing of other nodes. */
  async close(): Promise<void> {
    await this.#adding;
    await this.queue.close();
    await this.options.sharing?.close();
  }

  #pathOf(id: string): string {
    return join(this.options.folder, `${id}.groups`);
  }
}

const nameOf = (id: string): string => `jobs/${id}.json`;
const progressNameOf = (id: string): string => `jobs/progress/${id}.json`;
const groupsOf = (id: string): string => `jobs/${id}.groups`;
const mergesOf = (id: string): string => `jobs/${id}.merges`;

const JOB_DOCUMENTS: WorkDocuments<KeptJob> = {
  folder: 'jobs',
  about: nameOf,
  told: progressNameOf,
  idOf: (name) => (JOB.exec(name) ?? PROGRESS.exec(name))?.[1],
  parse: ({ name, content }) => {
    const job = jobOf(content);
    return job !== undefined && name === nameOf(job.id) ? job : undefined;
  },
};

function jobOf(content: string): KeptJob | undefined {
  try {
    return keptJobSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}
