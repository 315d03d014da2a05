import {
  change,
  NONE,
  type ChangeCondition,
  type Document,
  type Home,
  type Lease,
  type Patiently,
} from '../home/home.js';
import type { Following } from '../runtime/watch.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { throughOutages } from './through-outages.js';

/** Milliseconds between two words on how far some work is. */
const NEWS_MS = 250;
/** Seconds in which a lease that has run out is taken again, here or elsewhere. */
const AGAIN_SECONDS = 2;

/** Something that is asked for and carried out later. */
export interface WorkItem {
  readonly id: string;
  /** `queued`: it waits; `running`: a process carries it out; everything else: nobody works on it. */
  readonly status: string;
}

/** Some work as it is kept, and the last word on how far it is. */
export interface QueuedWork<Item, Told> {
  readonly item: Item;
  readonly told: Told | undefined;
}

/** Where the work of one kind is kept: documents of the home, two for each Id. */
export interface WorkDocuments<Item> {
  /** With all of them below it. */
  readonly folder: string;
  /** Says what is asked for, and what came of it. */
  readonly about: (id: string) => string;
  /** Says how far it is, to other processes. */
  readonly told: (id: string) => string;
  /** The Id by the name of a document, where it is one of these. */
  readonly idOf: (name: string) => string | undefined;
  /** @returns `undefined` where the document is that of no such work */
  readonly parse: (document: Pick<Document, 'name' | 'content'>) => Item | undefined;
}

/** Carries out the work of one kind. */
export interface Worker<Item> {
  /** As it is kept while it runs. One that has ended by that is not carried out. */
  begin(item: Item): Item;
  /** Whether it is still what was begun; else it is given up. Default: as long as it runs. */
  isSame?(begun: Item, now: Item): boolean;
  /** @returns what came of it */
  carryOut(item: Item, signal: AbortSignal): Promise<Partial<Item>>;
  /** @returns what is kept of work that failed; `undefined`: it begins anew */
  failed(item: Item, error: unknown): Promise<Partial<Item> | undefined>;
  /** Adds what is kept of any end. */
  ended(item: Item, how: Partial<Item>): Promise<Partial<Item>>;
  /** Nothing is done for it any more. */
  settled(id: string, outcome: WorkOutcome<Item>): Promise<void>;
}

export interface WorkOutcome<Item> {
  /** As it was kept; `undefined`: it was given up, because it was cancelled or interrupted, or this process stops. */
  readonly ended: Item | undefined;
  /** Why it failed, where it was carried out. */
  readonly error: unknown;
}

export interface QueueOptions<Item> {
  readonly home: Home;
  readonly documents: WorkDocuments<Item>;
  /** Held by the process that carries out the work of all; absent where one process does all. */
  readonly lease?: Lease | undefined;
}

interface Running<Item> {
  readonly id: string;
  readonly abort: AbortController;
  /** Resolves when nothing is written for it any more: a moment after it is shown as ended. */
  done: Promise<void>;
  /** As others see it; `undefined` before. */
  begun: Item | undefined;
}

/**
 * Work of one kind, as documents of the home: queued, carried out one after the other in the order of the Ids, told of,
 * cancelled, taken over. Where several processes share the home, the one with the lease carries it out; any of them
 * asks for it, follows it and cancels it. What was under way when a process ended begins anew in the next one.
 */
export class WorkQueue<Item extends WorkItem, Told> {
  #running: Running<Item> | undefined;
  /** The document as it was when the work began: what is written for it counts as long as it is the same. */
  #begun: { readonly id: string; readonly version: string } | undefined;
  /** How far the work of this process is. */
  readonly #told = new Map<string, Told>();
  /** The work that was told of last. */
  #latest = '';
  #timer: NodeJS.Timeout | undefined;
  #following: Following | undefined;
  /** Changes by this process that began or ended: a look that overlaps with one may be of before. */
  #changes = 0;
  readonly #closing = new AbortController();

  constructor(private readonly options: QueueOptions<Item>) {}

  /** Whether other processes see this work, and may carry it out. */
  get isShared(): boolean {
    return this.options.home.isShared;
  }

  /** Whether this process carries it out. */
  get isOurs(): boolean {
    return this.options.lease?.isOurs ?? true;
  }

