import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../auth/atomic-file.js';
import { keptJobSchema, type KeptJob } from './job.js';

const JOB_FILE = /^(job-\d{12})\.json$/;
const OWN_FILE = /^(job-\d{12})\.(?:json|groups|merges)/;

/** Jobs and the groups that they found, in the data folder: for its owner only, in no backup. */
export class JobFolder {
  readonly #path: string;

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

  put(job: KeptJob): void {
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#path, `${job.id}.json`), `${JSON.stringify(job)}\n`);
  }

  groupsPath(id: string): string {
    return join(this.#path, `${id}.groups`);
  }

  /** See `MergeLog`: kept when the job begins anew. */
  mergesPath(id: string): string {
    return join(this.#path, `${id}.merges`);
  }

  /** Removes what a job has found, or was finding. */
  removeGroups(id: string): void {
    rmSync(this.groupsPath(id), { force: true });
  }

  remove(id: string): void {
    rmSync(join(this.#path, `${id}.json`), { force: true });
    this.removeGroups(id);
    rmSync(this.mergesPath(id), { force: true });
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
