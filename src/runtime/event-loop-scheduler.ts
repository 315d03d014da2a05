import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecisionQuota, outcome, type DecisionSteps } from './decision-quota.js';
import { LongSearch, type Steps } from './long-search.js';
import { RoundRobin } from './round-robin.js';
import { SHARED_TURN_MS, TURN_MS, Turns, type Patience } from './turns.js';

/**
 * Milliseconds per event-loop turn for each lane: starting requests, steps of long searches, and sending responses. The
 * running task may take longer. With the quota of decisions, a turn takes about ten milliseconds.
 */
export const LANE_QUOTA_MS = 3;
/** Replaces `LANE_QUOTA_MS` while several clients send requests. Each request then waits for about one full turn. */
const SHARED_LANE_QUOTA_MS = 0.3;
/** Milliseconds for which a client counts as active after its last request. */
const PRESENT_MS = 10_000;

/** Milliseconds per event-loop turn for background work. The running step may take longer. */
const BACKGROUND_QUOTA_MS = 1;

/**
 * Maximum attempts of a long search. A search restarts after the steps of each expensive query value, and when a record
 * that it found changes. The last attempt has no pauses, because the steps' cached results may be evicted each time.
 */
const MAX_ATTEMPTS = 40;

/** @returns whether the task is done; if not, it runs again when its client's next turn comes */
type Task = () => boolean;
/** @param inSteps whether the search may return steps; otherwise, it runs to the end */
type Attempt<T extends object> = (inSteps: boolean) => T | LongSearch<T>;

/**
 * Shares the event loop among the requests to a service, so that no request stalls the others:
 *
 * - All requests that arrive in one turn are first read, then started round-robin by client.
 * - Responses that one commit releases are sent over several turns, round-robin by client. Clients that send their next
 *   request after each response then also arrive a few at a time. Each client's first response of a turn does not wait.
 * - Queries, exports and other long reads share one slice of up to two milliseconds per turn, round-robin by client.
 * - A long search runs in steps, round-robin by client. If a client has many expensive searches, it delays only its own
 *   searches. Other clients wait for at most one step of each client.
 * - Decisions run one at a time (`WriterQueue`), with a quota per turn that adapts to other work (`DecisionQuota`).
 */
export class EventLoopScheduler {
  readonly #decisions = new DecisionQuota(() => this.#isShared);
  readonly #steps = new RoundRobin<Task>();
  readonly #arrived = new RoundRobin<Task>();
  readonly #answers = new RoundRobin<Task>();
  readonly #turns = new RoundRobin<(milliseconds: number) => void>();
  #isScheduled = false;
  /** Milliseconds spent on responses since the last turn. */
  #answering = 0;
  /** Clients to which a response was sent immediately since the last turn. */
  readonly #answered = new Set<string>();
  #client: string | undefined;
  #sharedUntil = 0;

