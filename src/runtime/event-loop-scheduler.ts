import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecisionQuota, outcome, type DecisionSteps } from './decision-quota.js';
import { LongSearch, type Steps } from './long-search.js';
import { RoundRobin } from './round-robin.js';

/**
 * Milliseconds per event-loop turn for each lane: beginning requests, and steps of long searches. The running task is
 * not counted. With the decisions' quota, a turn stays at about ten milliseconds.
 */
export const LANE_QUOTA_MS = 3;

/** Milliseconds per event-loop turn of work that no request waits for. The running step is not counted. */
export const BACKGROUND_QUOTA_MS = 1;

/**
 * Attempts of one long search. A search starts again after the steps of each expensive query value, and when a record
 * that it has found changes. The last attempt runs to its end in one go: what the steps found keeps being evicted.
 */
const MAX_ATTEMPTS = 40;

/** @returns whether it is done; otherwise it runs again, as its client's next */
type Task = () => boolean;
/** One search, of the moment. @param inSteps false: it must run to its end */
type Attempt<T extends object> = (inSteps: boolean) => T | LongSearch<T>;

/**
 * Shares the event loop among the requests of one service, so that none stalls the others:
 *
 * - What arrives in one turn is read first, then begun together, clients in round-robin.
 * - A search that takes long runs in steps: one of each client's first search, then of the next client's. A client that
 *   sends many heavy searches delays its own; others wait for one step of each client at most.
 * - Decisions, which run one at a time (`WriterQueue`), have an adaptive quota of each turn (`DecisionQuota`).
 */
export class EventLoopScheduler {
  readonly #decisions = new DecisionQuota();
  readonly #steps = new RoundRobin<Task>();
  readonly #arrived = new RoundRobin<Task>();
  #isScheduled = false;

  /**
   * Begins the work of a request once everything that arrived in the same turn has been read. Reading all before
   * working on all is cheaper by a tenth to a fifth than one request after the other: the processor stays with the same
   * code.
   */
  begin<T>(client: string, work: () => Promise<T>): Promise<T> {
    return this.#enqueue<T>(this.#arrived, client, (resolve, reject) => {
      // Not `resolve(work())`: a promise that is resolved with another waits for two microtasks more.
      work().then(resolve, reject);
      return true;
    });
  }

  /** Takes a step of a decision within the decisions' quota. */
  decide<T>(step: () => T): T {
    return this.#decisions.run(step);
  }

  /** Before each step of a decision: see `DecisionQuota`. */
  yieldIfSpent(): Promise<void> | undefined {
    return this.#decisions.yieldIfSpent();
  }

  /** Finishes a reader's search: its steps share the turns with those of other clients. */
  async finish<T extends object>(client: string, search: LongSearch<T>, attempt: Attempt<T>): Promise<T> {
    let found: T | LongSearch<T> = search;
    for (let n = 1; found instanceof LongSearch; n++)
      found = (await this.#takeSteps(client, found)) ?? attempt(n < MAX_ATTEMPTS);
    return found;
  }

  /**
   * Does work that no request waits for, a little each turn.
   *
   * @param signal ends it: its next step throws the signal's reason
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

  /** @returns the answer of the last step, if it gives one */
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
        // The next attempt is a step of its own.
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

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#run(this.#steps);
    this.#run(this.#arrived);
    this.#isScheduled = false;
    if (this.#steps.size + this.#arrived.size > 0) this.#schedule();
  };

  #run(lane: RoundRobin<Task>): void {
    if (lane.size === 0) return;
    const from = performance.now();
    let used = 0;
    do {
      const { client, item: task } = lane.next()!;
      if (!task()) lane.putBack(client, task);
      used = performance.now() - from;
    } while (lane.size > 0 && used < LANE_QUOTA_MS);
    this.#decisions.countOtherWork(used);
  }
}

/** A search within a decision, which all other decisions wait for: its steps are steps of the decision. */
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
