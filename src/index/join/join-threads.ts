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

interface JoinThreadsSettings {
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  readonly image: MemoryIndexImage;
  readonly values: readonly ValueStretch[];
  /** See `JoinWork`. */
  readonly areCrossedInParts?: boolean;
  readonly threads: number;
}

/** Maximum ranges sent to a thread in advance, so that the thread is never idle. */
const IN_HAND = 2;

interface JoiningThread {
  readonly worker: Worker;
  inHand: number;
}

/** Threads that join ranges of an index in shared memory: first of values, then of rows. Both are numbered from 0. */
export class JoinThreads {
  private readonly cells = sharedInts(CELL_COUNT);
  private readonly threads: readonly JoiningThread[];
  private readonly found: Arrivals<FoundValues | FoundPairs>;

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

  get hasRoom(): boolean {
    return this.threads.some(({ inHand }) => inHand < IN_HAND);
  }

  give(stretch: number): void {
    const thread = this.threads.reduce((least, each) => (each.inHand < least.inHand ? each : least));
    thread.inHand++;
    thread.worker.postMessage({ stretch } satisfies ToJoin);
  }

  /** Starts the join of the rows. @param length rows per range @param from first row */
  joinRows(table: JoinTable, scenarios: readonly Scenario[], length: number, from = 1): void {
    const message: ToJoin = { table, scenarios: scenarios.map(packScenario), from, length };
    for (const { worker } of this.threads) worker.postMessage(message);
  }

  /** Returns a range's next result. @throws Error if a thread has failed */
  next(stretch: number): Promise<FoundValues | FoundPairs> {
    return this.found.next(stretch);
  }

  /** Lets paused threads resume. @param current range to be returned next @param pairs number of pairs returned */
  given(current: number, pairs = 0): void {
    const { cells } = this;
    Atomics.sub(cells, CELLS.pending, pairs);
    Atomics.store(cells, CELLS.given, current);
    Atomics.notify(cells, CELLS.given);
  }

  /** Must be called, even after an error. */
  end(): Promise<void> {
    return this.found.end();
  }
}
