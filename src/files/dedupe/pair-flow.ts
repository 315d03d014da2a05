import type { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import { PairColumns } from '../../index/join/pair-columns.js';
import type { ReportSample } from '../report/report-sample.js';
import { PairList, pairsThatFit } from '../../index/clustering/pair-list.js';
import { Failure } from '../../runtime/failure.js';

/** Numerator of the score 100 %. The denominator is 1. */
const SURE = 10_000;

/** Removes pairs answered "not the same", adds pairs answered "the same" last, and samples pairs for a report. */
export class PairFlow {
  readonly #joined: ReadonlySet<string>;

  /** @param sample sample for a report, which receives the remaining and the answered pairs */
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

  /** Returns the batch's duplicates, without answered pairs. */
  taken(batch: PairColumns): PairColumns {
    const left = this.#undecided(batch);
    return this.sample?.duplicates(left) ?? left;
  }

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
    for (const { first, second, num, den } of batch)
      if (!this.#joined.has(keyOf(first - 1, second - 1)) && !decided.areApart(first - 1, second - 1))
        left.add(first, second, num, den);
    return left;
  }
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** Creates a list of pairs whose length is limited by memory. */
export function newPairList(): PairList {
  return new PairList(
    pairsThatFit(),
    (found) =>
      new Failure(
        `${found} and no more fit in memory, because the compared columns do not distinguish the rows: map more columns or raise --threshold (\`dedupe --engine duckdb\` has no such limit)`,
      ),
  );
}
