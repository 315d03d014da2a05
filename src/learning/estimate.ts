import { Posteriors, expectationMaximisation } from './expectation-maximisation.js';
import type { BlankParameters } from './blanks.js';
import { modelOf, type FieldParameters, type Parameters, type NonMatchParameters } from './parameters.js';
import { samplePairs, type SampledPairs, type PairSample } from './sample.js';
import type { Table } from './row-table.js';

/** Percent: pairs whose posterior is below weigh nothing, even all together. */
export const LEAST_POSTERIOR = 0.1;
/**
 * Tables up to so many rows are learned from whole: searching by all of their rows takes a second or two a round, and a
 * sample would only add its error.
 */
const WHOLE = 2_500;
/** Rounds over a whole table: retrieval finds all pairs that the parameters make likely, so few settle. */
const WHOLE_ROUNDS = 4;

/**
 * The posterior threshold by round, percent; the last one stays. What is believed beforehand makes many more pairs
 * likely than what is learned, so that a low threshold costs most where it matters least: what the first rounds leave
 * out, the later ones take back in.
 */
const THRESHOLDS = [5, 1, LEAST_POSTERIOR];
/**
 * Rows searched by: in the first round, whose parameters only have to lead the next ones, in the later ones at least,
 * and at most.
 */
const FIRST_ROWS = 500;
const FEWEST_ROWS = 2_000;
export const MOST_ROWS = 6_000;
/**
 * Bits: the standard error to reach in a field's match weight. Of ten fields, each off by so much, the sum is off by a
 * third of a bit, and the odds by a quarter: less than what the model leaves out of account.
 */
const ERROR = 0.1;
/**
 * Rounds at the last threshold end when one changes the number of matches by less than this, in bits: no more than the
 * error above.
 */
const SETTLED = 0.1;
const MOST_ROUNDS = 6;
/**
 * A round that changes the number of matches by more than this, in bits, is taken back, and the last one. What a lower
 * threshold brings in are pairs that the model gives a few percent of a match each: where these are said to make up for
 * half of all matches, look-alikes that no non-match class explains have been taken for matches, and their number only
 * grows from there.
 */
const DRIFT = 1;

/** Most rounds there are: for progress. */
export const STEPS = MOST_ROUNDS;

/** Whether all rows are searched by, each round. */
export function isLearnedWhole(table: Table): boolean {
  return table.size <= WHOLE;
}

/**
 * Estimates the parameters from pairs of some rows with the whole table, by turns of retrieval and expectation-
 * maximisation.
 *
 * @param order rows to search by, the first ones first: all in random order, unless the table is learned whole
 * @returns the pairs that it ended with, for what is expected of the scenario
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

/**
 * Each round searches by the rows of the round before and more: what was found out about their values is remembered.
 */
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
    const change = Math.abs(Math.log2(parameters.matches / before.matches));
    if (last !== undefined && change > DRIFT) {
      restore(parameters, before);
      return last;
    }
    if (round === MOST_ROUNDS || (threshold === LEAST_POSTERIOR && change < SETTLED)) return sample;
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

/** The shares themselves are never changed, only replaced. */
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

/** Rows to search by, for the error that is wanted. */
function rowsNeeded(parameters: Parameters, sample: PairSample): number {
  const rows = sample.rowEnds.length;
  const wanted = rows * (standardError(parameters, sample) / ERROR) ** 2;
  return Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wanted)));
}

/**
 * Standard error of a field's evidence in bits, on the average over the levels as matches show them, of the field that
 * is known worst: of a share p estimated from n matches the log odds are off by sqrt((1 - p) / pn) (delta method). The
 * matches of one row count as one: those of a cluster say much the same.
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
