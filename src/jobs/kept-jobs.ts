import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundGroup } from '../service/group/group-types.js';
import { change, linesOf, type Home, type Lease } from '../home/home.js';
import { UnderWay } from '../home/under-way.js';
import type { Following } from '../runtime/watch.js';
import { GROUPS_A_PLACE, parseGroup } from './group-file.js';
import type { GivenWork, JobSharing } from './sharing/job-sharing.js';
import { hasEnded, keptJobSchema, type JobProgress, type KeptJob } from './job.js';
import { tooMany } from './job-options.js';

const NO_MORE = 'it was interrupted, or another node runs jobs by now';
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
  /** Lets other nodes take part; absent: this process does all of a job that it runs. */
  readonly sharing?: JobSharing | undefined;
}

/**
 * Jobs and what they found: documents and content of the home. Where several processes share it, the one with the lease
 * runs the jobs of all.
 */
export class KeptJobs {
  #known: readonly KeptJob[] = [];
  /** The highest number of a job that there is. */
  #last = 0;
  #progress = new Map<string, JobProgress>();
  #following: Following | undefined;
  readonly #underWay: UnderWay<JobProgress>;
  /** The entry that was put or removed last. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KeptJobsOptions) {
    this.#underWay = new UnderWay(options.home, { about: nameOf, told: progressNameOf }, options.lease);
  }

  /** Whether other processes see these jobs, and may run them. */
  get isShared(): boolean {
    return this.options.home.isShared;
  }

  /** Whether this process runs the jobs. */
  get isOurs(): boolean {
    return this.options.lease?.isOurs ?? true;
  }

  /** Counts the shares of jobs of other nodes that this one has done. */
  get sharing(): Pick<JobSharing, 'shares'> | undefined {
    return this.options.sharing;
  }

