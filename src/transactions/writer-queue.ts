import { BusyError } from './busy-error.js';
import { dynamicThreshold, Semaphore } from '../runtime/semaphore.js';
import { RoundRobin } from '../runtime/round-robin.js';
import type { SharedLog } from '../store/shared-log.js';
import { OvertakenError } from '../store/store-errors.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import { outcome, type DecisionSteps } from '../runtime/decision-quota.js';

/** Outcome of a decision: its place in the queue is free once it is on disk. */
interface Decided {
  readonly committed: Promise<void>;
}

/** A decision that has not been begun, and who is told of its outcome. */
interface Waiting {
  readonly decision: DecisionSteps<Decided>;
  readonly decided: (result: Decided) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The requests that write: decisions are made one at a time, in turns by client and for each in the order of its calls;
 * their way to the disk overlaps. Bounded from the moment a request comes to the moment it is on disk, in all and by
 * client, so that neither those who wait for their decision nor what waits for a slow disk can grow without end.
 */
export class WriterQueue {
  readonly #waiting = new RoundRobin<Waiting>();
  /** Decisions to be made anew go first. */
  readonly #again: Waiting[] = [];
  readonly #places: Semaphore;
  #deciding: Promise<void> | undefined;

  /** @param most requests that write at once */
  constructor(
    most: number,
    private readonly scheduler: EventLoopScheduler,
    /** Says when decisions may be made, where others write, too. */
    private readonly sharedLog?: Pick<SharedLog, 'enter' | 'leave'>,
  ) {
    this.#places = new Semaphore(most, dynamicThreshold());
  }

  /** Requests that wait, for their decision or for the disk. */
  get count(): number {
    return this.#places.count;
  }

  /**
   * Makes one decision alone. Resolves once it is made; when `committed`, that it gives, settles, its place is free.
   *
   * @throws BusyError when too many wait already, in all or of this client; then the decision was not begun
   */
  run<T extends Decided>(client: string, decision: DecisionSteps<T>): Promise<T> {
    const shortage = this.#places.acquire(client);
    if (shortage !== undefined) return Promise.reject(new BusyError(shortage === 'full' ? 'writes' : 'clientWrites'));
    return this.#enqueue(client, decision, () => this.#places.release(client));
  }

  /** Makes a decision of the service's own, which takes no place from the requests. */
  async runOwn<T extends Decided>(decision: DecisionSteps<T>): Promise<T> {
    return this.#enqueue('', decision, () => undefined);
  }

  /** Makes a decision anew that was overtaken on its way to the disk: it still has its place. */
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
          // Its place is kept until it has been decided anew.
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

  /** Resolves when every decision that was begun or waits has been made. */
  async settled(): Promise<void> {
    await this.#deciding;
  }

  /**
   * Decisions that wait for nothing are made one after the other without a turn of the promise queue between them: that
   * would cost as much as all that they do besides searching.
   */
  async #decideAll(): Promise<void> {
    // Take in first all requests of this turn of the event loop.
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
