import type { DecidedPairs } from '../../clustering/decided-pairs.js';
import { PairColumns } from '../../index/self-join/pair-columns.js';
import type { ReportSample } from '../report/report-sample.js';

/** Full score, as a fraction. */
const SURE = 10_000;

/**
 * Pairs on their way from the index into files: answers bind them, and a report looks at them. Those that are not the
 * same by an answer are left out, those that are the same come last.
 */
export class PairFlow {
  readonly #joined: ReadonlySet<string>;

  /** @param sample of those that answers leave, and of these */
  constructor(
    readonly decided: DecidedPairs,
    readonly sample?: ReportSample,
  ) {
    this.#joined = new Set(decided.joined.map(([a, b]) => keyOf(a, b)));
  }

  async *of(batches: AsyncIterable<PairColumns>): AsyncGenerator<PairColumns> {
    for await (const batch of batches) yield this.taken(batch);
    yield this.last();
  }

  /** Leaves the duplicates among pairs that were found, without those that answers decide. */
  taken(batch: PairColumns): PairColumns {
    const left = this.#undecided(batch);
    return this.sample?.duplicates(left) ?? left;
  }

  /** Pairs that are the same by answers, behind all others. */
  last(): PairColumns {
    const last = new PairColumns();
    for (const key of this.#joined) {
      const [a, b] = key.split(' ').map(Number) as [number, number];
      last.add(a + 1, b + 1, SURE, 1);
    }
    return this.sample?.duplicates(last) ?? last;
  }

  #undecided(batch: PairColumns): PairColumns {
    const { decided } = this;
    if (decided.judged.length === 0) return batch;
    const left = new PairColumns();
    // Rows of the index are numbered from 1.
    for (const { first, second, num, den } of batch)
      if (!this.#joined.has(keyOf(first - 1, second - 1)) && !decided.areApart(first - 1, second - 1))
        left.add(first, second, num, den);
    return left;
  }
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;
