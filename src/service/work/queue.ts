import {
  change,
  NONE,
  type ChangeCondition,
  type Document,
  type Home,
  type Lease,
  type Patiently,
} from '../../store/home/home.js';
import type { Following } from '../../runtime/watch.js';
import { shareRuns } from '../../runtime/share-runs.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import { throughOutages } from './through-outages.js';

/** Milliseconds between two progress reports. */
const NEWS_MS = 250;
/** Seconds after which an expired lease is acquired again by this process or another process. */
const AGAIN_SECONDS = 2;

export interface WorkItem {
  readonly id: string;
  /** `queued`, `running`, or any other value, which means that the work has ended. */
  readonly status: string;
}

export interface QueuedWork<Item, Told> {
  readonly item: Item;
  readonly told: Told | undefined;
}

/** The documents of one kind of work: two per Id. */
export interface WorkDocuments<Item> {
  readonly folder: string;
  readonly about: (id: string) => string;
  /** Document with the progress, for other processes. */
  readonly told: (id: string) => string;
  readonly idOf: (name: string) => string | undefined;
  /** @returns `undefined` for other documents */
  readonly parse: (document: Pick<Document, 'name' | 'content'>) => Item | undefined;
}

/**
 * Checks the requester's current rights before the work starts and at each step.
 * @returns names of the objects that the requester is limited to, or `null` for no limit
 * @throws RequestError 403, with which the work fails
 */
export type AskRights = () => readonly string[] | null;

export interface Worker<Item> {
  rightsOf(item: Item): ReturnType<AskRights>;
  /** Returns whether the item may overtake earlier pending items. One such item runs at a time. Default: false. */
  mayPass?(item: Item, before: readonly Item[]): boolean;
  /** Returns the item as it is stored while it runs. An item with an ended status is not run. */
  begin(item: Item): Item;
  /**
   * Returns whether the item is still the work that was started. If not, the work is aborted. Default: true while
   * running.
   */
  isSame?(begun: Item, now: Item): boolean;
  carryOut(item: Item, signal: AbortSignal, askRights: AskRights): Promise<Partial<Item>>;
  /** @returns the changes for failed work, or `undefined` to restart it */
  failed(item: Item, error: unknown): Promise<Partial<Item> | undefined>;
  ended(item: Item, how: Partial<Item>): Promise<Partial<Item>>;
  settled(id: string, outcome: WorkOutcome<Item>): Promise<void>;
}

interface WorkOutcome<Item> {
  /** The item as stored, or `undefined` if the work was cancelled, interrupted, or stopped by a shutdown. */
  readonly ended: Item | undefined;
  readonly error: unknown;
}

export interface QueueOptions<Item> {
  readonly home: Home;
  readonly documents: WorkDocuments<Item>;
  /** Lease of the process that does the work. Absent with a single process. */
  readonly lease?: Lease | undefined;
}

interface Running<Item> {
  readonly id: string;
  /** Whether the item runs concurrently with the first item in Id order. */
  readonly passes: boolean;
  readonly abort: AbortController;
  /** Resolves shortly after the end of the work, when all its writes have completed. */
  done: Promise<void>;
  /** The item as other processes see it. `undefined` before its start. */
  begun: Item | undefined;
  /** Aborts the work if its requester has lost the right. */
  checkRights: () => void;
}

/**
 * A queue of one kind of work, stored as documents. Work is run in Id order, one item at a time plus one that
 * may overtake it. If several processes share the documents, the lease holder does the work, and any process can
 * request, follow and cancel it. Work interrupted by the exit of a process restarts in the next process.
 */
export class WorkQueue<Item extends WorkItem, Told> {
  readonly #running = new Map<string, Running<Item>>();
  /** Versions of the documents when the work started, by Id. Writes apply only while the version is unchanged. */
  readonly #begun = new Map<string, string>();
  readonly #told = new Map<string, Told>();
  /** Ids of work whose report other processes do not see yet. */
  readonly #latest = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #following: Following | undefined;
  /** Number of changes made by this process. A read that overlaps with a change may be outdated. */
  #changes = 0;
  readonly #closing = new AbortController();

