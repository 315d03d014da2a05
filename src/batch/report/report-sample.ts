import { PairColumns } from '../../index/self-join/pair-columns.js';
import { HardestPairs, type SampledPair } from '../../report/hardest-pairs.js';
import type { ScoreHistogram } from '../../charts/chart-data.js';
import type { Scenario } from '../../matching/scenario.js';

const MOST_PAIRS = 12;
/** Pairs that are this many times less likely to match than the threshold asks are still looked at. */
const NEAR = 8;

/** Pairs as a report tells of them. */
export interface SeenPairs {
  /** How many are duplicates. */
  readonly pairs: number;
  readonly scores: ScoreHistogram;
  /** The duplicates that are nearest to the threshold, and the pairs below it that are. */
  readonly above: readonly SampledPair[];
  readonly below: readonly SampledPair[];
}

/** A sample of the pairs so far, as JSON, for a run that goes on from there. */
export interface KnownSample {
  readonly pairs: number;
  readonly counts: readonly number[];
  readonly above: readonly SampledPair[];
  readonly below: readonly SampledPair[];
}

interface SampleOptions {
  /** Whether those below the threshold go by, too; they do where pairs are looked for by `looked`. */
  readonly hasNearMisses?: boolean;
  readonly known?: KnownSample | undefined;
}

/** Gathers what a report shows of the pairs, however many, while they go by. */
export class ReportSample {
  /** By which to look for pairs, so that near misses are seen too. */
  readonly looked: readonly Scenario[];
  readonly #counts: number[];
  readonly #above: HardestPairs;
  readonly #below: HardestPairs;
  #pairs: number;

  /** @param scenarios by which duplicates are told */
  constructor(
    private readonly scenarios: readonly Scenario[],
    { hasNearMisses = true, known }: SampleOptions = {},
  ) {
    this.looked = hasNearMisses ? withNearMisses(scenarios) : scenarios;
    this.#counts = known === undefined ? Array.from({ length: 101 }, () => 0) : [...known.counts];
    const threshold = Math.min(...scenarios.map((scenario) => scenario.threshold)) / 100;
    this.#above = new HardestPairs(threshold, MOST_PAIRS, known?.above);
    this.#below = new HardestPairs(threshold, MOST_PAIRS, known?.below);
    this.#pairs = known?.pairs ?? 0;
  }

  /** Looks at pairs. @returns the duplicates among them */
  duplicates(batch: PairColumns): PairColumns {
    const found = new PairColumns();
    for (const { first, second, num, den } of batch) {
      const score = num / den / 100;
      this.#counts[Math.min(100, Math.floor(score))]!++;
      const isDuplicate = this.looked === this.scenarios || num >= this.scenarios[0]!.threshold * den;
      // Rows of the index are numbered from 1.
      (isDuplicate ? this.#above : this.#below).add(first - 1, second - 1, score);
      if (isDuplicate) found.add(first, second, num, den);
    }
    this.#pairs += found.length;
    return found;
  }

  get known(): KnownSample {
    return {
      pairs: this.#pairs,
      counts: this.#counts,
      above: this.#above.candidates,
      below: this.#below.candidates,
    };
  }

  found(): SeenPairs {
    const [only] = this.scenarios;
    const from = Math.min(...this.looked.map(({ threshold }) => threshold)) / 100;
    return {
      pairs: this.#pairs,
      scores: {
        ...{ counts: this.#counts, from },
        ...(this.scenarios.length === 1 && { threshold: only!.threshold / 100 }),
      },
      above: this.#above.pairs(),
      below: this.#below.pairs(),
    };
  }
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
