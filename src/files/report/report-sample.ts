import { PairColumns } from '../../index/join/pair-columns.js';
import { HardestPairs, type SampledPair } from './hardest-pairs.js';
import type { ScoreHistogram } from '../charts/chart-data.js';
import type { Scenario } from '../../matching/scenario.js';

const MOST_PAIRS = 12;
/** Factor by which the odds of near misses may be below the threshold's odds. */
const NEAR = 8;

export interface SeenPairs {
  readonly pairs: number;
  readonly scores: ScoreHistogram;
  /** The duplicates nearest to the threshold. */
  readonly above: readonly SampledPair[];
  readonly below: readonly SampledPair[];
}

/** The state of a sample, as JSON values, for a resumed run. */
export interface KnownSample {
  readonly pairs: number;
  readonly counts: readonly number[];
  readonly above: readonly SampledPair[];
  readonly below: readonly SampledPair[];
}

interface SampleOptions {
  /** Whether to include pairs below the threshold, if `looked` finds them. */
  readonly hasNearMisses?: boolean;
  readonly known?: KnownSample | undefined;
}

/** Collects a sample of any number of pairs for a report. */
export class ReportSample {
  readonly looked: readonly Scenario[];
  readonly #counts: number[];
  readonly #above: HardestPairs;
  readonly #below: HardestPairs;
  #pairs: number;

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
 * Lowers the threshold of a single learned scenario. With several scenarios, a score does not show whether a pair
 * matches.
 */
function withNearMisses(scenarios: readonly Scenario[]): readonly Scenario[] {
  const [only] = scenarios;
  if (only?.model === undefined || scenarios.length > 1) return scenarios;
  const odds = only.threshold / Math.max(1, 10_000 - only.threshold) / NEAR;
  return [{ ...only, threshold: Math.floor((10_000 * odds) / (1 + odds)) }];
}