  /**
   * Starts a request after all requests of the same turn have been read. Starting each request immediately would cost
   * 10 to 20% more, because the CPU would switch more often between reading and handling requests.
   */
  begin<T>(client: string, work: () => Promise<T>): Promise<T> {
    this.#sees(client);
    return this.#enqueue<T>(this.#arrived, client, (resolve, reject) => {
      // Not `resolve(work())`, because resolving a promise with a promise costs two more microtasks.
      work().then(resolve, reject);
      return true;
    });
  }

  /**
   * @returns `undefined` (no cost) if the response was sent immediately, or a promise if it waits for its client's turn
   */
  answer(client: string, send: () => void): Promise<unknown> | undefined {
    const mayWait = this.#answers.size > 0 || this.#answering >= this.#laneQuota;
    if (mayWait && (this.#answered.has(client) || this.#answers.has(client))) {
      // Even if `client` is only an IP address, it counts as active if it sends many requests.
      this.#sees(client);
      return this.#enqueue<undefined>(this.#answers, client, (resolve) => {
        send();
        resolve(undefined);
        return true;
      });
    }
    this.#answered.add(client);
    // The next turn clears the set.
    if (mayWait) this.#schedule();
    const from = performance.now();
    send();
    this.#answering += performance.now() - from;
    return undefined;
  }

  /** @param tooLate creates the error after the deadline */
  turns({ clientId, ...patience }: Patience & { readonly clientId: string }, tooLate?: () => Error): Turns {
    return new Turns(() => this.#turnOf(clientId), patience, tooLate);
  }

  decide<T>(step: () => T): T {
    return this.#decisions.run(step);
  }

  yieldIfSpent(): Promise<void> | undefined {
    return this.#decisions.yieldIfSpent();
  }

  /** Runs a search in steps to its end. Each step waits for the client's turn. */
  async finish<T extends object>(client: string, search: LongSearch<T>, attempt: Attempt<T>): Promise<T> {
    let found: T | LongSearch<T> = search;
    for (let n = 1; found instanceof LongSearch; n++)
      found = (await this.#takeSteps(client, found)) ?? attempt(n < MAX_ATTEMPTS);
    return found;
  }

  /**
   * Runs background work, a little in each turn.
   * @param signal aborts the work: its next step throws the signal's reason
   */
  async runInBackground<T>(work: DecisionSteps<T>, signal: AbortSignal): Promise<T> {
    const next = () => work.next();
    let goOn = next;
    let isEnded = false;
    for (;;) {
      await nextTurn();
      const from = performance.now();
      let step: IteratorResult<Promise<unknown> | undefined, T>;
      do {
        if (signal.aborted && !isEnded) {
          isEnded = true;
          goOn = () => work.throw(signal.reason);
        }
        step = goOn();
        goOn = next;
      } while (step.done !== true && step.value === undefined && performance.now() - from < BACKGROUND_QUOTA_MS);
      this.#decisions.countOtherWork(performance.now() - from);
      if (step.done === true) return step.value;
      if (step.value !== undefined) goOn = await outcome(work, step.value);
    }
  }

  async #takeSteps<T extends object>(client: string, { steps }: LongSearch<T>): Promise<T | undefined> {
    for (;;) {
      const step = await this.#enqueue<ReturnType<Steps<T>['next']>>(this.#steps, client, (resolve) => {
        const taken = steps.next();
        const isOver = taken.done === true || waitedFor(taken.value) !== undefined;
        if (isOver) resolve(taken);
        return isOver;
      });
      if (step.done !== true) await step.value;
      else {
        // The next attempt counts as a separate step.
        if (step.value === undefined) await nextTurn();
        return step.value;
      }
    }
  }

  #enqueue<T>(
    lane: RoundRobin<Task>,
    client: string,
    task: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason: unknown) => void) => boolean,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      lane.push(client, () => {
        try {
          return task(resolve, reject);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      });
      this.#schedule();
    });
  }

  /** Waits until a client's long work may run. Each event-loop turn has one slice. @returns the slice's milliseconds */
  #turnOf(client: string): Promise<number> {
    return new Promise((resolve) => {
      this.#turns.push(client, resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#turn);
  }

  /** If the request is from another client than the last one, the event loop counts as shared for a while. */
  #sees(client: string): void {
    if (client === this.#client) return;
    if (this.#client !== undefined) this.#sharedUntil = performance.now() + PRESENT_MS;
    this.#client = client;
  }

  get #isShared(): boolean {
    return this.#sharedUntil > 0 && performance.now() < this.#sharedUntil;
  }

  get #laneQuota(): number {
    return this.#isShared ? SHARED_LANE_QUOTA_MS : LANE_QUOTA_MS;
  }

  readonly #turn = (): void => {
    this.#answered.clear();
    this.#answering = this.#run(this.#answers);
    this.#run(this.#steps);
    this.#run(this.#arrived);
    this.#isScheduled = false;
    const granted = this.#turns.next();
    if (this.#answers.size + this.#steps.size + this.#arrived.size + this.#turns.size > 0) this.#schedule();
    if (granted === undefined) return;
    // The code that awaits the promise runs right after this callback.
    const milliseconds = this.#isShared ? SHARED_TURN_MS : TURN_MS;
    this.#decisions.countOtherWork(milliseconds);
    granted.item(milliseconds);
  };

  #run(lane: RoundRobin<Task>): number {
    if (lane.size === 0) return 0;
    const quota = this.#laneQuota;
    const from = performance.now();
    let used = 0;
    do {
      const { client, item: task } = lane.next()!;
      if (!task()) lane.putBack(client, task);
      used = performance.now() - from;
    } while (lane.size > 0 && used < quota);
    this.#decisions.countOtherWork(used);
    return used;
  }
}

/** Searches within a decision. The search's steps become steps of the decision, for which other decisions wait. */
export function* searchInDecision<T extends object>(attempt: Attempt<T>): DecisionSteps<T> {
  let found = attempt(true);
  for (let n = 1; found instanceof LongSearch; n++) {
    let step = found.steps.next();
    for (; step.done !== true; step = found.steps.next()) yield waitedFor(step.value);
    found = step.value ?? attempt(n < MAX_ATTEMPTS);
  }
  return found;
}

function waitedFor(yielded: unknown): Promise<unknown> | undefined {
  return yielded instanceof Promise ? yielded : undefined;
}
