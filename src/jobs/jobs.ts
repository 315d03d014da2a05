import { RequestError } from '../contract/request-error.js';
import { compare, takeBack, type CarryOutParts } from './carry-out.js';
import { noWork, tooMany, type JobRequest, type JobsOptions, type RunningJob } from './job-options.js';
import { JobInterrupted, JobRefused } from './group-in-thread.js';
import {
  followed,
  forgettable,
  hasEnded,
  lastCompleted,
  lastOverAll,
  newJob,
  shownJob,
  type AskedJob,
  type JobProgress,
  type KeptJob,
  type ShownJob,
} from './job.js';

/** Jobs that wait or run. */
const MOST_QUEUED = 20;
/** Ended jobs that are kept with their groups, beside the last over all records of each object; the oldest go first. */
const MOST_ENDED = 20;
/** Times that a job is begun: one that ends the process is not begun for ever. */
const MOST_ATTEMPTS = 3;
/** Errors of a database or a file system name servers and paths, and reasons are for whoever may see the job. */
const NOT_CARRIED_OUT = 'it could not be carried out: the log of the service says why';

/**
 * Jobs that compare all stored records of an object with each other: one at a time, in the order in which they were
 * asked for. What was running when the service stopped begins anew.
 */
export class Jobs {
  readonly #jobs: Map<string, KeptJob>;
  /** On their way to the disk: nobody has been told of them yet. */
  readonly #arriving = new Map<KeptJob, Promise<KeptJob>>();
  #running: RunningJob | undefined;
  #work: Promise<void> = Promise.resolve();
  /** When what an earlier process left is out of the way. */
  #ready: Promise<void> = Promise.resolve();
  #isWorking = false;
  #isClosed = false;
  readonly #now: () => Date;
  readonly #warn = (message: string): void => this.options.log?.warn(message);

  constructor(private readonly options: JobsOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#jobs = new Map(options.place.all().map((job) => [job.id, job]));
  }

