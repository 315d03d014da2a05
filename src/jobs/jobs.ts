import { RequestError } from '../contract/request-error.js';
import { OutcomeUnknownError } from '../store/store-errors.js';
import type { QueuedWork } from '../work/queue.js';
import { noWork, positionOf, tooMany, type JobRequest, type JobsOptions } from './job-options.js';
import { jobWorker } from './job-worker.js';
import {
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
/**
 * Jobs that compare all stored records of an object with each other: one at a time, in the order in which they were
 * asked for. What was running when the service stopped begins anew.
 */
export class Jobs {
  /** As they were when they were looked at, or changed, last. */
  readonly #jobs = new Map<string, QueuedWork<KeptJob, JobProgress>>();
  /** On their way to the disk: nobody has been told of them yet. */
  readonly #arriving = new Map<KeptJob, Promise<KeptJob>>();
  /** When what an earlier process left is out of the way. */
  #ready: Promise<void> = Promise.resolve();
  /** Ended jobs on their way out. */
  #removing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #now: () => Date;
  readonly #warn = (message: string): void => this.options.log?.warn(message);

  constructor(private readonly options: JobsOptions) {
    this.#now = options.now ?? (() => new Date());
  }

  /** Looks at what there is. */
  async refresh(): Promise<void> {
    this.#see(await this.options.place.queue.all());
  }

  /** Carries out what there is, and what an earlier process left. @returns when that is known */
  start(): Promise<void> {
    const { place } = this.options;
    const begin = async (): Promise<void> => {
      await place
        .removeStrays()
        .catch((error: unknown) => this.#warn(`what is of no job stays: ${(error as Error).message}`));
      await this.refresh();
      if (this.#isClosed) return;
      place.help(this.#warn);
      place.queue.start(
        jobWorker({ ...this.options, now: this.#now, changed: (job) => this.#changed(job) }),
        this.#warn,
        (all) => this.#see(all),
      );
    };
    return (this.#ready = begin());
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
    const make = (number: number) => newJob(number, { ...asked, position: positionOf(this.options) }, this.#now());
    if (this.pending().length >= MOST_QUEUED) throw tooMany(MOST_QUEUED);
    const arriving = make(0);
    const adding = this.#kept(this.options.place.add(make, MOST_QUEUED));
    this.#arriving.set(arriving, adding);
    try {
      const job = await adding;
      this.#changed(job);
      return this.#shown({ item: job, told: undefined });
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  /** Newest first. @param isVisible by object */
  list(isVisible: (objectType: string) => boolean = () => true): ShownJob[] {
    return [...this.#jobs.values()]
      .reverse()
      .filter(
        ({ item: { objectType, crossObject } }) =>
          isVisible(objectType) && (crossObject === null || isVisible(crossObject)),
      )
      .map((job) => this.#shown(job));
  }

  /** Another node may just have been asked for a job, and has not told this one yet. */
  async lookFor(id: string): Promise<void> {
    if (this.#jobs.has(id)) return;
    const found = await this.options.place.queue.get(id);
    if (found !== undefined && !this.#jobs.has(id)) this.#jobs.set(id, found);
  }

  /** @throws RequestError 404 */
  get(id: string): ShownJob {
    return this.#shown(this.#known(id));
  }

  /** With what only the service needs. @throws RequestError 404 */
  kept(id: string): KeptJob {
    return this.#visible(this.#known(id).item);
  }

  /** The last job of an object, or of two, that found groups. */
  lastCompleted(objectType: string, crossObject: string | null = null): KeptJob | undefined {
    return lastCompleted(
      this.#all().map((job) => this.#visible(job)),
      objectType,
      crossObject,
    );
  }

  /** The last job that has ended, however it did, of those that were to compare all records of an object. */
  lastOverAll(objectType: string): KeptJob | undefined {
    return lastOverAll(this.#all(), objectType);
  }

  /** Jobs that wait or run. */
  pending(): KeptJob[] {
    return [...this.#all(), ...this.#arriving.keys()].filter((job) => !hasEnded(job));
  }

  /** Ends a job; one that has ended stays. @throws RequestError 404; 503 where a restart would begin it anew */
  async cancel(id: string): Promise<ShownJob> {
    const { autoMerge, undoes } = this.#known(id).item;
    const { place } = this.options;
    const cancelled = await this.#kept(place.cancel(id, this.#now().toISOString()));
    if (cancelled !== undefined) this.#changed(cancelled);
    // Nothing is merged after the answer, which says how much was.
    if (autoMerge !== null || undoes !== null) await place.queue.idle(id);
    return this.get(id);
  }

  /** Gives up what runs; it begins anew at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#ready;
    await Promise.allSettled(this.#arriving.values());
    await this.options.place.close();
    await this.#removing;
  }

  #all(): KeptJob[] {
    return [...this.#jobs.values()].map(({ item }) => item);
  }

  #known(id: string): QueuedWork<KeptJob, JobProgress> {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new RequestError(404, 'NOT_FOUND', `There is no job '${id.slice(0, 40)}'`);
    return job;
  }

  #see(all: readonly QueuedWork<KeptJob, JobProgress>[]): void {
    this.#jobs.clear();
    for (const job of all) this.#jobs.set(job.item.id, job);
    this.#forget();
  }

  #changed(job: KeptJob): void {
    this.#jobs.set(job.id, { item: job, told: undefined });
  }

  /** The one that carries jobs out removes ended ones, but the last. */
  #forget(): void {
    const { place } = this.options;
    if (!place.isOurs) return;
    for (const { id } of forgettable(this.#all(), MOST_ENDED)) {
      this.#jobs.delete(id);
      // One that cannot be removed stays until the next look.
      this.#removing = Promise.allSettled([this.#removing, place.remove(id)]);
    }
  }

  /** A job that another process has ended shows as running until its changes show here. */
  #visible(job: KeptJob): KeptJob {
    if (!hasEnded(job) || job.status === 'cancelled' || job.position <= positionOf(this.options)) return job;
    return { ...job, status: 'running', ended: null, result: null };
  }

  async #kept<T>(keeping: Promise<T>): Promise<T> {
    return keeping.catch((error: unknown) => {
      if (error instanceof RequestError || error instanceof OutcomeUnknownError) throw error;
      this.#warn(`a job cannot be kept: ${(error as Error).message}`);
      throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The job cannot be kept at the moment; try again later');
    });
  }

  #shown({ item, told }: QueuedWork<KeptJob, JobProgress>): ShownJob {
    const job = this.#visible(item);
    const progress = this.options.place.queue.told(job.id) ?? told;
    return shownJob(job, job.status === 'running' ? progress : undefined);
  }
}
