import type { FieldTexts } from '../index/candidate-index.js';
import type { MatchMethod } from '../matching/method.js';
import type { ModelDefinition } from '../matching/model-definition.js';
import type { ScoreModel } from '../matching/model.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import { chanceShares } from './chance.js';
import { chooseComparisons, unusableFields, type Comparison, type LearnField, type LeftOut } from './comparisons.js';
import { estimate, isLearnedWhole, LEAST_POSTERIOR, MOST_ROWS, STEPS } from './estimate.js';
import { chooseThreshold, expectedCurve, type ExpectedQuality } from './expected-quality.js';
import { frequenciesOf } from './frequencies.js';
import { believedShares, levelsOf } from './levels.js';
import { modelOf, type FieldParameters, type Parameters } from './parameters.js';
import { Random } from './random.js';
import { rivalKinds } from './rivals.js';
import { samplePairs, type PairSample } from './sample.js';
import { believe } from './single-field.js';
import { Table } from './table.js';

export interface TrainOptions {
  /** Object type name, for the scenario. */
  readonly object: string;
  /** The records: texts by field name. */
  readonly rows: readonly FieldTexts[];
  /** Where each row comes from: only pairs across sources are learned from. Absent or empty: one table. */
  readonly sources?: readonly string[];
  /** Fields that may be compared. */
  readonly fields: readonly LearnField[];
  readonly methods: ReadonlyMap<string, MatchMethod>;
  /** What is compared, instead of what the fields and their texts call for. */
  readonly comparisons?: readonly Comparison[];
  /** Whole number; the same seed, records and options give the same scenario. Default 1. */
  readonly seed?: number;
  /** Least expected precision of the threshold, 0..1. Default: the threshold of 50 %, from which a match is likelier than not. */
  readonly precision?: number;
  /** Called after each step with the number of steps done. */
  readonly progress?: (done: number, total: number) => void;
}

export interface Trained {
  /** A probabilistic scenario, as `scenarios.json` takes it. */
  readonly scenario: ScenarioDefinition;
  readonly report: {
    readonly records: number;
    /** Fields that are not compared because they hold nothing to learn from. */
    readonly leftOut: readonly LeftOut[];
    /** Expected number of matching pairs in the records. */
    readonly expectedMatches: number;
    readonly chosen: ExpectedQuality;
    /** The same for other thresholds. */
    readonly curve: readonly ExpectedQuality[];
    /** Expected pairs of different records that look alike for a reason. */
    readonly rivals: readonly { readonly name: string; readonly pairs: number }[];
  };
}

const NOTHING_TO_COMPARE =
  'there is nothing to compare: expected a field that several records fill, with different values';

/** What is wrong with the records: message for people. */
export class LearningError extends Error {}

/** Matches for each record, before any is seen. */
const MATCHES_A_RECORD = 0.5;
/** Pairs of each rival kind to a match, likewise. */
const RIVALS_A_MATCH = 0.3;

/**
 * Learns a probabilistic scenario from records without labels. Chance is counted, matches and rivals are estimated by expectation and maximisation.
 *
 * @throws LearningError when there are fewer than two records, or no field to compare
 */
