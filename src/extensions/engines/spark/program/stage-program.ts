import type { Table } from 'apache-arrow';
import { PairList } from '../../../../index/clustering/pair-list.js';
import type { FoundPairs, FoundValues, ValueStretch } from '../../../../index/join/join-messages.js';
import { JoinThreads } from '../../../../index/join/join-threads.js';
import { PairColumns } from '../../../../index/join/pair-columns.js';
import { columnsOf } from '../../../../index/join/self-join.js';
import type { SimilarPairs } from '../../../../index/join/similar-pairs.js';
import { tableOfValues } from '../../../../index/join/value-stretches.js';
import type { MemoryIndex } from '../../../../index/memory-index.js';
import { NumberedIndex, numberedFields, type NumberedField } from '../../../../index/threads/numbered-index.js';
import { share } from '../../../../runtime/memory/image.js';
import type { ColumnBatch, ColumnShape } from '../../tables/column-batch.js';
import { engineText, textOfEngine } from '../../tables/engine-text.js';
import { comparisonOf, type SparkComparison, type SparkPlan } from '../spark-plan.js';

/** A request. Columns are columns of the plan, except in `similar` and `compare-values`. */
export type StageRequest =
  | { readonly do: 'normal-forms'; readonly column: number }
  | { readonly do: 'take-values'; readonly column: number }
  | { readonly do: 'take-rows'; readonly column: number }
  /** Completes a column. `isAlone` means that each row has a different value. */
  | { readonly do: 'end-column'; readonly column: number; readonly isAlone: boolean }
  | { readonly do: 'take-sources' }
  | { readonly do: 'take-similar'; readonly column: number }
  | { readonly do: 'compare-values'; readonly column: number; readonly share: number; readonly shares: number }
  | { readonly do: 'compare-rows'; readonly share: number; readonly shares: number };

export interface AnswerTable {
  readonly shape: readonly ColumnShape[];
  readonly batch: ColumnBatch;
}

const NORMAL: readonly ColumnShape[] = [{ name: 'normal', kind: 'text' }];
const SIMILAR: readonly ColumnShape[] = [
  { name: 'lower', kind: 'int32' },
  { name: 'higher', kind: 'int32' },
  { name: 'similarity', kind: 'int32' },
];
const PAIRS: readonly ColumnShape[] = [
  { name: 'first', kind: 'int32' },
  { name: 'second', kind: 'int32' },
  { name: 'score', kind: 'float32' },
];

/** Number of values that a thread compares with all other values in one step. */
const VALUES_PER_STEP = 8_192;
const PAIRS_AT_ONCE = 1 << 17;

/** A process on a cluster that compares parts of the values and rows. Reuses its threads and index. */
export class StageProgram {
  readonly #comparison: SparkComparison;
  readonly #fields: readonly NumberedField[];
  #building: NumberedIndex | undefined;
  #built: MemoryIndex | undefined;
  readonly #values: number[];
  #byRow: Int32Array | undefined;
  #sources: Int32Array | undefined;
  readonly #similar: { readonly column: number; readonly pairs: SimilarPairs }[] = [];
  #threads: JoinThreads | undefined;
  #joined: 'values' | 'rows' | undefined;
  #giveMore = (): void => undefined;

  constructor(
    private readonly plan: SparkPlan,
    private readonly count: number,
  ) {
    this.#comparison = comparisonOf(plan);
    this.#fields = numberedFields(this.#comparison.indexed);
    this.#values = this.#fields.map(() => 0);
  }

  async *answer(request: StageRequest, table: Table | undefined): AsyncGenerator<AnswerTable> {
    switch (request.do) {
      case 'normal-forms':
        yield this.#normalForms(request.column, table!);
        return;
      case 'take-values': {
        const normals = textsOf(table!, 'normal');
        numbersOf(table!, 'value').forEach((value, i) => {
          if (value !== this.#values[request.column]! + i + 1) throw new Error(`value ${value} is out of order`);
        });
        this.#values[request.column]! += normals.length;
        await this.#building_.addValues(this.#fields[request.column]!, normals);
        return;
      }
      case 'take-rows': {
        const byRow = (this.#byRow ??= sharedNumbers(this.plan.rows + 1));
        const [rows, values] = [numbersOf(table!, 'row'), numbersOf(table!, 'value')];
        for (let i = 0; i < rows.length; i++) byRow[rows[i]!] = values[i]!;
        return;
      }
      case 'end-column':
        await this.#endColumn(request.column, request.isAlone);
        return;
      case 'take-sources': {
        const sources = (this.#sources ??= new Int32Array(this.plan.rows + 1));
        const [rows, numbers] = [numbersOf(table!, 'row'), numbersOf(table!, 'source')];
        for (let i = 0; i < rows.length; i++) sources[rows[i]!] = numbers[i]!;
        return;
      }
      case 'take-similar':
        this.#similar.push({
          column: request.column,
          pairs: {
            lower: numbersOf(table!, 'lower'),
            higher: numbersOf(table!, 'higher'),
            similarities: Uint16Array.from(numbersOf(table!, 'similarity')),
          },
        });
        return;
      case 'compare-values':
        yield* this.#compareValues(request);
        return;
      case 'compare-rows':
        yield* this.#compareRows(request);
    }
  }

  async end(): Promise<void> {
    await this.#building?.end();
    await this.#threads?.end();
  }

  #normalForms(column: number, table: Table): AnswerTable {
    const { texts } = this.plan.columns[column]!;
    const { method } = this.#fields[column]!;
    const cells = texts.map((name) => (name === null ? undefined : textsOf(table, name)));
    const normals = new Array<string>(table.numRows);
    for (let i = 0; i < normals.length; i++)
      normals[i] = engineText(method.normalise(cells.map((each) => (each === undefined ? '' : each[i]!))));
    return { shape: NORMAL, batch: { length: normals.length, columns: [normals] } };
  }

