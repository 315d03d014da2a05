import type { Worker } from 'node:worker_threads';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { startThread } from '../../runtime/entry-points.js';
import type { MemoryIndexImage } from '../memory-index.js';
import type { MemoryIndexOptions } from '../index-options.js';
import { packMethods, packScenario } from '../threads/portable-scenario.js';
import { CELL_COUNT, CELLS, type FoundPairs, type FoundValues, type JoinWork, type ToJoin } from './join-messages.js';
import type { ValueStretch } from './join-messages.js';
import type { JoinTable } from './join-table.js';
import { Arrivals } from './pair-buffer.js';
import { sharedInts } from './similar-pairs.js';

export interface JoinThreadsSettings {
  /** They only name the columns that are needed. */
  readonly scenarios: readonly Scenario[];
  /** Options that the scenarios' methods were made with: each thread makes its own. */
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  /** In memory that threads share. */
  readonly image: MemoryIndexImage;
  readonly values: readonly ValueStretch[];
  /** See `JoinWork`. Default: false. */
  readonly areCrossedInParts?: boolean;
  readonly threads: number;
}

/** Stretches that a thread has in hand: it waits for nobody between two. */
const IN_HAND = 2;

interface JoiningThread {
  readonly worker: Worker;
  /** Stretches that it was told and has not done. */
  inHand: number;
}

/**
 * Threads over one index in shared memory that join the stretches they are told: first those of the values, numbered
 * from 0, then those of the rows.
 */
export class JoinThreads {
  private readonly cells = sharedInts(CELL_COUNT);
  private readonly threads: readonly JoiningThread[];
  private readonly found: Arrivals<FoundValues | FoundPairs>;

  /** @param done is called after each stretch, when a thread has room for another one */
  constructor(
    { scenarios, methods, threads, areCrossedInParts = false, ...rest }: JoinThreadsSettings,
    done?: () => void,
  ) {
    const { cells } = this;
    const sent = { scenarios: scenarios.map(packScenario), methods: packMethods(methods) };
    const { options, image, values } = rest;
    const work: JoinWork = { ...sent, options, image, cells, values, areCrossedInParts };
    this.threads = Array.from({ length: threads }, () => {
      const thread = { worker: startThread('joinRows', work), inHand: 0 };
      thread.worker.on('message', ({ isLast }: FoundValues | FoundPairs) => {
        if (!isLast) return;
        thread.inHand--;
        done?.();
      });
      return thread;
    });
    this.found = new Arrivals(this.threads.map(({ worker }) => worker));
  }

  /** Whether a thread has nothing to go on with when it is done. */
  get hasRoom(): boolean {
    return this.threads.some(({ inHand }) => inHand < IN_HAND);
  }

  /** Tells a stretch to the thread that has the fewest in hand. */
  give(stretch: number): void {
    const thread = this.threads.reduce((least, each) => (each.inHand < least.inHand ? each : least));
    thread.inHand++;
    thread.worker.postMessage({ stretch } satisfies ToJoin);
  }

  /**
   * From now on rows may be told: of what table, by which scenarios.
   *
   * @param length rows of a stretch
   * @param from row of the table that the first stretch begins with
   */
  joinRows(table: JoinTable, scenarios: readonly Scenario[], length: number, from = 1): void {
    const message: ToJoin = { table, scenarios: scenarios.map(packScenario), from, length };
    for (const { worker } of this.threads) worker.postMessage(message);
  }

  /** The next of what a stretch gives, in order. @throws Error when a thread has failed */
  next(stretch: number): Promise<FoundValues | FoundPairs> {
    return this.found.next(stretch);
  }

  /**
   * Tells the threads what has been given out: those that are ahead of their turn pause while much waits.
   *
   * @param current the first stretch of which something may still come
   * @param pairs that wait no more
   */
  given(current: number, pairs = 0): void {
    const { cells } = this;
    Atomics.sub(cells, CELLS.pending, pairs);
    Atomics.store(cells, CELLS.given, current);
    Atomics.notify(cells, CELLS.given);
  }

  /** Ends the threads; to be called whatever has happened. */
  end(): Promise<void> {
    return this.found.end();
  }
}
