import type { Worker } from 'node:worker_threads';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { share } from '../../memory/image.js';
import { startThread } from '../../runtime/start-thread.js';
import type { MemoryIndex } from '../memory-index.js';
import { packMethods, packScenario } from '../threads/portable-scenario.js';
import {
  CELL_COUNT,
  CELLS,
  type FoundPairs,
  type FoundValues,
  type JoinMessage,
  type JoinWork,
  type ValueStretch,
} from './join-messages.js';
import { joinTable, type JoinTable } from './join-table.js';
import { Arrivals } from './pair-buffer.js';
import { PairColumns } from './pair-columns.js';
import { RowJoin } from './row-join.js';
import { columnsOf, isJoined, tableOf, type DedupeOptions } from './self-join.js';
import { sharedInts, type SimilarPairs } from './similar-pairs.js';

export interface ThreadedJoinSettings {
  /** What is joined by: these, others over some of their fields, or only the columns of these. */
  readonly scenarios: readonly Scenario[];
  /** What the scenarios' methods were made with: each thread makes its own. */
  readonly methods: MethodOptions;
  /** How many threads join. With 1 everything happens in the caller's. */
  readonly threads: number;
  /** By row of the index the number of its source: only pairs across sources are joined. */
  readonly sources?: Int32Array | undefined;
}

/** Values, and rows, that a thread takes at a time at the most. */
const MOST_VALUES = 8_192;
const MOST_ROWS = 4_096;
const STRETCHES_PER_THREAD = 32;
/** Rows joined between two batches where there is one thread. */
const ROWS_AT_ONCE = 256;

/**
 * A self-join by several threads over one index in shared memory, in two steps: the table, whose making compares the
 * values, and its pairs. The index must not change meanwhile.
 */
export class ThreadedJoin {
  private readonly cells = sharedInts(CELL_COUNT);
  private readonly values: readonly ValueStretch[];
  private readonly threads: readonly Worker[];
  private readonly found: Arrivals<FoundValues | FoundPairs>;
  private made: Promise<JoinTable> | undefined;

  constructor(
    private readonly index: MemoryIndex,
    private readonly settings: ThreadedJoinSettings,
  ) {
    const { scenarios, methods, threads } = settings;
    this.values = threads > 1 ? valueStretches(index, scenarios) : [];
    const work = (): JoinWork => ({
      scenarios: scenarios.map(packScenario),
      methods: packMethods(methods),
      options: index.options,
      image: share(index.image({ scenarios })),
      cells: this.cells,
      values: this.values,
    });
    const shared = threads > 1 ? work() : undefined;
    this.threads = shared
      ? Array.from({ length: threads }, () => startThread('./join-thread', import.meta.url, shared))
      : [];
    this.found = new Arrivals(this.threads);
  }

  /** The rows and their similar values, made once. @throws Error when a thread fails */
  table(): Promise<JoinTable> {
    return (this.made ??= this.makeTable());
  }

  /**
   * As `duplicatePairs`, by rows of the index; always in the same order. Gives them out in batches, some of them empty.
   * To be called once.
   *
   * @throws Error when a thread fails, or when a method of the scenarios is none of `createMethods`
   */
  async *pairs({ scenarios, progress }: DedupeOptions): AsyncGenerator<PairColumns> {
    const table = await this.table();
    if (this.threads.length === 0) yield* this.pairsAlone(table, { scenarios, progress });
    else yield* this.pairsByThreads(table, { scenarios, progress });
  }

  /** Ends the threads; to be called whatever has happened. */
  end(): Promise<void> {
    return this.found.end();
  }

  private async makeTable(): Promise<JoinTable> {
    const { index, values, found } = this;
    const { scenarios, sources } = this.settings;
    if (this.threads.length === 0) return tableOf(index, scenarios, sources);
    const columns = columnsOf(index, scenarios);
    const pairs = columns.map((column): SimilarPairs[] | undefined =>
      isJoined(index, scenarios, column) ? [] : undefined,
    );
    for (const [stretch, { column }] of values.entries())
      pairs[column]!.push(((await found.next(stretch)) as FoundValues).pairs);
    return joinTable(index, columns, pairs, sources);
  }

  private *pairsAlone(table: JoinTable, { scenarios, progress }: DedupeOptions): Generator<PairColumns> {
    const { order } = table;
    const join = new RowJoin(table, this.index, columnsOf(this.index, this.settings.scenarios), scenarios);
    for (let from = 1; from <= order.length; from += ROWS_AT_ONCE) {
      const pairs = new PairColumns();
      const end = Math.min(from + ROWS_AT_ONCE - 1, order.length);
      for (let row = from; row <= end; row++) join.pairsOf(row, pairs);
      pairs.renumber(order);
      yield pairs;
      progress?.(end, order.length);
    }
  }

  private async *pairsByThreads(table: JoinTable, { scenarios, progress }: DedupeOptions): AsyncGenerator<PairColumns> {
    const { threads, values, found, cells } = this;
    const rows = table.order.length;
    const stretch = Math.max(1, Math.min(MOST_ROWS, Math.ceil(rows / (threads.length * STRETCHES_PER_THREAD))));
    const message: JoinMessage = { table, scenarios: scenarios.map(packScenario), stretch };
    Atomics.store(cells, CELLS.given, values.length);
    for (const thread of threads) thread.postMessage(message);
    for (let current = 0; current * stretch < rows;) {
      const part = (await found.next(values.length + current)) as FoundPairs;
      yield new PairColumns(part);
      Atomics.sub(cells, CELLS.pending, part.first.length);
      if (part.isLast) {
        current++;
        Atomics.store(cells, CELLS.given, values.length + current);
        progress?.(Math.min(current * stretch, rows), rows);
      }
      Atomics.notify(cells, CELLS.given);
    }
  }
}

/** The pairs of an index, see `ThreadedJoin.pairs`. A caller who stops early ends the threads. */
export async function* duplicateRows(
  index: MemoryIndex,
  { progress, ...settings }: ThreadedJoinSettings & DedupeOptions,
): AsyncGenerator<PairColumns> {
  const join = new ThreadedJoin(index, settings);
  try {
    yield* join.pairs({ scenarios: settings.scenarios, ...(progress && { progress }) });
  } finally {
    await join.end();
  }
}

/** What is joined as a whole first, lest it be waited for at the end. */
function valueStretches(index: MemoryIndex, scenarios: readonly Scenario[]): ValueStretch[] {
  const whole: ValueStretch[] = [];
  const stretches: ValueStretch[] = [];
  columnsOf(index, scenarios).forEach((field, column) => {
    const { size } = field.dictionary;
    if (!isJoined(index, scenarios, field)) return;
    if (field.isCrossed) whole.push({ column, from: 1, to: size + 1 });
    else
      for (let from = 1; from <= size; from += MOST_VALUES)
        stretches.push({ column, from, to: Math.min(from + MOST_VALUES, size + 1) });
  });
  return [...whole, ...stretches];
}