  get #building_(): NumberedIndex {
    const { indexed, methods } = this.#comparison;
    return (this.#building ??= new NumberedIndex({ scenarios: indexed, methods, threads: this.count }));
  }

  async #endColumn(column: number, isAlone: boolean): Promise<void> {
    const byRow = isAlone
      ? sharedNumbers(this.#values[column]! + 1).map((_, row) => row)
      : (this.#byRow ?? sharedNumbers(this.plan.rows + 1));
    this.#byRow = undefined;
    await this.#building_.addRows(this.#fields[column]!, byRow);
  }

  async #index(): Promise<MemoryIndex> {
    this.#built ??= await this.#building_.finish();
    this.#building = undefined;
    return this.#built;
  }

  async *#compareValues({
    column,
    ...of
  }: {
    readonly column: number;
    readonly share: number;
    readonly shares: number;
  }): AsyncGenerator<AnswerTable> {
    const index = await this.#index();
    const field = columnsOf(index, this.#comparison.indexed)[column]!;
    const { size } = field.dictionary;
    const length = field.isCrossed ? size : VALUES_PER_STEP;
    const stretches: ValueStretch[] = [];
    for (let from = 1; from <= size; from += length)
      stretches.push({ column, from, to: Math.min(from + length, size + 1) });
    if (this.#joined === undefined) this.#start(index, stretches);
    this.#joined = 'values';
    const [from, to] = shareOf(stretches.length, of);
    for await (const { pairs } of this.#results<FoundValues>(from, to))
      for (let at = 0; at < pairs.lower.length; at += PAIRS_AT_ONCE) {
        const end = at + PAIRS_AT_ONCE;
        const columns = [pairs.lower, pairs.higher, pairs.similarities].map((each) => each.subarray(at, end));
        yield { shape: SIMILAR, batch: { length: columns[0]!.length, columns } };
      }
  }

  async *#compareRows(of: { readonly share: number; readonly shares: number }): AsyncGenerator<AnswerTable> {
    const { rowLength } = this.plan;
    if (this.#joined === undefined) {
      const index = await this.#index();
      const { indexed, asked } = this.#comparison;
      const table = tableOfValues(index, indexed, this.#similar, this.#sources);
      this.#similar.length = 0;
      this.#start(index, []).joinRows(table, asked, rowLength);
    }
    this.#joined = 'rows';
    const list = new PairList(Infinity, () => new Error('unbounded'));
    const [from, to] = shareOf(Math.ceil(this.plan.rows / rowLength), of);
    for await (const part of this.#results<FoundPairs>(from, to)) {
      if (part.first.length === 0) continue;
      list.length = 0;
      list.addAll(new PairColumns(part));
      const { length } = list;
      const rows = (positions: Int32Array): Int32Array => positions.slice(0, length).map((position) => position + 1);
      yield {
        shape: PAIRS,
        batch: { length, columns: [rows(list.first), rows(list.second), list.score.slice(0, length)] },
      };
    }
  }

  #start(index: MemoryIndex, values: readonly ValueStretch[]): JoinThreads {
    const { indexed: scenarios, methods } = this.#comparison;
    const image = share(index.image({ scenarios }));
    const { options } = index;
    return (this.#threads = new JoinThreads({ scenarios, methods, options, image, values, threads: this.count }, () =>
      this.#giveMore(),
    ));
  }

  async *#results<Found extends FoundValues | FoundPairs>(from: number, to: number): AsyncGenerator<Found> {
    const threads = this.#threads!;
    let next = from;
    this.#giveMore = () => {
      while (next < to && threads.hasRoom) threads.give(next++);
    };
    threads.given(from);
    this.#giveMore();
    for (let stretch = from; stretch < to;) {
      const part = (await threads.next(stretch)) as Found;
      yield part;
      if (part.isLast) stretch++;
      threads.given(stretch, 'first' in part ? part.first.length : 0);
    }
  }
}

function shareOf(stretches: number, { share: at, shares }: { readonly share: number; readonly shares: number }) {
  return [Math.floor((stretches * at) / shares), Math.floor((stretches * (at + 1)) / shares)] as const;
}

function numbersOf(table: Table, name: string): Int32Array {
  return table.getChild(name)!.toArray() as Int32Array;
}

function textsOf(table: Table, name: string): string[] {
  const column = table.getChild(name)!;
  const texts = new Array<string>(column.length);
  for (let i = 0; i < texts.length; i++) texts[i] = textOfEngine(column.get(i) as string);
  return texts;
}

const sharedNumbers = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(length * 4));
