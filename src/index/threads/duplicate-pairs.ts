import type { MethodOptions } from '../../matching/methods/create-methods.js';
import { share } from '../image.js';
import { dedupeOrder, numbersIn, type DedupeOptions } from '../dedupe.js';
import { MemoryIndex, type MemoryIndexImage } from '../memory-index.js';
import { PairColumns } from '../pairs/pair-columns.js';
import { roomForNeighbours, RowSearch } from '../pairs/row-search.js';
import { renumber } from '../renumber.js';
import { Arrivals } from './arrivals.js';
import { CELL_COUNT, CELLS, type DedupeWork } from './dedupe-messages.js';
import { sendMethods, sendScenario } from './sent-scenario.js';
import { startThread } from './thread-file.js';

export interface ThreadedDedupeOptions extends DedupeOptions {
  /** What the scenarios' methods were made with: each thread makes its own. */
  readonly methods: MethodOptions;
  /** How many threads search. With 1 everything happens in the caller's. */
  readonly threads: number;
}

/** Rows that a thread searches from before it takes the next ones: enough that neighbours are found once for many of them. */
const LONGEST_STRETCH = 4_096;
const STRETCHES_PER_THREAD = 32;
/** Rows searched from between two batches where there is one thread. */
const ROWS_AT_ONCE = 256;

/**
 * As `duplicatePairs`, by rows, with several threads over one index in shared memory; of the same rows the same pairs in the same order. Gives them out in batches, some of them
 * empty. The index must not change meanwhile. A caller who stops early ends the threads.
 *
 * @throws Error when a thread fails, or when a method of the scenarios is none of `createMethods`
 */
export async function* duplicateRows(index: MemoryIndex, options: ThreadedDedupeOptions): AsyncGenerator<PairColumns> {
  const { scenarios, threads, progress } = options;
  const order = dedupeOrder(index, scenarios);
  const rows = numbersIn(order, options.rows);
  const inOrder = (): MemoryIndexImage => renumber(index.image({ scenarios }), order);
  if (threads <= 1) {
    const search = new RowSearch(new MemoryIndex(scenarios, index.options, inOrder(), true), scenarios);
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const pairs = new PairColumns();
      for (const row of rows.subarray(from, from + ROWS_AT_ONCE)) search.pairsOf(row, pairs);
      pairs.renumber(order);
      yield pairs;
      progress?.(Math.min(from + ROWS_AT_ONCE, rows.length), rows.length);
    }
    return;
  }
  const stretch = Math.max(1, Math.min(LONGEST_STRETCH, Math.ceil(rows.length / (threads * STRETCHES_PER_THREAD))));
  const cells = new Int32Array(new SharedArrayBuffer(CELL_COUNT * 4));
  const work: DedupeWork = {
    scenarios: scenarios.map(sendScenario),
    methods: sendMethods(options.methods),
    options: index.options,
    image: share(inOrder()),
    order: share(order),
    kept: roomForNeighbours(index, scenarios),
    rows: share(rows),
    stretch,
    cells,
  };
  const stretches = Math.ceil(rows.length / stretch);
  const found = new Arrivals(
    Array.from({ length: threads }, () => startThread('./dedupe-thread', import.meta.url, work)),
  );
  try {
    for (let current = 0; current < stretches;) {
      const message = await found.next(current);
      yield new PairColumns(message);
      Atomics.sub(cells, CELLS.pending, message.first.length);
      if (message.isLast) {
        current++;
        Atomics.store(cells, CELLS.given, current);
        progress?.(Math.min(current * stretch, rows.length), rows.length);
      }
      Atomics.notify(cells, CELLS.given);
    }
  } finally {
    await found.end();
  }
}
