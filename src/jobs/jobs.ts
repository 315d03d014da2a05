import type { GroupingRequest } from '../contract/grouping.js';
import type { Likeness } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { mergeGroups, undoMerges, type MergeWork } from './merge-groups.js';
import { groupInThread, JobRefused } from './group-in-thread.js';
import {
  comparesAll,
  hasEnded,
  newJob,
  shownJob,
  type AskedJob,
  type JobProgress,
  type KeptJob,
  type ShownJob,
} from './job.js';
import type { JobFolder } from './job-folder.js';

/** Jobs that wait or run. */
const MOST_QUEUED = 20;
/** Ended jobs that are kept with their groups, beside the last over all records of each object; the oldest go first. */
const MOST_ENDED = 20;
/** Times that a job is begun: one that ends the process is not begun for ever. */
const MOST_ATTEMPTS = 3;

export interface JobsOptions {
  readonly likeness: Pick<Likeness, 'grouping' | 'scheduler' | 'merging' | 'history' | 'undo'>;
  readonly folder: JobFolder;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
  /** Is told each merge of a job, and each that is taken back. */
  readonly audit?: MergeWork['audit'];
}

export interface JobRequest extends GroupingRequest {
  /** Percent: groups of which every pair scores so much are merged at once. */
  readonly autoMerge?: number | undefined;
  /** Names of the objects that the client is kept to; absent: all. */
  readonly objects?: readonly string[] | undefined;
}

interface Running {
  readonly id: string;
  readonly abort: AbortController;
  progress: JobProgress | undefined;
}

/**
 * Jobs that compare all stored records of an object with each other: one at a time, in the order in which they were
 * asked for. What was running when the service stopped begins anew.
 */
export class Jobs {
  readonly #jobs: Map<string, KeptJob>;
  /** On their way to the disk: nobody has been told of them yet. */
  readonly #arriving = new Map<string, KeptJob>();
  #running: Running | undefined;
  #work: Promise<void> = Promise.resolve();
  #isWorking = false;
  #isClosed = false;
  readonly #now: () => Date;

  constructor(private readonly options: JobsOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#jobs = new Map(options.folder.all().map((job) => [job.id, job]));
  }