  /** In the order of their Ids. Documents of no such work are left out. */
  async all(): Promise<QueuedWork<Item, Told>[]> {
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

  /** @returns whether its Id was free: only then it is kept */
  add(item: Item): Promise<boolean> {
    const { documents, home } = this.options;
    return this.#counted(() => home.write(documents.about(item.id), textOf(item), { expected: NONE }));
  }

  /**
   * Replaces what is kept of some work, in one step.
   *
   * @param edit `undefined` leaves it as it is; what it throws as well
   * @param by the `worker` changes nothing once another process has become it
   * @param patiently as in `change` of the home
   * @returns what is kept now; `undefined` where nothing was changed
   * @throws Error where another process has become the worker
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
      // It was changed: a last word that stays is shown of nothing but work that runs.
      await this.forget(id).catch(() => undefined);
      if (by === 'worker') {
        const now = await patiently(() => home.read(name));
        // Another process may have changed it since.
        this.#begun = now?.content === textOf(after) ? { id, version: now.version } : undefined;
      }
      return after;
    });
  }

  /** Met as long as the work that this process carries out is as it was when it began. */
  conditionOf(id: string): ChangeCondition {
    const { version = NONE } = this.#begun?.id === id ? this.#begun : {};
    return { lease: this.options.lease, unchanged: { name: this.options.documents.about(id), version } };
  }

  /** Shows all processes how far it is. */
  tell(id: string, told: Told): void {
    this.#told.set(id, told);
    this.#latest = id;
    const { home, documents } = this.options;
    if (!home.isShared) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const work = this.#latest;
      const news = this.#told.get(work);
      if (news === undefined) return;
      const writing = home.write(documents.told(work), JSON.stringify(news), this.conditionOf(work));
      // Where it cannot be told, the next word may be.
      writing.catch(() => undefined);
    }, NEWS_MS).unref();
  }

  /** The last word of this process. */
  told(id: string): Told | undefined {
    return this.#told.get(id);
  }

  /** Forgets the last word: nothing is under way of it any more, or it begins anew. */
  async forget(id: string): Promise<void> {
    const { home, documents } = this.options;
    this.#told.delete(id);
    if (home.isShared) await home.remove(documents.told(id));
  }

  /**
   * Begins to carry out what there is, here or where the lease is held.
   *
   * @param seen is given all work whenever something may have changed
   * @param warn is told, once a reason, while it cannot be known what there is, and why work cannot be carried on
   */
  start(
    worker: Worker<Item>,
    warn: (reason: string) => void,
    seen: (all: readonly QueuedWork<Item, Told>[]) => void = () => undefined,
  ): void {
    const { home, documents } = this.options;
    this.#following = home.follow(documents.folder, () => this.#look(worker, warn, seen), warn);
  }

  /** Resolves when this process does not work on it, or not any more. */
  async idle(id: string): Promise<void> {
    while (this.#running?.id === id) await this.#running.done;
  }

  /** Gives up what runs; it begins anew at the next start, or in another process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the service is being stopped'));
    await this.#running?.done;
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
    // Its end wakes this again.
    if (changes !== this.#changes) return;
    seen(all);
    const running = this.#running;
    if (running !== undefined) {
      if (running.begun === undefined) return;
      // Cancelled, and perhaps asked for again since; or another process has begun it. A lease that has merely run out
      // ends nothing: this process takes it again, or another one does and begins the work anew.
      const now = all.find(({ item }) => item.id === running.id)?.item;
      if (!goesOn(worker, running.begun, now)) running.abort.abort(new Error('cancelled'));
      return;
    }
    const next = this.isOurs ? all.find(({ item }) => isPending(item)) : undefined;
    if (next === undefined || this.#closing.signal.aborted) return;
    const { id } = next.item;
    const begun: Running<Item> = { id, abort: new AbortController(), done: Promise.resolve(), begun: undefined };
    this.#running = begun;
    begun.done = this.#run(begun, worker, warn);
  }

  async #run(running: Running<Item>, worker: Worker<Item>, warn: (reason: string) => void): Promise<void> {
    const { id } = running;
    const signal = AbortSignal.any([this.#closing.signal, running.abort.signal]);
    // A home that is away for a while neither loses what was done nor has it done twice.
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
        const how = await worker.carryOut(begun, signal).catch((reason: unknown) => {
          error = reason;
          // It has been cancelled; or it goes on at the next start, or in another process.
          return signal.aborted ? undefined : patiently(() => worker.failed(begun, reason));
        });
        const more = how && (await patiently(() => worker.ended(begun, how)));
        // The outer one waits for the lease, the inner one for the home.
        ended = how && (await patiently(() => this.change(id, end({ ...how, ...more }), 'worker', patiently)));
      } catch (reason) {
        // Cancelled while it could not be kept.
        if (!signal.aborted) throw reason;
      }
      const outcome = { ended, error };
      await throughOutages(() => worker.settled(id, outcome), { ...waits, signal: this.#closing.signal });
    } catch (error) {
      // Closed as it began: it goes on at the next start.
      isOver = signal.aborted;
      if (!isOver) warn(`how far ${id} is cannot be kept: ${(error as Error).message}`);
    } finally {
      this.#running = undefined;
      // Else it waits until something changes.
      if (isOver) this.#following?.wake();
    }
  }

  /** Whatever people ask for: names of documents become paths of files. */
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
      // A look that overlapped with it has been given up.
      this.#following?.wake();
    }
  }

  #with(item: Item, told: string | undefined): QueuedWork<Item, Told> {
    const known = this.#told.get(item.id);
    return { item, told: known ?? (told === undefined ? undefined : (JSON.parse(told) as Told)) };
  }
}

/**
 * Another process carries out the work by now, and this one is told to end; or the lease has run out while the home was
 * away, and is taken again.
 */
export class OtherWorkerError extends StoreUnavailableError {
  override readonly name = 'OtherWorkerError';
  constructor() {
    super('another process does this work by now', AGAIN_SECONDS);
  }
}

/** Whether it waits or runs. */
export function isPending({ status }: Pick<WorkItem, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

function goesOn<Item extends WorkItem>(worker: Worker<Item>, begun: Item, now: Item | undefined): boolean {
  return now?.status === 'running' && (worker.isSame?.(begun, now) ?? true);
}

const textOf = (item: unknown): string => `${JSON.stringify(item)}\n`;
