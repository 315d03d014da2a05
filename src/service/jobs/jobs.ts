import { RequestError } from '../../records/contract/request-error.js';
import { dynamicThreshold, Semaphore } from '../../runtime/semaphore.js';
import { MOST } from '../../store/config/config-limits.js';
import { OutcomeUnknownError } from '../../store/store-errors.js';
import type { QueuedWork } from '../work/queue.js';
import { noWork, positionOf, type JobRequest, type JobsOptions } from './job-options.js';
import { tooMany } from './kept-jobs.js';
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

/**
 * Maximum number of ended jobs that are stored with their groups, in addition to the last job over all records of each
 * object.
 */
const MOST_ENDED = 20;
/**
 * Jobs that compare all stored records of an object with each other. Jobs run one at a time, in the order of the
 * requests. A job that a shutdown interrupts restarts at the next startup.
 */
export class Jobs {
  readonly #jobs = new Map<string, QueuedWork<KeptJob, JobProgress>>();
  readonly #arriving = new Map<KeptJob, Promise<KeptJob>>();
  #ready: Promise<void> = Promise.resolve();
  #removing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #now: () => Date;
  readonly #warn = (message: string): void => this.options.log?.warn(message);

  constructor(private readonly options: JobsOptions) {
    this.#now = options.now ?? (() => new Date());
  }

  async refresh(): Promise<void> {
    this.#see(await this.options.place.queue.all());
  }

