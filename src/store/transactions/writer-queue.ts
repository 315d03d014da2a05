import { BusyError } from './busy-error.js';
import { dynamicThreshold, Semaphore } from '../../runtime/semaphore.js';
import { RoundRobin } from '../../runtime/round-robin.js';
import type { SharedLog } from '../shared-log.js';
import { OvertakenError } from '../store-errors.js';
import type { EventLoopScheduler } from '../../runtime/event-loop-scheduler.js';
import { outcome, type DecisionSteps } from '../../runtime/decision-quota.js';

/** Result of a decision. When `committed` settles, the decision's slot in the queue is free. */
interface Decided {
  readonly committed: Promise<void>;
}

interface Waiting {
  readonly decision: DecisionSteps<Decided>;
  readonly decided: (result: Decided) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The queue of writing requests. Decisions run one at a time, round-robin by client, and in order for each client.
 * Writes to disk overlap. The number of unfinished requests is limited, in total and per client, so that the queue
 * cannot grow without limit.
 */
export class WriterQueue {
  readonly #waiting = new RoundRobin<Waiting>();
  /** Decisions to repeat, which run first. */
  readonly #again: Waiting[] = [];
  readonly #places: Semaphore;
  #deciding: Promise<void> | undefined;

  /** @param most maximum number of writing requests at a time */
  constructor(
    most: number,
    private readonly scheduler: EventLoopScheduler,
    private readonly sharedLog?: Pick<SharedLog, 'enter' | 'leave'>,
  ) {
    this.#places = new Semaphore(most, dynamicThreshold());
  }

  /** Number of requests waiting for a decision or for the disk. */
  get count(): number {
    return this.#places.count;
  }

  /**
   * Runs one decision while no other runs. Resolves when it has been made. The slot is free when `committed` of the
   * result settles.
   * @throws BusyError if too many requests are waiting, in total or from this client; the decision is then not started
   */
  run<T extends Decided>(client: string, decision: DecisionSteps<T>): Promise<T> {
    const shortage = this.#places.acquire(client);
    if (shortage !== undefined) return Promise.reject(new BusyError(shortage === 'full' ? 'writes' : 'clientWrites'));
    return this.#enqueue(client, decision, () => this.#places.release(client));
  }

  /** Runs a decision of the service itself, without a slot. */
  async runOwn<T extends Decided>(decision: DecisionSteps<T>): Promise<T> {
    return this.#enqueue('', decision, () => undefined);
  }

  /** Repeats a decision that another writer's commit overtook, and that still has its slot. */
  again<T extends Decided>(client: string, decision: DecisionSteps<T>): Promise<T> {
    return this.#enqueue(client, decision, () => this.#places.release(client), true);
  }

  #enqueue<T extends Decided>(
    client: string,
    decision: DecisionSteps<T>,
    leave: () => void,
    isAgain = false,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const decided = (result: Decided): void => {
        result.committed.then(leave, (error: unknown) => {
          // The slot stays taken until the decision has been repeated.
          if (!(error instanceof OvertakenError)) leave();
        });
        resolve(result as T);
      };
      const failed = (error: unknown): void => {
        leave();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      if (isAgain) this.#again.push({ decision, decided, failed });
      else this.#waiting.push(client, { decision, decided, failed });
      this.#deciding ??= this.#decideAll();
    });
  }

  async settled(): Promise<void> {
    await this.#deciding;
  }

  /** Runs decisions. Adds no microtasks between decisions that do not wait, because they would cost too much. */
  async #decideAll(): Promise<void> {
    // First, all requests that arrive in this turn of the event loop are collected.
    await Promise.resolve();
    for (;;) {
      for (let until = this.sharedLog?.enter(); until !== undefined; until = this.sharedLog?.enter()) await until;
      const next = this.#again.shift() ?? this.#waiting.next()?.item;
      if (next === undefined) break;
      const { decision, decided, failed } = next;
      let goOn = () => decision.next();
      try {
        for (;;) {
          const others = this.scheduler.yieldIfSpent();
          if (others !== undefined) await others;
          const step = this.scheduler.decide(goOn);
          if (step.done === true) {
            decided(step.value);
            break;
          }
          goOn = step.value === undefined ? () => decision.next() : await outcome(decision, step.value);
        }
      } catch (error) {
        failed(error);
      }
    }
    this.sharedLog?.leave();
    this.#deciding = undefined;
  }
}
