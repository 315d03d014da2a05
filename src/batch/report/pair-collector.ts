import { averageLinkage } from '../../clustering/average-linkage.js';
import { PairColumns } from '../../index/self-join/pair-columns.js';
import type { RowIndex } from '../../index/self-join/row-index.js';
import { HardestPairs, type SampledPair } from '../../report/hardest-pairs.js';
import { clusterSizes, loosestGroups, type JoinedGroup } from '../../report/loosest-groups.js';
import type { ClusterSizes, ScoreHistogram } from '../../charts/chart-data.js';
import type { Scenario } from '../../matching/scenario.js';
import { newPairList } from '../dedupe/new-pair-list.js';
import { progress } from '../../runtime/notes.js';

const MOST_PAIRS = 12;
const MOST_GROUPS = 8;
/** Pairs that are this many times less likely to match than the threshold asks are still looked at. */
const NEAR = 8;

/** Gathers what a report shows of the pairs, while they go by. */
export class PairCollector {
  readonly #duplicates = newPairList();
  readonly #counts = Array.from({ length: 101 }, () => 0);
  readonly #above: HardestPairs;
  readonly #below: HardestPairs;
  readonly #looked: readonly Scenario[];

  /**
   * @param rows how many there are
   * @param scenarios by which they are compared
   * @param sources of the rows, from 0 on: only pairs across are looked for
   */
  constructor(
    readonly rows: number,
    private readonly scenarios: readonly Scenario[],
    private readonly sources?: Int32Array,
  ) {
    this.#looked = withNearMisses(scenarios);
    const threshold = Math.min(...scenarios.map((scenario) => scenario.threshold)) / 100;
    this.#above = new HardestPairs(threshold, MOST_PAIRS);
    this.#below = new HardestPairs(threshold, MOST_PAIRS);
  }

  /** By which to look for pairs, so that near misses are seen too. */
  get looked(): readonly Scenario[] {
    return this.#looked;
  }

  /** Passes the duplicates on, without the near misses. */
  async *duplicates(batches: AsyncIterable<PairColumns>): AsyncGenerator<PairColumns> {
    for await (const batch of batches) {
      const found = new PairColumns();
      for (const { first, second, num, den } of batch)
        if (this.add(first - 1, second - 1, num, den)) found.add(first, second, num, den);
      yield found;
    }
  }

  /** Compares all rows, with a progress bar: for the report alone. */
  async compare(index: RowIndex): Promise<void> {
    const bar = progress('comparing', this.rows);
    const pairs = index.pairs({
      scenarios: this.#looked,
      progress: (done) => bar.update(done, `${this.#duplicates.length} pairs`),
    });
    try {
      for await (const batch of pairs)
        for (const { first, second, num, den } of batch) this.add(first - 1, second - 1, num, den);
    } finally {
      bar.stop();
    }
  }

  /** Rows count from 0, the score is `num / den / 100` percent. @returns whether the pair is a duplicate */
  add(a: number, b: number, num: number, den: number): boolean {
    const score = num / den / 100;
    this.#counts[Math.min(100, Math.floor(score))]!++;
    const isDuplicate = this.#looked === this.scenarios || num >= this.scenarios[0]!.threshold * den;
    (isDuplicate ? this.#above : this.#below).add(a, b, score);
    if (!isDuplicate) return false;
    this.#duplicates.add(a, b, score);
    return true;
  }

  finish(): CollectedPairs {
    const { members, groupOf } = averageLinkage(this.rows, this.#duplicates, { sources: this.sources });
    const groups = members.map((rows) => ({ rows, pairs: 0 }));
    const { length, first, second } = this.#duplicates;
    for (let pair = 0; pair < length; pair++) {
      const group = groupOf[first[pair]!]!;
      if (group > 0 && group === groupOf[second[pair]!]) groups[group - 1]!.pairs++;
    }
    const [only] = this.scenarios;
    const from = Math.min(...this.#looked.map(({ threshold }) => threshold)) / 100;
    return {
      pairs: length,
      groups: groups.length,
      grouped: groups.reduce((sum, { rows }) => sum + rows.length, 0),
      scores: { counts: this.#counts, from, ...(this.scenarios.length === 1 && { threshold: only!.threshold / 100 }) },
      clusters: clusterSizes(groups),
      above: this.#above.pairs(),
      below: this.#below.pairs(),
      loosest: loosestGroups(groups, MOST_GROUPS),
    };
  }
}

export interface CollectedPairs {
  readonly pairs: number;
  readonly groups: number;
  /** Records that are in a group. */
  readonly grouped: number;
  readonly scores: ScoreHistogram;
  readonly clusters: ClusterSizes;
  /** The duplicates that are nearest to the threshold, and the pairs below it that are. */
  readonly above: readonly SampledPair[];
  readonly below: readonly SampledPair[];
  readonly loosest: readonly JoinedGroup[];
}

/**
 * A learned scenario with a lower threshold. Of weighted ones only duplicates are looked at: with several thresholds a
 * score does not say whether its pair is a duplicate.
 */
function withNearMisses(scenarios: readonly Scenario[]): readonly Scenario[] {
  const [only] = scenarios;
  if (only?.model === undefined || scenarios.length > 1) return scenarios;
  const odds = only.threshold / Math.max(1, 10_000 - only.threshold) / NEAR;
  return [{ ...only, threshold: Math.floor((10_000 * odds) / (1 + odds)) }];
}
