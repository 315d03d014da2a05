import { availableParallelism } from 'node:os';
import type { FieldTexts } from '../../matching/normalized-record.js';
import { createMemoryIndex, type MemoryIndex } from '../memory-index.js';
import type { PairColumns } from './pair-columns.js';
import type { JoinTable } from './join-table.js';
import { ThreadedJoin, type Join, type JoinSettings } from './threaded-join.js';
import { ThreadedIndex } from '../threads/threaded-index.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';

/** Rows below which one thread is done before others have started. */
const FEWEST_FOR_THREADS = 20_000;
/** Rows sent to the threads that index them, after the first ones. */
const ROWS_AT_ONCE = 2_048;
/** Digits of a position as the index's Id, which must ascend as text. */
const ID_WIDTH = 10;

export interface RowIndexSettings {
  /** Everything that may be compared by. */
  readonly scenarios: readonly Scenario[];
  /** Options that the scenarios' methods were made with. */
  readonly methods: MethodOptions;
  /** Absent: all processors, or one thread for a small file. */
  readonly threads?: number | undefined;
  /** Default: by threads of this process. */
  readonly join?: JoinMaker | undefined;
}

export type JoinMaker = (index: MemoryIndex, settings: JoinSettings) => Promise<Join>;

/** How many threads join so many rows. @param threads absent: as many as pay */
export function threadsFor(rows: number, threads?: number): number {
  return threads ?? (rows < FEWEST_FOR_THREADS ? 1 : availableParallelism());
}

/** The rows of an index, and their similar values. */
export interface JoinedRows {
  readonly index: MemoryIndex;
  readonly table: JoinTable;
}

export interface PairOptions {
  /** Some of those that the index was made for, or some of their fields. */
  readonly scenarios: readonly Scenario[];
  /** Called now and then with the number of rows done: all of their pairs have been given out. */
  readonly progress: (done: number) => void;
  /** Rows, in the order of the table, whose pairs are not asked for. Default: none. */
  readonly done?: number | undefined;
}

/** Rows indexed as they are read, to be compared all with all: many rows by several threads. */
export class RowIndex {
  private readonly most: number;
  private rows = 0;
  /** By this thread alone. */
  private index: MemoryIndex | undefined;
  private building: ThreadedIndex | undefined;
  private join: Join | undefined;
  /** The index of all rows. */
  private finished: MemoryIndex | undefined;
  /** Rows not yet indexed. */
  private waiting: { readonly id: string; readonly texts: FieldTexts }[] = [];

  constructor(private readonly settings: RowIndexSettings) {
    this.most = settings.threads ?? availableParallelism();
    if (this.most <= 1) this.index = this.indexAlone();
  }

  /** Over rows that are indexed already: by themselves numbered, from 1 on. */
  static of(index: MemoryIndex, settings: RowIndexSettings): RowIndex {
    const rows = new RowIndex(settings);
    rows.index = index;
    rows.rows = index.lastRow;
    return rows;
  }

  /** @returns what to wait for before the next row, now and then */
  add(texts: FieldTexts): Promise<void> | undefined {
    const id = String(this.rows++).padStart(ID_WIDTH, '0');
    if (this.index) {
      this.index.put(id, texts);
      return undefined;
    }
    this.waiting.push({ id, texts });
    return this.waiting.length === (this.building ? ROWS_AT_ONCE : FEWEST_FOR_THREADS)
      ? this.indexWaiting()
      : undefined;
  }

  /**
   * Compares the values of all rows. To be called once, when all rows are added.
   *
   * @param sources by row, from 1 on, the number of its source: only pairs across sources are asked for
   */
  async joined(sources?: Int32Array): Promise<JoinedRows> {
    const { scenarios, methods, threads } = this.settings;
    const index = await this.finish();
    this.finished = index;
    const settings = { scenarios, methods, threads: threadsFor(this.rows, threads), sources };
    this.join = (await this.settings.join?.(index, settings)) ?? new ThreadedJoin(index, settings);
    return { index, table: await this.join.table() };
  }

  /**
   * Every pair of rows that is a duplicate under some scenario, in either direction; each once. Exactly the pairs that
   * searching by every row with the upsert's rule of evidence gives, always in the same order. Rows are numbered from 1
   * in the order in which they came. To be called once, when they are joined.
   */
  async *pairs(options: PairOptions): AsyncGenerator<PairColumns> {
    yield* this.join!.pairs(options);
    await this.join!.end();
    // Its table is as large as the index.
    this.join = undefined;
  }

  /**
   * Normal forms by row, numbered from 0: one for each field of the scenario. To be called when the rows are joined.
   */
  normals(scenario: Scenario): (row: number) => string[] {
    const fields = this.finished!.fieldsOf(scenario);
    return (row) => fields.map((field) => field.text(field.column.get(row + 1)));
  }

  /** Ends the threads that still work; to be called whatever has happened. */
  async end(): Promise<void> {
    await this.building?.end();
    await this.join?.end();
  }

  private async indexWaiting(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    this.building ??= new ThreadedIndex({
      ...this.settings,
      threads: this.most,
      isJoined: true,
      sample: rows.map(({ texts }) => texts),
    });
    await this.building.add(rows);
  }

  private indexAlone(): MemoryIndex {
    return createMemoryIndex({ scenarios: this.settings.scenarios, options: { isJoined: true } });
  }

  private async finish(): Promise<MemoryIndex> {
    if (this.building) {
      await this.indexWaiting();
      return this.building.finish();
    }
    this.index ??= this.indexAlone();
    for (const { id, texts } of this.waiting) this.index.put(id, texts);
    this.waiting = [];
    return this.index;
  }
}
