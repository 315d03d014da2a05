import { Posteriors, expectationMaximisation } from './expectation-maximisation.js';
import type { BlankParameters } from './blanks.js';
import { modelOf, type FieldParameters, type Parameters, type NonMatchParameters } from './parameters.js';
import { samplePairs, type SampledPairs, type PairSample } from './sample.js';
import type { Table } from './row-table.js';

/** Minimum posterior in percent. Pairs below this posterior have no weight, even when added up. */
export const LEAST_POSTERIOR = 0.1;
/** Maximum rows for learning from the whole table, without sampling error. A round takes a second or two. */
const WHOLE = 2_500;
/** Rounds over a whole table. Retrieval finds all likely pairs, so few rounds suffice. */
const WHOLE_ROUNDS = 4;

/**
 * Threshold in percent for each round. Later rounds use the last threshold. Low thresholds are slow, and least useful
 * at first.
 */
const THRESHOLDS = [5, 1, LEAST_POSTERIOR];
/** Number of query rows in the first round. */
const FIRST_ROWS = 500;
const FEWEST_ROWS = 2_000;
export const MOST_ROWS = 6_000;
/** Target standard error of a match weight in bits, less than the model's own error. */
const ERROR = 0.1;
/** Rounds at the last threshold end when the number of matches changes by less than this, in bits. */
const SETTLED = 0.1;
const MOST_ROUNDS = 6;
/**
 * If a round increases the number of matches by more than this, in bits, this round and the previous round are undone.
 * Look-alikes that no non-match class explains are then treated as matches, and their number only grows. A round that
 * decreases the number of matches has found an explanation for look-alikes.
 */
const DRIFT = 1;

/** Number of steps in the progress bar, which is the maximum number of rounds. */
export const STEPS = MOST_ROUNDS;

/** Returns whether every round uses all rows as queries. */
export function isLearnedWhole(table: Table): boolean {
  return table.size <= WHOLE;
}

/**
 * Alternates expectation-maximisation with retrieval, in which some rows search the whole table.
 * @param order query rows: all rows, in random order unless the whole table is used
 * @returns the final pairs, for the expected quality
 */
export function estimate(
  table: Table,
  parameters: Parameters,
  order: Int32Array,
  progress: (round: number) => void,
): SampledPairs {
  return isLearnedWhole(table)
    ? estimateFromAll(table, parameters, order, progress)
    : estimateFromSome(table, parameters, order, progress);
}

function estimateFromAll(
  table: Table,
  parameters: Parameters,
  rows: Int32Array,
  progress: (round: number) => void,
): SampledPairs {
  for (let round = 1; round <= WHOLE_ROUNDS; round++) {
    expectationMaximisation(parameters, samplePairs(table, modelOf(parameters), rows, LEAST_POSTERIOR), table.pairs);
    progress(round);
  }
  return samplePairs(table, modelOf(parameters), rows, LEAST_POSTERIOR);
}

/** Uses more query rows in each round. The similar values of the previous round's query rows are cached. */
function estimateFromSome(
  table: Table,
  parameters: Parameters,
  order: Int32Array,
  progress: (round: number) => void,
): SampledPairs {
  let rows = FIRST_ROWS;
  let last: SampledPairs | undefined;
  for (let round = 1; ; round++) {
    const before = snapshotOf(parameters);
    const threshold = THRESHOLDS[round - 1] ?? LEAST_POSTERIOR;
    const sample = samplePairs(table, modelOf(parameters), order.slice(0, rows), threshold);
    expectationMaximisation(parameters, sample, table.pairs);
    progress(round);
    const growth = Math.log2(parameters.matches / before.matches);
    if (last !== undefined && growth > DRIFT) {
      restore(parameters, before);
      return last;
    }
    if (round === MOST_ROUNDS || (threshold === LEAST_POSTERIOR && Math.abs(growth) < SETTLED)) return sample;
    rows = round === 1 ? FEWEST_ROWS : Math.max(rows, rowsNeeded(parameters, sample));
    last = sample;
  }
}

type Shares = Pick<BlankParameters, 'm' | 'u'>;

interface Snapshot {
  readonly matches: number;
  readonly fields: readonly (Pick<FieldParameters, 'm' | 'u'> & { blanks: Shares | undefined })[];
  readonly nonMatches: readonly Pick<NonMatchParameters, 'share' | 'levels'>[];
}

/** Copies the parameters. The copy is shallow, because shares are replaced, never changed in place. */
function snapshotOf({ matches, fields, nonMatches }: Parameters): Snapshot {
  return {
    matches,
    fields: fields.map(({ m, u, blanks }) => ({ m, u, blanks: blanks && { m: blanks.m, u: blanks.u } })),
    nonMatches: nonMatches.map(({ share, levels }) => ({ share, levels })),
  };
}

function restore(parameters: Parameters, { matches, fields, nonMatches }: Snapshot): void {
  parameters.matches = matches;
  fields.forEach(({ m, u, blanks }, f) => {
    Object.assign(parameters.fields[f]!, { m, u });
    if (blanks) Object.assign(parameters.fields[f]!.blanks!, blanks);
  });
  nonMatches.forEach((known, r) => Object.assign(parameters.nonMatches[r]!, known));
}

function rowsNeeded(parameters: Parameters, sample: PairSample): number {
  const rows = sample.rowEnds.length;
  const wanted = rows * (standardError(parameters, sample) / ERROR) ** 2;
  return Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wanted)));
}

/**
 * Returns the standard error in bits of the least certain field, averaged over its levels among matches. The log odds
 * of a share p estimated from n matches are off by sqrt((1 - p) / pn) (delta method). The matches of one row count as
 * one match, because matches in a cluster are correlated.
 */
export function standardError({ fields, ...parameters }: Parameters, sample: PairSample): number {
  const posteriors = new Posteriors({ fields, ...parameters }, sample);
  const matches = fields.map(() => 0);
  const ofRow = fields.map(() => 0);
  let pair = 0;
  for (const end of sample.rowEnds) {
    ofRow.fill(0);
    for (; pair < end; pair++) {
      const posterior = posteriors.of(pair);
      for (let f = 0; f < fields.length; f++) if (sample.levels[pair * fields.length + f]! >= 0) ofRow[f]! += posterior;
    }
    for (let f = 0; f < fields.length; f++) matches[f]! += Math.min(1, ofRow[f]!);
  }
  const errors = fields.map(({ m }, f) => {
    const spread = m.reduce((sum, share) => sum + Math.sqrt(share * Math.max(0, 1 - share)), 0);
    return (Math.LOG2E * spread) / Math.sqrt(Math.max(1, matches[f]!));
  });
  return Math.max(...errors);
}