  /** In the order of their Ids, as they were when they were looked at last. */
  all(): KeptJob[] {
    return [...this.#known];
  }

  /** Looks at what there is. What is no job counts as none. */
  async refresh(): Promise<readonly KeptJob[]> {
    const found = await this.options.home.list('jobs', (name) => JOB.test(name) || PROGRESS.test(name));
    // Also of what is no job: its name is taken.
    this.#last = Math.max(0, ...found.map(({ name }) => Number(JOB.exec(name)?.[1]?.slice('job-'.length) ?? 0)));
    this.#known = found.flatMap(({ name, content }) => {
      const job = jobOf(content);
      return job?.id === JOB.exec(name)?.[1] && job !== undefined ? [job] : [];
    });
    this.#progress = new Map(
      found.flatMap(({ name, content }) => {
        const id = PROGRESS.exec(name)?.[1];
        return id === undefined ? [] : [[id, JSON.parse(content) as JobProgress]];
      }),
    );
    return this.#known;
  }

  /**
   * @param changed is given the state of all jobs, again and again
   * @param trouble is told, once, while it cannot be asked for
   */
  follow(changed: (jobs: readonly KeptJob[]) => void, trouble: (message: string) => void): void {
    const look = async (): Promise<void> => {
      // At once: what this process keeps meanwhile is answered after this.
      await this.refresh().then(changed);
    };
    this.options.sharing?.follow(trouble);
    this.#following = this.options.home.follow('jobs', look, (reason) =>
      trouble(`jobs are those of before: ${reason}`),
    );
  }

  /**
   * Keeps a new job.
   *
   * @param make of the number that it gets
   * @throws RequestError 409 where so many wait
   */
  async add(make: (number: number) => KeptJob, mostWaiting: number): Promise<KeptJob> {
    for (;;) {
      const known = await this.refresh();
      if (known.filter((job) => !hasEnded(job)).length >= mostWaiting) throw tooMany(mostWaiting);
      const job = make(this.#last + 1);
      // Two that come at once want the same number: the slower one looks again.
      if (await this.options.home.write(nameOf(job.id), textOf(job), { expected: 'none' })) return job;
    }
  }

  /**
   * Replaces what is kept of a job, by the process that runs jobs, after all that was put before. One that has ended
   * stays; one that was interrupted since it began does not end.
   *
   * @returns when it is kept
   */
  put(job: KeptJob): Promise<void> {
    return this.#afterLast(async () => {
      const { home, lease, sharing } = this.options;
      const name = nameOf(job.id);
      const edit = (content: string | undefined): string | undefined => {
        const now = jobOf(content);
        const stays = now === undefined || hasEnded(now) || (now.isInterrupted && job.status !== 'running');
        return stays ? undefined : textOf({ ...job, isInterrupted: false });
      };
      if (!(await change(home, name, edit, lease))) throw new Error(`it has been ended, ${NO_MORE}`);
      if (hasEnded(job)) {
        await sharing?.drop(job.id);
        await this.#underWay.forget(job.id);
      }
      await this.#underWay.look(job.id, (text) => {
        const now = jobOf(text);
        return now?.status === 'running' && !now.isInterrupted && now.started === job.started;
      });
    });
  }

  /** Ends a job from any process, unless it has ended. */
  async cancel(job: KeptJob): Promise<void> {
    const edit = (content: string | undefined): string | undefined => {
      const now = jobOf(content);
      return now === undefined || hasEnded(now) ? undefined : textOf(job);
    };
    await change(this.options.home, nameOf(job.id), edit);
    await this.options.sharing?.drop(job.id);
    await this.#underWay.forget(job.id);
  }

  /** Shows the others how far a job is. */
  tell(id: string, progress: JobProgress): void {
    this.#underWay.tell(id, progress);
  }

  /** Whether records were erased since it began: it begins anew. */
  isInterrupted(id: string): boolean {
    return this.#known.some((job) => job.id === id && job.isInterrupted);
  }

  /** As it was last told. */
  progressOf(id: string): JobProgress | undefined {
    return this.#progress.get(id);
  }

  /** Lets other nodes take part in a job that runs here. @param records to be compared */
  async give(id: string, records: number): Promise<GivenWork | undefined> {
    const { sharing } = this.options;
    return sharing?.give(id, this.#underWay.conditionOf(id), records);
  }

  /** A file that does not exist, for the groups that a job is about to find; those of before are gone. */
  async newGroups(id: string): Promise<string> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.removeGroups(id);
    return this.#pathOf(id);
  }

  /** Keeps what has been written to that file. */
  async keepGroups(id: string): Promise<void> {
    const isKept = await this.options.home.takeOver(groupsOf(id), this.#pathOf(id), this.#underWay.conditionOf(id));
    if (!isKept) throw new Error(NO_MORE);
  }

  /**
   * Groups in order, from one number on, read as they are asked for.
   *
   * @param places as `writeGroups` gave them
   * @throws ContentGoneError; Error when they are not what was written
   */
  async *groups(id: string, places: readonly number[], from = 1): AsyncGenerator<NumberedGroup> {
    const place = Math.floor((from - 1) / GROUPS_A_PLACE);
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
        if (!(await home.put(name, end, line, this.#underWay.conditionOf(id)))) throw new Error(NO_MORE);
        end += line.length;
      },
      all: async () => (await all()).map((line) => JSON.parse(line) as string[]),
    };
  }

  /** After all that was put before. What cannot be removed stays. */
  remove(id: string): void {
    const { home, lease } = this.options;
    const gone = this.#afterLast(async () => {
      for (const name of [nameOf(id), groupsOf(id), mergesOf(id), progressNameOf(id)])
        await home.remove(name, { lease });
    });
    gone.catch(() => undefined);
  }

  /** Removes what was on its way when a process ended, and what is of no job. */
  async removeStrays(): Promise<void> {
    const { home, lease, folder } = this.options;
    await rm(folder, { recursive: true, force: true });
    if (!this.isOurs) return;
    const known = new Set((await this.refresh()).map(({ id }) => id));
    for (const name of await home.contents('jobs', (each) => FOUND.test(each)))
      if (!known.has(FOUND.exec(name)![1]!)) await home.remove(name, { lease });
  }

  /** When all that was put is kept, all that was removed is gone, or it has failed. */
  async settled(): Promise<void> {
    this.#underWay.close();
    await this.#following?.end();
    await this.options.sharing?.close();
    await this.#writing.catch(() => undefined);
  }

  #pathOf(id: string): string {
    return join(this.options.folder, `${id}.groups`);
  }

  #afterLast<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => undefined);
    return done;
  }
}

const nameOf = (id: string): string => `jobs/${id}.json`;
const progressNameOf = (id: string): string => `jobs/progress/${id}.json`;
const groupsOf = (id: string): string => `jobs/${id}.groups`;
const mergesOf = (id: string): string => `jobs/${id}.merges`;

const textOf = (job: KeptJob): string => `${JSON.stringify(job)}\n`;

function jobOf(content: string | undefined): KeptJob | undefined {
  try {
    return keptJobSchema.safeParse(JSON.parse(content ?? '')).data;
  } catch {
    return undefined;
  }
}