  /** Goes on with what an earlier process left. @returns when that is known */
  start(): Promise<void> {
    const { place } = this.options;
    return (this.#ready = place
      .removeStrays()
      .catch((error: unknown) => this.#warn(`what is of no job stays: ${(error as Error).message}`))
      .then(() => {
        if (this.#isClosed) return;
        if (place.isShared) place.follow((jobs) => this.#follow(jobs), this.#warn);
        else this.#takeUp(place.all());
      }));
  }

  /** A job that another process, or an earlier one, was running begins anew. */
  #takeUp(found: readonly KeptJob[] = []): void {
    for (const job of found) if (!this.#jobs.has(job.id)) this.#jobs.set(job.id, job);
    for (const job of this.#jobs.values())
      if (job.status === 'running' && job.id !== this.#running?.id)
        this.#jobs.set(job.id, { ...job, status: 'queued' });
    this.#begin();
  }

  /** Follows what happens to jobs at all nodes. */
  #follow(jobs: readonly KeptJob[]): void {
    const { place } = this.options;
    const { isOurs } = place;
    const running = this.#running && this.#jobs.get(this.#running.id);
    const next = followed(jobs, this.#jobs, { running: running?.id, position: this.#position });
    this.#jobs.clear();
    for (const job of next) this.#jobs.set(job.id, job);
    const isOver = ({ id }: KeptJob) => this.#jobs.get(id)?.status === 'cancelled' || place.isInterrupted(id);
    if (running !== undefined && (!isOurs || isOver(running)))
      this.#running?.abort.abort(new Error('the job was cancelled or interrupted, or another node runs it'));
    if (isOurs) this.#takeUp();
  }

  /** Where it fails the next change of a job is looked at. */
  async #look(): Promise<void> {
    if (this.options.place.isShared) await this.options.place.refresh().then((jobs) => this.#follow(jobs), ignore);
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

  async #add(asked: Omit<AskedJob, 'position'>): Promise<ShownJob> {
    if (this.#isClosed) throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is being stopped');
    if (this.options.isDrill === true) throw noWork();
    const make = (number: number) => newJob(number, { ...asked, position: this.#position }, this.#now());
    if (this.pending().length >= MOST_QUEUED) throw tooMany(MOST_QUEUED);
    const arriving = make(0);
    const adding = this.#kept(this.options.place.add(make, MOST_QUEUED));
    this.#arriving.set(arriving, adding);
    try {
      const job = await adding;
      this.#jobs.set(job.id, job);
      this.#begin();
      return this.#shown(job);
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  /** Newest first. @param isVisible by object */
  list(isVisible: (objectType: string) => boolean = () => true): ShownJob[] {
    return [...this.#jobs.values()]
      .reverse()
      .filter((job) => isVisible(job.objectType) && (job.crossObject === null || isVisible(job.crossObject)))
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
    return lastCompleted([...this.#jobs.values()], objectType, crossObject);
  }

  /** The last job that has ended, however it did, of those that were to compare all records of an object. */
  lastOverAll(objectType: string): KeptJob | undefined {
    return lastOverAll([...this.#jobs.values()], objectType);
  }

  /** Jobs that wait or run. */
  pending(): KeptJob[] {
    return [...this.#jobs.values(), ...this.#arriving.keys()].filter((job) => !hasEnded(job));
  }

  /** Ends a job; one that has ended stays. @throws RequestError 404; 503 where a restart would begin it anew */
  async cancel(id: string): Promise<ShownJob> {
    const job = this.kept(id);
    if (hasEnded(job)) return this.#shown(job);
    const cancelled: KeptJob = { ...job, status: 'cancelled', ended: this.#now().toISOString() };
    this.#jobs.set(id, cancelled);
    if (this.#running?.id === id) this.#running.abort.abort(new Error('the job was cancelled'));
    await this.#kept(this.options.place.cancel(cancelled));
    return this.#shown(cancelled);
  }

  /** Gives up what runs; it begins anew at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#running?.abort.abort(new Error('the service is being stopped'));
    await this.#ready;
    await Promise.allSettled(this.#arriving.values());
    await this.#work;
    await this.options.place.settled();
  }

  #begin(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#runAll().catch((error: unknown) => this.#warn(`jobs wait: ${(error as Error).message}`));
  }

  async #runAll(): Promise<void> {
    try {
      // Whoever submits has his answer before.
      await this.#ready;
      for (;;) {
        const next = [...this.#jobs.values()].find(({ status }) => status === 'queued');
        if (next === undefined || this.#isClosed || !this.#isOurs) return;
        await this.#run(next);
        this.#forget();
      }
    } finally {
      // In one step with the last look: what is submitted later begins anew.
      this.#isWorking = false;
    }
  }

  async #run(queued: KeptJob): Promise<void> {
    const { place, log } = this.options;
    const { id } = queued;
    if (queued.attempts >= MOST_ATTEMPTS) {
      await this.#end(id, { status: 'failed', reason: `the service ended ${MOST_ATTEMPTS} times while it ran` });
      return;
    }
    const started = this.#now().toISOString();
    const job: KeptJob = { ...queued, status: 'running', started, attempts: queued.attempts + 1 };
    const running: RunningJob = { id, abort: new AbortController(), progress: undefined };
    this.#jobs.set(id, job);
    this.#running = running;
    try {
      await place.put(job);
    } catch (error) {
      this.#running = undefined;
      const now = this.#jobs.get(id);
      if (now === job) this.#jobs.set(id, queued);
      // It was cancelled meanwhile: the next one has its turn.
      if (now !== undefined && hasEnded(now)) return;
      throw error;
    }
    let isLeft = false as boolean;
    try {
      running.abort.signal.throwIfAborted();
      // Waits until the view shows all that whoever asked for it has seen.
      await this.options.likeness.visible.waitFor(queued.position, running.abort.signal);
      const parts = this.#parts(running);
      const done = await (queued.undoes === null
        ? compare(queued, parts)
        : takeBack(queued, this.kept(queued.undoes), parts));
      await this.#end(id, done);
    } catch (error) {
      if (!this.#isOurs) return;
      await this.#removeGroups(id);
      // One that was interrupted still runs by what is kept: it is taken up when that is looked at again.
      isLeft = running.abort.signal.aborted || error instanceof JobInterrupted;
      if (isLeft || this.#jobs.get(id)?.status !== 'running') return;
      const isTold = error instanceof JobRefused || error instanceof RequestError;
      const { message } = error as Error;
      await this.#end(id, { status: 'failed', reason: isTold ? message : NOT_CARRIED_OUT });
      log?.warn(`${id} failed: ${message}`);
    } finally {
      this.#running = undefined;
      if (this.#isOurs && this.#jobs.get(id)?.status === 'cancelled') await this.#removeGroups(id);
      if (isLeft && !this.#isClosed) await this.#look();
    }
  }

  /** A file that cannot be removed stays: the next attempt replaces it. */
  #removeGroups(id: string): Promise<void> {
    return this.options.place.removeGroups(id).catch(() => undefined);
  }

  #parts(running: RunningJob): CarryOutParts {
    const { likeness, place, group, log, audit = () => undefined } = this.options;
    const progress = (progress: JobProgress): void => {
      running.progress = progress;
      place.tell(running.id, progress);
    };
    const info = (message: string): void => log?.info(message);
    return { likeness, place, group, signal: running.abort.signal, progress, now: this.#now, audit, info };
  }

  /** 0 over a folder, whose jobs and records are one process's. */
  get #position(): number {
    return this.options.place.isShared ? this.options.likeness.visible.position : 0;
  }

  /** Whether this process runs jobs. */
  get #isOurs(): boolean {
    return this.options.place.isOurs;
  }

  /** Unless it is cancelled meanwhile. Over a folder it has ended also where that is not kept; nodes begin it anew. */
  async #end(id: string, how: Partial<KeptJob>): Promise<void> {
    const job = this.#jobs.get(id);
    if (job === undefined || hasEnded(job)) return;
    const ended: KeptJob = { ...job, ...how, position: this.#position, ended: this.#now().toISOString() };
    const isKept = await this.options.place.put(ended).then(
      () => true,
      (error: unknown) => this.#warn(`the end of ${id} is not kept: ${(error as Error).message}`),
    );
    const now = this.#jobs.get(id);
    if (now !== undefined && !hasEnded(now) && (isKept === true || !this.options.place.isShared))
      this.#jobs.set(id, ended);
  }

  #forget(): void {
    for (const { id } of forgettable([...this.#jobs.values()], MOST_ENDED)) {
      this.#jobs.delete(id);
      this.options.place.remove(id);
    }
  }

  async #kept<T>(keeping: Promise<T>): Promise<T> {
    return keeping.catch((error: unknown) => {
      if (error instanceof RequestError) throw error;
      this.#warn(`a job cannot be kept: ${(error as Error).message}`);
      throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The job cannot be kept at the moment; try again later');
    });
  }

  #shown(job: KeptJob): ShownJob {
    const here = this.#running?.id === job.id ? this.#running : undefined;
    const progress = here === undefined ? this.options.place.progressOf(job.id) : here.progress;
    return shownJob(job, hasEnded(job) ? undefined : progress);
  }
}

const ignore = (): void => undefined;
