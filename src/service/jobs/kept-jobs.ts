import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PRIVATE } from '../../runtime/make-folder.js';
import type { FoundGroup } from '../group/group-types.js';
import { linesOf, type Home, type Lease } from '../../store/home/home.js';
import { isPending, OtherWorkerError, WorkQueue, type WorkDocuments } from '../work/queue.js';
import { GROUPS_A_PLACE, placeOf, parseGroup } from './group-file.js';
import { keptJobSchema, type JobProgress, type KeptJob } from './job.js';
import { RequestError } from '../../records/contract/request-error.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

export function tooMany(waiting: number): RequestError {
  return new RequestError(409, 'LIMIT_EXCEEDED', `${waiting} jobs are already waiting: cancel a job, or wait`);
}

const JOB = /^jobs\/(job-\d{12})\.json$/;
const PROGRESS = /^jobs\/progress\/(job-\d{12})\.json$/;
const FOUND = /^jobs\/(job-\d{12})\.(?:groups|merges)$/;

export const JOBS_ON_THEIR_WAY = 'jobs-on-their-way';

export interface NumberedGroup {
  readonly number: number;
  readonly group: FoundGroup;
}

/** The merges of a job, each recorded before it is made. The history of the records shows whether a merge was made. */
export interface Merges {
  add(ids: readonly string[]): Promise<void>;
  all(): Promise<string[][]>;
}

export interface KeptJobsOptions {
  readonly home: Home;
  /** This process's folder for content being written, on the disk of the stored files if these are in a folder. */
  readonly folder: string;
  /** Held by the process that does the work. Absent if one process does everything. */
  readonly lease?: Lease | undefined;
  /** Returns the position of the end of the log. Absent if this process always shows all records. */
  readonly latest?: (() => Promise<number>) | undefined;
}

/** Stores jobs and results as shared documents and files. The process with the lease runs all jobs. */
export class KeptJobs {
  readonly queue: WorkQueue<KeptJob, JobProgress>;
  #adding: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KeptJobsOptions) {
    this.queue = new WorkQueue({ home: options.home, documents: JOB_DOCUMENTS, lease: options.lease });
  }

  get isOurs(): boolean {
    return this.queue.isOurs;
  }

  /** Returns the log position that must be visible before a job starts. */
  async position(): Promise<number> {
    return (await this.options.latest?.()) ?? 0;
  }

  /**
   * Saves a new job after all jobs added before it.
   * @param make creates the job with its number
   * @throws RequestError 409 if `mostWaiting` jobs are waiting
   */
  add(make: (number: number) => KeptJob, mostWaiting: number): Promise<KeptJob> {
    const added = this.#adding.then(async () => {
      const { home } = this.options;
      for (;;) {
        const found = await home.list('jobs', (name) => JOB.test(name));
        const waiting = found.flatMap((document) => JOB_DOCUMENTS.parse(document) ?? []).filter(isPending);
        if (waiting.length >= mostWaiting) throw tooMany(mostWaiting);
        // Includes invalid documents, because their names are taken.
        const last = Math.max(0, ...found.map(({ name }) => Number(JOB.exec(name)![1]!.slice('job-'.length))));
        const job = make(last + 1);
        // If two processes choose the same number, the slower process retries.
        if (await this.queue.add(job)) return job;
      }
    });
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** Cancels a job from any process. @returns the stored job, or `undefined` if the job had ended */
  async cancel(id: string, ended: string): Promise<KeptJob | undefined> {
    const cancelled = (job: KeptJob): KeptJob | undefined =>
      isPending(job) ? { ...job, status: 'cancelled', ended } : undefined;
    return this.queue.change(id, cancelled);
  }

  async newGroups(id: string): Promise<string> {
    const { folder } = this.options;
    await makeFolder(folder, PRIVATE);
    await this.removeGroups(id);
    return this.#pathOf(id);
  }

  async keepGroups(id: string): Promise<void> {
    const isKept = await this.options.home.takeOver(groupsOf(id), this.#pathOf(id), this.queue.conditionOf(id));
    if (!isKept) throw new OtherWorkerError();
  }

  /**
   * Yields groups in order, starting at a number. Reads them on demand.
   * @param places from `writeGroups`
   * @throws ContentGoneError; Error for corrupt groups
   */
  async *groups(id: string, places: readonly number[], from = 1): AsyncGenerator<NumberedGroup> {
    const place = placeOf(from);
    const start = places[place];
    if (start === undefined) return;
    let number = place * GROUPS_A_PLACE;
    for await (const line of linesOf(this.options.home.pieces(groupsOf(id), start)))
      if (++number >= from) yield { number, group: parseGroup(line) };
  }

  async removeGroups(id: string): Promise<void> {
    const { home, lease } = this.options;
    await rm(this.#pathOf(id), { force: true });
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
      // Ignore an incomplete last line, because its merge had not started.
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

  /** Deletes files of a process that has exited, and content without a job. */
  async removeStrays(): Promise<void> {
    const { home, lease, folder } = this.options;
    await rm(folder, { recursive: true, force: true });
    if (!this.isOurs) return;
    const known = new Set((await this.queue.all()).map(({ item }) => item.id));
    for (const name of await home.contents('jobs', (each) => FOUND.test(each)))
      if (!known.has(FOUND.exec(name)![1]!)) await home.remove(name, { lease });
  }

  async close(): Promise<void> {
    await this.#adding;
    await this.queue.close();
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
    const job = keptJobSchema.safeParse(parsedJson(content)).data;
    return job !== undefined && name === nameOf(job.id) ? job : undefined;
  },
};
