import { availableParallelism } from 'node:os';
import type { FieldTexts } from '../../matching/field-texts.js';
import { TextRows } from '../../matching/text-rows.js';
import type { MemoryIndex } from '../memory-index.js';
import type { PairColumns } from './pair-columns.js';
import type { JoinTable } from './join-table.js';
import { ThreadedJoin, type Join, type JoinSettings } from './threaded-join.js';
import { indexOfTexts } from '../threads/numbered-index.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';

/** Minimum number of rows for several threads. Fewer rows are joined before threads have started. */
const FEWEST_FOR_THREADS = 20_000;

export interface RowIndexSettings {
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  /** Number of threads. Default: the number of CPUs, or one for a small file. */
  readonly threads?: number | undefined;
  readonly join?: JoinMaker | undefined;
}

type JoinMaker = (index: MemoryIndex, settings: JoinSettings) => Promise<Join>;

export function threadsFor(rows: number, threads?: number): number {
  return threads ?? (rows < FEWEST_FOR_THREADS ? 1 : availableParallelism());
}

interface JoinedRows {
  readonly index: MemoryIndex;
  readonly table: JoinTable;
}

interface PairOptions {
  readonly scenarios: readonly Scenario[];
  /** Receives the number of rows whose pairs have all been returned. */
  readonly progress: (done: number) => void;
  /** Number of rows at the start of the table whose pairs are not needed. Default: 0. */
  readonly done?: number | undefined;
}

export class RowIndex {
  private join: Join | undefined;

  private index: MemoryIndex | undefined;

  constructor(
    private readonly settings: RowIndexSettings,
    private rows = new TextRows(fieldsOf(settings)),
  ) {}

  static of(index: MemoryIndex, settings: RowIndexSettings): RowIndex {
    const rows = new RowIndex(settings);
    rows.index = index;
    return rows;
  }

  add(texts: FieldTexts): void {
    this.rows.add(texts);
  }

  /** Finds similar values. Call once, after all rows. @param sources by row, from 1; no pairs within a source */
  async joined(sources?: Int32Array): Promise<JoinedRows> {
    const { scenarios, methods } = this.settings;
    const index = (this.index ??= await this.indexed());
    const threads = threadsFor(index.lastRow, this.settings.threads);
    const settings = { scenarios, methods, threads, sources };
    this.join = (await this.settings.join?.(index, settings)) ?? new ThreadedJoin(index, settings);
    return { index, table: await this.join.table() };
  }

  /** Returns pairs under the overlap rule `dedupe`. Rows are numbered from 1. Call once, after `joined`. */
  async *pairs(options: PairOptions): AsyncGenerator<PairColumns> {
    yield* this.join!.pairs(options);
    await this.join!.end();
    this.join = undefined;
  }

  /** Returns the normal forms of the scenario's fields, by row number from 0. Call after `joined`. */
  normals(scenario: Scenario): (row: number) => string[] {
    const fields = this.index!.fieldsOf(scenario);
    return (row) => fields.map((field) => field.text(field.column.get(row + 1)));
  }

  /** Must be called, even after an error. */
  async end(): Promise<void> {
    await this.join?.end();
  }

  private async indexed(): Promise<MemoryIndex> {
    const { scenarios, methods } = this.settings;
    const { rows } = this;
    this.rows = new TextRows();
    return indexOfTexts(rows, { scenarios, methods, threads: threadsFor(rows.length, this.settings.threads) });
  }
}

function fieldsOf({ scenarios }: RowIndexSettings): ReadonlySet<string> {
  return new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap(({ fields }) => fields)));
}