  /** Runs the stored jobs, including those of an earlier process. Resolves when the stored jobs have been read. */
  start(): Promise<void> {
    const { place } = this.options;
    const begin = async (): Promise<void> => {
      await place
        .removeStrays()
        .catch((error: unknown) => this.#warn(`files without a job could not be removed: ${(error as Error).message}`));
      await this.refresh();
      if (this.#isClosed) return;
      place.queue.start(
        jobWorker({ ...this.options, now: this.#now, changed: (job) => this.#changed(job) }),
        this.#warn,
        (all) => this.#see(all),
      );
    };
    return (this.#ready = begin());
  }

  /** @throws RequestError 400, 404 for unknown names; 409 if too many jobs are waiting */
  async submit(request: JobRequest, clientId: string): Promise<ShownJob> {
    const { autoMerge = null, groupsOf = null, scenarioIds = [], filterDeveloperName = null, objects = null } = request;
    const { objectType, crossObject } = this.options.likeness.grouping.work(request);
    if (autoMerge !== null && crossObject !== null)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'autoMerge: records of two objects cannot be merged', [
        'autoMerge',
      ]);
    if (groupsOf !== null) this.#checkGroups(groupsOf, objectType, autoMerge);
    const asked = { objectType, crossObject, scenarioIds: [...scenarioIds], filterDeveloperName, autoMerge, groupsOf };
    return this.#add({ ...asked, undoes: null, objects: objects && [...objects], clientId });
  }

  /** @throws RequestError 400, 404, 409 */
  #checkGroups(id: string, objectType: string, autoMerge: number | null): void {
    if (autoMerge === null)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'groupsOf requires autoMerge, the minimum score', ['autoMerge']);
    const found = this.kept(id);
    if (found.result === null || found.objectType !== objectType || found.crossObject !== null)
      throw new RequestError(409, 'GROUPS_LOST', `${id} has no groups of ${objectType} to merge`, ['groupsOf']);
  }

  /** Undoes the merges of a job, as a separate job. @throws RequestError 404, 409 */
  async submitUndo(id: string, clientId: string, objects: readonly string[] | null = null): Promise<ShownJob> {
    const { objectType, crossObject, scenarioIds, filterDeveloperName, autoMerge } = this.kept(id);
    if (autoMerge === null) throw new RequestError(409, 'UNDO_REFUSED', `${id} merged nothing`);
    if (!hasEnded(this.kept(id))) throw new RequestError(409, 'UNDO_REFUSED', `${id} has not ended: cancel it first`);
    const asked = { objectType, crossObject, scenarioIds, filterDeveloperName, autoMerge: null, groupsOf: null };
    return this.#add({ ...asked, undoes: id, objects: objects && [...objects], clientId });
  }

  async #add(asked: Omit<AskedJob, 'position'>): Promise<ShownJob> {
    if (this.#isClosed) throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is stopping');
    if (this.options.isDrill === true) throw noWork();
    const make = (number: number) => newJob(number, { ...asked, position: positionOf(this.options) }, this.#now());
    this.#refuseTooMany(asked.clientId);
    const arriving = make(0);
    const adding = this.#kept(this.options.place.add(make, MOST.queuedJobs));
    this.#arriving.set(arriving, adding);
    try {
      const job = await adding;
      this.#changed(job);
      return this.#shown({ item: job, told: undefined });
    } finally {
      this.#arriving.delete(arriving);
    }
  }

  /** Limits a client to half of the slots that other clients leave free. @throws RequestError 409 */
  #refuseTooMany(clientId: string): void {
    const places = new Semaphore(MOST.queuedJobs, dynamicThreshold());
    for (const job of this.pending()) places.forceAcquire(job.clientId);
    const shortage = places.acquire(clientId);
    if (shortage === 'full') throw tooMany(MOST.queuedJobs);
    if (shortage === undefined) return;
    throw new RequestError(409, 'LIMIT_EXCEEDED', 'This client has reached its limit of waiting jobs');
  }

  /** Lists jobs, newest first. @param isVisible whether to list jobs of an object */
  list(isVisible: (objectType: string) => boolean = () => true): ShownJob[] {
    return [...this.#jobs.values()]
      .reverse()
      .filter(
        ({ item: { objectType, crossObject } }) =>
          isVisible(objectType) && (crossObject === null || isVisible(crossObject)),
      )
      .map((job) => this.#shown(job));
  }

  /** Reads a job that this node may not know yet, because another node has just accepted it. */
  async lookFor(id: string): Promise<void> {
    if (this.#jobs.has(id)) return;
    const found = await this.options.place.queue.get(id);
    if (found !== undefined && !this.#jobs.has(id)) this.#jobs.set(id, found);
  }

  /** @throws RequestError 404 */
  get(id: string): ShownJob {
    return this.#shown(this.#known(id));
  }

  /** Returns a job as stored, with internal fields. @throws RequestError 404 */
  kept(id: string): KeptJob {
    return this.#visible(this.#known(id).item);
  }

  lastCompleted(objectType: string, crossObject: string | null = null): KeptJob | undefined {
    return lastCompleted(
      this.#all().map((job) => this.#visible(job)),
      objectType,
      crossObject,
    );
  }

  lastOverAll(objectType: string): KeptJob | undefined {
    return lastOverAll(this.#all(), objectType);
  }

  pending(): KeptJob[] {
    return [...this.#all(), ...this.#arriving.keys()].filter((job) => !hasEnded(job));
  }

  /** Cancels a job, unless it has ended. @throws RequestError 404; 503 if the job would run again after a restart */
  async cancel(id: string): Promise<ShownJob> {
    const { autoMerge, undoes } = this.#known(id).item;
    const { place } = this.options;
    const cancelled = await this.#kept(place.cancel(id, this.#now().toISOString()));
    if (cancelled !== undefined) this.#changed(cancelled);
    // The response contains the number of merges, so wait until no more merges can be made.
    if (autoMerge !== null || undoes !== null) await place.queue.idle(id);
    return this.get(id);
  }

  /** Aborts the running job, which restarts at the next startup. */
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
    if (job === undefined) throw new RequestError(404, 'NOT_FOUND', `Job '${id.slice(0, 40)}' does not exist`);
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

  #forget(): void {
    const { place } = this.options;
    if (!place.isOurs) return;
    for (const { id } of forgettable(this.#all(), MOST_ENDED)) {
      this.#jobs.delete(id);
      // If a job cannot be deleted, the next call tries again.
      this.#removing = Promise.allSettled([this.#removing, place.remove(id)]);
    }
  }

  /** Shows a job that has ended in another process as still running until its changes are visible here. */
  #visible(job: KeptJob): KeptJob {
    if (!hasEnded(job) || job.status === 'cancelled' || job.position <= positionOf(this.options)) return job;
    return { ...job, status: 'running', ended: null, result: null };
  }

  async #kept<T>(keeping: Promise<T>): Promise<T> {
    return keeping.catch((error: unknown) => {
      if (error instanceof RequestError || error instanceof OutcomeUnknownError) throw error;
      this.#warn(`a job cannot be saved: ${(error as Error).message}`);
      throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The job cannot be saved at the moment. Try again later');
    });
  }

  #shown({ item, told }: QueuedWork<KeptJob, JobProgress>): ShownJob {
    const job = this.#visible(item);
    const progress = this.options.place.queue.told(job.id) ?? told;
    return shownJob(job, job.status === 'running' ? progress : undefined);
  }
}