  /** Goes on with what an earlier process left. */
  start(): void {
    this.options.folder.removeStrays(new Set(this.#jobs.keys()));
    for (const job of this.#jobs.values())
      if (job.status === 'running') this.#jobs.set(job.id, { ...job, status: 'queued' });
    this.#begin();
  }

  /** @throws RequestError 400, 404 for what names nothing; 409 where too many wait */
  async submit(request: JobRequest, clientId: string): Promise<ShownJob> {
    const { autoMerge = null, scenarioIds = [], filterDeveloperName = null, objects = null } = request;
    const { objectType, crossObject } = this.options.likeness.grouping.work(request);
    if (autoMerge !== null && crossObject !== null)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'autoMerge: records of two objects are never merged', [
        'autoMerge',
      ]);
    const asked = { objectType, crossObject, scenarioIds: [...scenarioIds], filterDeveloperName, autoMerge };
    return this.#add({ ...asked, undoes: null, objects: objects && [...objects], clientId });
  }

  /** Takes back what a job has merged, as a job of its own. @throws RequestError 404, 409 */
  async submitUndo(id: string, clientId: string, objects: readonly string[] | null = null): Promise<ShownJob> {
    const { objectType, crossObject, scenarioIds, filterDeveloperName, autoMerge } = this.kept(id);
    if (autoMerge === null) throw new RequestError(409, 'UNDO_REFUSED', `${id} has merged nothing`);
    if (!hasEnded(this.kept(id))) throw new RequestError(409, 'UNDO_REFUSED', `${id} has not ended: cancel it first`);
    const asked = { objectType, crossObject, scenarioIds, filterDeveloperName, autoMerge: null };
    return this.#add({ ...asked, undoes: id, objects: objects && [...objects], clientId });
  }

  async #add(asked: AskedJob): Promise<ShownJob> {
    if (this.#isClosed) throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is being stopped');
    if (this.pending().length >= MOST_QUEUED)
      throw new RequestError(409, 'LIMIT_EXCEEDED', `${MOST_QUEUED} jobs wait already; cancel one, or wait`);
    const last = [...this.#jobs.keys(), ...this.#arriving.keys()].at(-1);
    const number = last === undefined ? 1 : Number(last.slice('job-'.length)) + 1;
    const job = newJob(number, asked, this.#now());
    this.#arriving.set(job.id, job);
    try {
      await this.#keep(job);
      this.#jobs.set(job.id, job);
    } finally {
      this.#arriving.delete(job.id);
    }
    this.#begin();
    return this.#shown(job);
  }

  /** Newest first. @param isVisible by object */
  list(isVisible: (objectType: string) => boolean = () => true): ShownJob[] {
    return [...this.#jobs.values()]
      .reverse()
      .filter(
        ({ objectType, crossObject }) => isVisible(objectType) && (crossObject === null || isVisible(crossObject)),
      )
      .map((job) => this.#shown(job));
  }

  /** @throws RequestError 404 */
  get(id: string): ShownJob {
    return this.#shown(this.kept(id));
  }

  /** With what only the service needs. @throws RequestError 404 */
  kept(id: string): KeptJob {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new RequestError(404, 'NOT_FOUND', `There is no job '${id.slice(0, 40)}'`);
    return job;
  }

  /** The last job of an object, or of two, that found groups. */
  lastCompleted(objectType: string, crossObject: string | null = null): KeptJob | undefined {
    return [...this.#jobs.values()].findLast(
      (job) =>
        job.status === 'completed' &&
        job.objectType === objectType &&
        job.crossObject === crossObject &&
        job.undoes === null,
    );
  }

  /** The last job that has ended, however it did, of those that were to compare all records of an object. */
  lastOverAll(objectType: string): KeptJob | undefined {
    return [...this.#jobs.values()].findLast(
      (job) => job.objectType === objectType && hasEnded(job) && comparesAll(job),
    );
  }

  /** Jobs that wait or run. */
  pending(): KeptJob[] {
    return [...this.#jobs.values(), ...this.#arriving.values()].filter((job) => !hasEnded(job));
  }

  /** Ends a job; one that has ended stays as it is. @throws RequestError 404; 503 where a restart would begin it anew */
  async cancel(id: string): Promise<ShownJob> {
    const job = this.kept(id);
    if (hasEnded(job)) return this.#shown(job);
    const cancelled: KeptJob = { ...job, status: 'cancelled', ended: this.#now().toISOString() };
    this.#jobs.set(id, cancelled);
    if (this.#running?.id === id) this.#running.abort.abort(new Error('the job was cancelled'));
    await this.#keep(cancelled);
    return this.#shown(cancelled);
  }

  /** What runs is given up, and begins anew at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#running?.abort.abort(new Error('the service is being stopped'));
    await this.#work;
    await this.options.folder.settled();
  }

  #begin(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#runAll().catch((error: unknown) => {
      this.options.log?.warn(`jobs wait: ${(error as Error).message}`);
    });
  }

  async #runAll(): Promise<void> {
    try {
      // Whoever submits has his answer before.
      await Promise.resolve();
      for (;;) {
        const next = [...this.#jobs.values()].find(({ status }) => status === 'queued');
        if (next === undefined || this.#isClosed) return;
        await this.#run(next);
        this.#forget();
      }
    } finally {
      // In one step with the last look: what is submitted later begins anew.
      this.#isWorking = false;
    }
  }

  async #run(queued: KeptJob): Promise<void> {
    const { likeness, folder, log } = this.options;
    const { id } = queued;
    if (queued.attempts >= MOST_ATTEMPTS) {
      await this.#end(id, { status: 'failed', reason: `the service ended ${MOST_ATTEMPTS} times while it ran` });
      return;
    }
    const started = this.#now().toISOString();
    const job: KeptJob = { ...queued, status: 'running', started, attempts: queued.attempts + 1 };
    const running: Running = { id, abort: new AbortController(), progress: undefined };
    this.#jobs.set(id, job);
    this.#running = running;
    try {
      await folder.put(job);
    } catch (error) {
      this.#running = undefined;
      if (this.#jobs.get(id) === job) this.#jobs.set(id, queued);
      throw error;
    }
    try {
      running.abort.signal.throwIfAborted();
      if (queued.undoes !== null) {
        await this.#undo(queued, running);
        return;
      }
      folder.removeGroups(id);
      const { objectType, crossObject, scenarioIds, filterDeveloperName } = queued;
      const work = likeness.grouping.work({
        objectType,
        crossObject,
        scenarioIds,
        filterDeveloperName: filterDeveloperName ?? undefined,
      });
      const steps = groupInThread(work, folder.groupsPath(id), (progress) => (running.progress = progress));
      const { places, ...counts } = await likeness.scheduler.runInBackground(steps, running.abort.signal);
      const scenarios = work.scenarios.map((scenario) => scenario.id);
      const result = { ...counts, fields: [...work.fields], scenarios, places: [...places] };
      log?.info(`${id} compared ${counts.records} records of ${objectType}: ${counts.groups} groups of duplicates`);
      const merged = await mergeGroups(queued, result, this.#mergeWork(running));
      if (merged > 0) log?.info(`${id} merged ${merged} groups of ${objectType} at or above ${queued.autoMerge}`);
      await this.#end(id, { status: 'completed', result, merged });
    } catch (error) {
      folder.removeGroups(id);
      if (this.#isClosed || this.kept(id).status === 'cancelled') return;
      const isTold = error instanceof JobRefused || error instanceof RequestError;
      const reason = isTold ? error.message : `it could not be carried out: ${(error as Error).message}`;
      await this.#end(id, { status: 'failed', reason });
      log?.warn(`${id} failed: ${reason}`);
    } finally {
      this.#running = undefined;
      if (this.kept(id).status === 'cancelled') folder.removeGroups(id);
    }
  }

  async #undo(job: KeptJob, running: Running): Promise<void> {
    const { undone, refused } = await undoMerges(this.kept(job.undoes!), job, this.#mergeWork(running));
    const reason = refused === 0 ? null : `later changes stand on ${refused} merges: they stay`;
    await this.#end(job.id, { status: 'completed', merged: undone, reason });
    this.options.log?.info(`${job.id} took back ${undone} merges of ${job.undoes}`);
  }

  #mergeWork(running: Running): MergeWork {
    const { likeness, folder, audit = () => undefined } = this.options;
    const progress = (progress: JobProgress): void => void (running.progress = progress);
    return { likeness, folder, signal: running.abort.signal, progress, now: this.#now, audit };
  }

  /** Unless it is cancelled meanwhile. It has ended even where the disk does not take that: a restart begins it anew. */
  async #end(id: string, how: Partial<KeptJob>): Promise<void> {
    const job = this.kept(id);
    if (hasEnded(job)) return;
    const ended: KeptJob = { ...job, ...how, ended: this.#now().toISOString() };
    await this.options.folder.put(ended).catch((error: unknown) => {
      this.options.log?.warn(`the end of ${id} is not kept: ${(error as Error).message}`);
    });
    if (!hasEnded(this.kept(id))) this.#jobs.set(id, ended);
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter(hasEnded);
    for (const job of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) {
      // The schedule counts from it.
      if (job === this.lastOverAll(job.objectType)) continue;
      const { id } = job;
      this.#jobs.delete(id);
      this.options.folder.remove(id);
    }
  }

  async #keep(job: KeptJob): Promise<void> {
    await this.options.folder.put(job).catch((error: unknown) => {
      throw new RequestError(503, 'SERVER_UNAVAILABLE', `The job cannot be kept: ${(error as Error).message}`);
    });
  }

  #shown(job: KeptJob): ShownJob {
    return shownJob(job, this.#running?.id === job.id ? this.#running.progress : undefined);
  }
}
