import { availableParallelism } from 'node:os';
import type { FieldTexts } from '../../index/candidate-index.js';
import { createMemoryIndex, type MemoryIndex } from '../../index/memory-index.js';
import { duplicateRows } from '../../index/threads/duplicate-pairs.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import { shownScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';
import type { Pair } from './find-pairs.js';

/** Rows below which one thread is done before others have started. */
const FEWEST_FOR_THREADS = 20_000;
/** Digits of a position as the index's Id, which must ascend as text. */
const ID_WIDTH = 10;

export interface PairOptions {
  /** Some of those that the index was made for, or some of their fields. */
  readonly scenarios: readonly Scenario[];
  /** What the scenarios' methods were made with. */
  readonly methods: MethodOptions;
  /** Absent: all processors, or one thread for a small file. */
  readonly threads?: number | undefined;
  /** Called now and then with the number of rows done. */
  readonly progress: (done: number) => void;
}

/** Rows indexed as they are read, to be compared all with all. */
export class RowIndex {
  private readonly index: MemoryIndex;
  private rows = 0;

  constructor(scenarios: readonly Scenario[]) {
    this.index = createMemoryIndex({ scenarios });
  }

  add(texts: FieldTexts): void {
    this.index.put(String(this.rows++).padStart(ID_WIDTH, '0'), texts);
  }

  /**
   * Every pair of rows that is a duplicate under some scenario, in either direction; each once. Exactly the pairs that searching by every row with the upsert's rule
   * of evidence gives, always in the same order.
   */
  async *pairs({ scenarios, methods, threads, progress }: PairOptions): AsyncGenerator<Pair[]> {
    const count = threads ?? (this.rows < FEWEST_FOR_THREADS ? 1 : availableParallelism());
    for await (const batch of duplicateRows(this.index, { scenarios, methods, threads: count, progress }))
      // Rows of the index are numbered from 1 in the order in which they came.
      yield batch.map(({ first, second, num, den }) => ({ a: first - 1, b: second - 1, score: shownScore(num, den) }));
  }
}
