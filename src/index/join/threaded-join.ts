import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { share } from '../../runtime/memory/image.js';
import { progress } from '../../runtime/notes.js';
import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import type { FoundPairs, FoundValues, ValueStretch } from './join-messages.js';
import { joinTableOfKept, type JoinTable, type KeptPairs } from './join-table.js';
import { JoinThreads } from './join-threads.js';
import { PairColumns } from './pair-columns.js';
import { RowJoin } from './row-join.js';
import { columnsOf, type SelfJoinOptions } from './self-join.js';
import { joinValues } from './similar-pairs.js';
import { tableOfValues, valueStretches, type ColumnPairs } from './value-stretches.js';

export interface JoinSettings {
  /** Scenarios of the join. `pairs` may use other scenarios if they only use fields of these scenarios. */
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly threads: number;
  /** Source of each row. If present, rows from the same source are not joined. */
  readonly sources?: Int32Array | undefined;
  /** Similar values already known, by column. After `pairs` is called, only the table contains the rows' values. */
  readonly similar?: readonly (KeptPairs | undefined)[] | undefined;
  /** Whether similar values of crosswise columns come in unordered batches, so that they are never all in memory. */
  readonly areCrossedInParts?: boolean | undefined;
  /** Whether a column's values are compared before its rows. Default: `isJoined`. */
  readonly isCompared?: ((field: IndexedField) => boolean) | undefined;
}

export interface Join {
  /** Returns the table, which is created once. @throws Error if a thread fails */
  table(): Promise<JoinTable>;
  /** Returns `duplicatePairs` by row number, in a fixed order. Call once. @throws Error if a thread fails */
  pairs(options: SelfJoinOptions): AsyncGenerator<PairColumns>;
  /** Must be called, even after an error. */
  end(): Promise<void>;
}

const MOST_ROWS = 4_096;
const STRETCHES_PER_THREAD = 32;
const ROWS_AT_ONCE = 256;

/** Joins an index in several threads over shared memory, or in the caller's thread. The index must not change. */
export class ThreadedJoin implements Join {
  private readonly values: readonly ValueStretch[];
  private threads: JoinThreads | undefined;
  private made: Promise<JoinTable> | undefined;
  private stretch = 0;
  private behind: number;

  constructor(
    private readonly index: MemoryIndex,
    private readonly settings: JoinSettings,
  ) {
    const { scenarios, similar } = settings;
    this.values = similar === undefined ? valueStretches(index, scenarios, settings) : [];
    this.behind = this.values.length;
    if (similar === undefined) this.start();
  }

  table(): Promise<JoinTable> {
    return (this.made ??= this.makeTable());
  }

  async *pairs(options: SelfJoinOptions): AsyncGenerator<PairColumns> {
    const table = await this.table();
    if (this.settings.similar !== undefined) {
      this.index.forgetRows();
      this.start();
    }
    if (this.threads === undefined) yield* this.pairsAlone(table, options);
    else yield* this.pairsByThreads(this.threads, table, options);
  }

  async end(): Promise<void> {
    await this.threads?.end();
  }

  /** Returns similar values in the order of the ranges. Call once. Do not also call `table`. */
  async *similarValues(): AsyncGenerator<ColumnPairs> {
    const { index, values, threads } = this;
    const columns = columnsOf(index, this.settings.scenarios);
    const bar = progress('similar values', values.length);
    try {
      for (const [stretch, { column, from, to }] of values.entries()) {
        bar.update(stretch, columns[column]!.fields.join('+'));
        if (threads === undefined) yield { column, pairs: joinValues(columns[column]!, from, to) };
        else
          for (let isLast = false; !isLast;) {
            const found = (await threads.next(stretch)) as FoundValues;
            const { pairs } = found;
            const { length } = pairs.lower;
            yield { column, pairs };
            ({ isLast } = found);
            // Threads pause only for ranges with several messages, so only the pairs of these ranges are counted.
            threads.given(isLast ? stretch + 1 : stretch, isLast ? 0 : length);
          }
      }
    } finally {
      bar.stop();
    }
  }

  private start(): void {
    const { index, values } = this;
    const { scenarios, methods, threads, areCrossedInParts = false } = this.settings;
    if (threads <= 1 && !areCrossedInParts) return;
    const { options } = index;
    const image = share(index.image({ scenarios }));
    this.threads = new JoinThreads({ scenarios, methods, options, image, values, threads, areCrossedInParts }, () =>
      this.giveMore(),
    );
    this.giveMore();
  }

  private async makeTable(): Promise<JoinTable> {
    const { index } = this;
    const { scenarios, sources, similar } = this.settings;
    if (similar) return joinTableOfKept(index, columnsOf(index, scenarios), similar, sources);
    const found: ColumnPairs[] = [];
    for await (const each of this.similarValues()) found.push(each);
    return tableOfValues(index, scenarios, found, sources);
  }

  private *pairsAlone(table: JoinTable, { scenarios, progress, done = 0 }: SelfJoinOptions): Generator<PairColumns> {
    const { order } = table;
    const join = new RowJoin(table, this.index, columnsOf(this.index, this.settings.scenarios), scenarios);
    for (let from = done + 1; from <= order.length; from += ROWS_AT_ONCE) {
      const pairs = new PairColumns();
      const end = Math.min(from + ROWS_AT_ONCE - 1, order.length);
      for (let row = from; row <= end; row++) join.pairsOf(row, pairs);
      pairs.renumber(order);
      yield pairs;
      progress?.(end, order.length);
    }
  }

  private async *pairsByThreads(
    threads: JoinThreads,
    table: JoinTable,
    { scenarios, progress, done = 0 }: SelfJoinOptions,
  ): AsyncGenerator<PairColumns> {
    const first = this.values.length;
    const rows = table.order.length;
    const many = this.settings.threads * STRETCHES_PER_THREAD;
    const length = Math.max(1, Math.min(MOST_ROWS, Math.ceil((rows - done) / many)));
    threads.joinRows(table, scenarios, length, done + 1);
    this.behind = first + Math.ceil((rows - done) / length);
    threads.given(first);
    this.giveMore();
    for (let stretch = first; stretch < this.behind;) {
      const part = (await threads.next(stretch)) as FoundPairs;
      yield new PairColumns(part);
      if (part.isLast) {
        stretch++;
        progress?.(Math.min(done + (stretch - first) * length, rows), rows);
      }
      threads.given(stretch, part.first.length);
    }
  }

  private giveMore(): void {
    while (this.stretch < this.behind && this.threads!.hasRoom) this.threads!.give(this.stretch++);
  }
}
