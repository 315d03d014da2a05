import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemFiles } from '../store/store-files.js';
import { replaceFile } from '../store/replace-file.js';
import { readGroups } from './group-file.js';
import type { JobPlace, NumberedGroup } from './job-place.js';
import { keptJobSchema, type KeptJob } from './job.js';
import { MergeLog } from './merge-log.js';

const JOB_FILE = /^(job-\d{12})\.json$/;
const OWN_FILE = /^(job-\d{12})\.(?:json|groups|merges)/;

/** Jobs and the groups that they found, in the data folder: for its owner only, in no backup. */
export class JobFolder implements JobPlace {
  readonly #path: string;
  #last: Promise<void> = Promise.resolve();

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'jobs');
  }

  /** In the order of their Ids. A file that is not what was written counts as none. */
  all(): KeptJob[] {
    return this.#names().flatMap((name) => {
      const id = JOB_FILE.exec(name)?.[1];
      if (id === undefined) return [];
      try {
        const read = keptJobSchema.safeParse(JSON.parse(readFileSync(join(this.#path, name), 'utf8')));
        return read.success && read.data.id === id ? [read.data] : [];
      } catch {
        return [];
      }
    });
  }

  /**
   * Replaces what is kept of a job in one step, after all that was put before. Nothing else waits for the disk.
   *
   * @returns when it is on disk
   */
  put(job: KeptJob): Promise<void> {
    const done = this.#last.then(() => this.#replace(job));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** When all that was put is on disk, all that was removed is gone, or it has failed. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #replace(job: KeptJob): Promise<void> {
    await systemFiles.makeFolder(this.#path);
    await replaceFile(join(this.#path, `${job.id}.json`), `${JSON.stringify(job)}\n`);
  }

  groupsPath(id: string): string {
    return join(this.#path, `${id}.groups`);
  }

  /** See `MergeLog`: kept when the job begins anew. */
  mergesPath(id: string): string {
    return join(this.#path, `${id}.merges`);
  }

  async newGroups(id: string): Promise<string> {
    await this.removeGroups(id);
    return this.groupsPath(id);
  }

  keepGroups(_id: string, places: readonly number[]): Promise<readonly number[]> {
    return Promise.resolve(places);
  }

  groups(id: string, places: readonly number[], from?: number): AsyncGenerator<NumberedGroup> {
    return readGroups(this.groupsPath(id), places, from);
  }

  removeGroups(id: string): Promise<void> {
    return rm(this.groupsPath(id), { force: true });
  }

  merges(id: string): MergeLog {
    return new MergeLog(this.mergesPath(id));
  }

  /** After all that was put before: a file that is still being written would come back. */
  remove(id: string): void {
    const paths = [join(this.#path, `${id}.json`), this.groupsPath(id), this.mergesPath(id)];
    this.#last = this.#last
      .then(() => Promise.all(paths.map((path) => rm(path, { force: true }))))
      .then(
        () => undefined,
        () => undefined,
      );
  }

  /** Removes files of jobs that are none: their process ended before it had written all. */
  removeStrays(known: ReadonlySet<string>): void {
    for (const name of this.#names()) {
      const id = OWN_FILE.exec(name)?.[1];
      const isWhole = id !== undefined && ['json', 'groups', 'merges'].some((ending) => name === `${id}.${ending}`);
      if (id !== undefined && (!isWhole || !known.has(id))) rmSync(join(this.#path, name), { force: true });
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#path).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