export function train(options: TrainOptions): Trained {
  const { rows, sources = [], methods, seed = 1 } = options;
  const asked = options.comparisons ?? chooseComparisons(options.fields, rows);
  if (rows.length < 2) throw new LearningError('there is nothing to learn from: expected two records or more');
  if (asked.length === 0) throw new LearningError(NOTHING_TO_COMPARE);
  const table = new Table(rows, sources, asked, methods);
  if (table.pairs === 0) throw new LearningError('all records are of one source: expected two sources or more');
  const { comparisons } = table;
  if (comparisons.length === 0)
    throw new LearningError(
      `${NOTHING_TO_COMPARE} (${table.leftOut.map(({ field, reason }) => `${field}: ${reason}`).join('; ')})`,
    );
  const random = new Random(seed);
  const order = (
    isLearnedWhole(table) ? Array.from({ length: table.size }, (_, i) => i) : random.shuffled(table.size)
  ).map((i) => i + 1);
  const parameters = begin(table, order);
  const steps = STEPS + 1;
  options.progress?.(1, steps);
  const sample =
    comparisons.length === 1
      ? believed(table, parameters, order)
      : estimate(table, parameters, order, (round) => options.progress?.(round + 1, steps));
  const model = modelOf(parameters);
  const curve = expectedCurve(parameters, sample, table.pairs);
  const chosen = chooseThreshold(curve, options.precision);
  options.progress?.(steps, steps);
  return {
    scenario: scenarioOf(options.object, comparisons, model, {
      records: rows.length,
      seed,
      expectedPairs: chosen.pairs,
      expectedPrecision: rounded(chosen.precision),
      expectedRecall: rounded(chosen.recall),
      threshold: chosen.threshold,
    }),
    report: {
      records: rows.length,
      leftOut: [...(options.comparisons ? [] : unusableFields(options.fields, rows)), ...table.leftOut],
      expectedMatches: Math.round(parameters.matches * table.pairs),
      chosen,
      curve,
      rivals: parameters.rivals.map(({ name, share }) => ({ name, pairs: Math.round(share * table.pairs) })),
    },
  };
}

/** One field: nothing to estimate. @returns pairs of as many rows as are ever searched by */
function believed(table: Table, parameters: Parameters, order: readonly number[]): PairSample {
  believe(parameters, table.pairs);
  return samplePairs(table, modelOf(parameters), order.slice(0, MOST_ROWS), LEAST_POSTERIOR);
}

function begin(table: Table, order: readonly number[]): Parameters {
  const fields = table.features.map((feature, f): FieldParameters => {
    const levels = levelsOf(feature.method);
    const chance = chanceShares(table, f, levels, order);
    return {
      levels,
      chance,
      frequencies: frequenciesOf(feature, table.filled(f)),
      onlySimilar: feature.method.name === 'swappedName',
      match: believedShares(levels),
      other: chance.map((share) => Math.max(share, 0.2 / table.pairs)),
    };
  });
  const matches = Math.min(0.2, (MATCHES_A_RECORD * table.size) / table.pairs);
  const rivals = rivalKinds(table.comparisons).map(({ name, shares, alike }) => ({
    name,
    share: RIVALS_A_MATCH * matches,
    levels: shares.map((isShared, f) => {
      if (!isShared) return null;
      const { levels, chance } = fields[f]!;
      return believedShares(levels).map((share, i) => alike * share + (1 - alike) * chance[i]!);
    }),
  }));
  return { matches, fields, rivals };
}

function scenarioOf(
  object: string,
  comparisons: readonly Comparison[],
  model: ScoreModel,
  { threshold, ...trained }: NonNullable<ModelDefinition['trained']> & { threshold: number },
): ScenarioDefinition {
  return {
    id: `${object.toLowerCase()}-learned`,
    name: `${object} Learned`,
    object,
    threshold,
    usage: ['restSearch', 'restUpsert'],
    scoreMethod: 'probabilistic',
    fields: comparisons.map(({ field, method }, i) => ({
      field,
      method,
      // For people: the bits that full agreement gives. It plays no part in the score.
      weight: Math.max(
        0.01,
        Math.round(Math.max(...model.fields[i]!.levels.map(({ evidence }) => evidence)) / 10) / 100,
      ),
      blank: 'ignore',
    })),
    model: {
      version: 1,
      prior: model.prior,
      fields: model.fields.map(({ levels, frequencies }) => ({
        levels: levels.map((level) => ({ ...level })),
        ...(frequencies && { frequencies: { others: frequencies.others, listed: [...frequencies.listed] } }),
      })),
      rivals: (model.rivals ?? []).map(({ name, prior, evidence }) => ({
        name,
        prior,
        evidence: evidence.map((levels) => levels && [...levels]),
      })),
      trained,
    },
  };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