  constructor(private readonly options: QueueOptions<Item>) {}

  /** Whether other processes see this work and may carry it out. */
  get isShared(): boolean {
    return this.options.home.isShared;
  }

  get isOurs(): boolean {
    return this.options.lease?.isOurs ?? true;
  }

  /** Lists work in Id order. Skips other documents. Concurrent calls share a list, because it reads all documents. */
  readonly all: () => Promise<readonly QueuedWork<Item, Told>[]> = shareRuns(() => this.#list());

  async #list(): Promise<QueuedWork<Item, Told>[]> {
    const { documents, home } = this.options;
    const found = await home.list(documents.folder, (name) => documents.idOf(name) !== undefined);
    const contents = new Map(found.map(({ name, content }) => [name, content]));
    return found.flatMap((document) => {
      const id = documents.idOf(document.name)!;
      const item = document.name === documents.about(id) ? documents.parse(document) : undefined;
      return item === undefined ? [] : [this.#with(item, contents.get(documents.told(id)))];
    });
  }

  async get(id: string): Promise<QueuedWork<Item, Told> | undefined> {
    const { documents, home } = this.options;
    if (!this.#isId(id)) return undefined;
    const document = await home.read(documents.about(id));
    const item = document && documents.parse(document);
    return item && this.#with(item, home.isShared ? (await home.read(documents.told(id)))?.content : undefined);
  }

  add(item: Item): Promise<boolean> {
    const { documents, home } = this.options;
    return this.#counted(() => home.write(documents.about(item.id), textOf(item), { expected: NONE }));
  }

  /**
   * Edits stored work atomically.
   * @param edit returns `undefined` to change nothing; may throw
   * @param by with `worker`, changes nothing if another process has become the worker
   * @param patiently see `change` in `home.ts`
   * @returns the new item, or `undefined` if nothing was changed
   * @throws Error if another process has become the worker
   */
  change(
    id: string,
    edit: (item: Item) => Item | undefined,
    by: 'anyone' | 'worker' = 'anyone',
    patiently: Patiently = (work) => work(() => undefined),
  ): Promise<Item | undefined> {
    return this.#counted(async () => {
      const { home, documents } = this.options;
      const lease = by === 'worker' ? this.options.lease : undefined;
      if (!this.#isId(id)) return undefined;
      if (lease?.isOurs === false) throw new OtherWorkerError();
      const name = documents.about(id);
      let after: Item | undefined;
      const edited = (content: string | undefined): string | undefined => {
        const before = content === undefined ? undefined : documents.parse({ name, content });
        after = before && edit(before);
        return after && textOf(after);
      };
      const isChanged = await change(home, name, edited, lease, patiently);
      if (after === undefined) return undefined;
      if (!isChanged) throw new OtherWorkerError();
      // Ignore a failure, because the change is stored, and a leftover report is shown only for running work.
      await this.forget(id).catch(() => undefined);
      if (by === 'worker') {
        const now = await patiently(() => home.read(name));
        // Another process may have changed the document since.
        if (now?.content === textOf(after)) this.#begun.set(id, now.version);
        else this.#begun.delete(id);
      }
      return after;
    });
  }

  /** Returns a condition that is met while this process's work is unchanged since its start. */
  conditionOf(id: string): ChangeCondition {
    const version = this.#begun.get(id) ?? NONE;
    return { lease: this.options.lease, unchanged: { name: this.options.documents.about(id), version } };
  }

  /** Reports progress to all processes. Also checks the requester's rights. */
  tell(id: string, told: Told): void {
    this.#running.get(id)?.checkRights();
    this.#told.set(id, told);
    this.#latest.add(id);
    const { home, documents } = this.options;
    if (!home.isShared) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const work of this.#latest) {
        const news = this.#told.get(work);
        if (news === undefined) continue;
        const writing = home.write(documents.told(work), JSON.stringify(news), this.conditionOf(work));
        // Ignore a failure, because the next report may succeed.
        writing.catch(() => undefined);
      }
      this.#latest.clear();
    }, NEWS_MS).unref();
  }

  told(id: string): Told | undefined {
    return this.#told.get(id);
  }

  async forget(id: string): Promise<void> {
    const { home, documents } = this.options;
    this.#told.delete(id);
    if (home.isShared) await home.remove(documents.told(id));
  }

  /**
   * Starts the work, in this process or in the lease holder.
   * @param seen receives all work whenever something may have changed
   * @param warn called once per reason if the work cannot be read or continued
   */
  start(
    worker: Worker<Item>,
    warn: (reason: string) => void,
    seen: (all: readonly QueuedWork<Item, Told>[]) => void = () => undefined,
  ): void {
    const { home, documents } = this.options;
    this.#following = home.follow(documents.folder, () => this.#look(worker, warn, seen), warn);
  }

  async idle(id: string): Promise<void> {
    while (this.#running.has(id)) await this.#running.get(id)!.done;
  }

  /** Aborts running work, which restarts at the next startup or in another process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the service is stopping'));
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    clearTimeout(this.#timer);
    await this.#following?.end();
  }

  async #look(
    worker: Worker<Item>,
    warn: (reason: string) => void,
    seen: (all: readonly QueuedWork<Item, Told>[]) => void,
  ): Promise<void> {
    const changes = this.#changes;
    const all = await this.all();
    // This function runs again when the change ends.
    if (changes !== this.#changes) return;
    seen(all);
    // Stop work that was cancelled (and perhaps requested again) or started by another process. An expired lease alone
    // does not end work. Either this process acquires the lease again, or another process restarts the work.
    for (const { id, begun, abort } of this.#running.values()) {
      // This function runs again when the item has started.
      if (begun === undefined) return;
      const now = all.find(({ item }) => item.id === id)?.item;
      if (!goesOn(worker, begun, now)) abort.abort(new Error('cancelled'));
    }
    if (!this.isOurs) return;
    const pending = all.flatMap(({ item }) => (isPending(item) ? [item] : []));
    for (const passes of [false, true]) this.#begin(pending, passes, worker, warn);
  }

  /** Starts the first pending item, or the first item that may overtake the items before it. */
  #begin(pending: readonly Item[], passes: boolean, worker: Worker<Item>, warn: (reason: string) => void): void {
    const isTaken = [...this.#running.values()].some((running) => running.passes === passes);
    if (isTaken || this.#closing.signal.aborted) return;
    const mayBegin = (item: Item): boolean => !passes || worker.mayPass?.(item, itemsBefore(item, pending)) === true;
    const next = pending.find((item) => !this.#running.has(item.id) && mayBegin(item));
    if (next === undefined) return;
    const running: Running<Item> = {
      ...{ id: next.id, passes, abort: new AbortController(), done: Promise.resolve(), begun: undefined },
      checkRights: () => undefined,
    };
    this.#running.set(next.id, running);
    running.done = this.#run(running, worker, warn);
  }

  async #run(running: Running<Item>, worker: Worker<Item>, warn: (reason: string) => void): Promise<void> {
    const { id } = running;
    const signal = AbortSignal.any([this.#closing.signal, running.abort.signal]);
    // If the documents are temporarily unavailable, work is neither lost nor done twice.
    const waits = {
      patience: Infinity,
      waits: ({ message }: Error): void => warn(`${id} waits: ${message}`),
    };
    const patiently: Patiently = (work) => throughOutages(work, { ...waits, signal });
    let isOver = true;
    try {
      const begin = (item: Item): Item | undefined => (isPending(item) ? worker.begin(item) : undefined);
      const begun = await this.change(id, begin, 'worker', patiently);
      if (begun === undefined) return;
      if (!isPending(begun)) {
        await patiently(() => worker.settled(id, { ended: begun, error: undefined }));
        return;
      }
      running.begun = begun;
      signal.throwIfAborted();
      let error: unknown;
      let ended: Item | undefined;
      const end = (how: Partial<Item>) => (now: Item) => (goesOn(worker, begun, now) ? { ...now, ...how } : undefined);
      try {
        const how = await this.#carryOut(running, begun, worker, signal).catch((reason: unknown) => {
          error = reason;
          // The work was cancelled, or will restart at the next startup or in another process.
          return signal.aborted ? undefined : patiently(() => worker.failed(begun, reason));
        });
        const more = how && (await patiently(() => worker.ended(begun, how)));
        // The outer call retries until this process has the lease, the inner call until the documents are available.
        ended = how && (await patiently(() => this.change(id, end({ ...how, ...more }), 'worker', patiently)));
      } catch (reason) {
        // The work was cancelled before its end could be stored.
        if (!signal.aborted) throw reason;
      }
      const outcome = { ended, error };
      await throughOutages(() => worker.settled(id, outcome), { ...waits, signal: this.#closing.signal });
    } catch (error) {
      // If the work was aborted at its start, it runs again later.
      isOver = signal.aborted;
      if (!isOver) warn(`the progress of ${id} cannot be saved: ${(error as Error).message}`);
    } finally {
      this.#running.delete(id);
      this.#begun.delete(id);
      // Check again. Otherwise the work would wait until something changes.
      if (isOver) this.#following?.wake();
    }
  }

  /** @throws RequestError 403 if the requester loses the right in the meantime */
  async #carryOut(
    running: Running<Item>,
    begun: Item,
    worker: Worker<Item>,
    signal: AbortSignal,
  ): Promise<Partial<Item>> {
    const lost = new AbortController();
    const askRights: AskRights = () => {
      try {
        return worker.rightsOf(begun);
      } catch (error) {
        lost.abort(error);
        throw error;
      }
    };
    running.checkRights = () => {
      try {
        askRights();
      } catch {
        // Ignore the error, because the signal has already aborted the work.
      }
    };
    try {
      askRights();
      return await worker.carryOut(begun, AbortSignal.any([signal, lost.signal]), askRights);
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    } finally {
      running.checkRights = () => undefined;
    }
  }

  /** Validates requested Ids, because they become part of file paths. */
  #isId(id: string): boolean {
    const { documents } = this.options;
    return documents.idOf(documents.about(id)) === id;
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.#changes++;
    try {
      return await work();
    } finally {
      this.#changes++;
      // Read again, because a read that overlapped with the change was discarded.
      this.#following?.wake();
    }
  }

  #with(item: Item, told: string | undefined): QueuedWork<Item, Told> {
    const known = this.#told.get(item.id);
    return { item, told: known ?? (told === undefined ? undefined : (JSON.parse(told) as Told)) };
  }
}

/** Thrown if another process does the work, or the lease expired during an outage and must be acquired again. */
export class OtherWorkerError extends StoreUnavailableError {
  override readonly name = 'OtherWorkerError';
  constructor() {
    super('another process has taken over the work', AGAIN_SECONDS);
  }
}

export function isPending({ status }: Pick<WorkItem, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function itemsBefore<Item extends WorkItem>({ id }: Item, all: readonly Item[]): readonly Item[] {
  return all.filter((one) => one.id !== id && isPending(one) && (one.id < id || one.status === 'running'));
}

function goesOn<Item extends WorkItem>(worker: Worker<Item>, begun: Item, now: Item | undefined): boolean {
  return now?.status === 'running' && (worker.isSame?.(begun, now) ?? true);
}

const textOf = (item: unknown): string => `${JSON.stringify(item)}\n`;
