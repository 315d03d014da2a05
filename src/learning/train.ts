import type { RowContradictions } from '../matching/contradictions/row-contradictions.js';
import type { MatchMethod } from '../matching/method.js';
import type { ModelDefinition } from '../matching/model-definition.js';
import type { ScoreModel } from '../matching/model.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import { blankParameters } from './blanks.js';
import { randomAgreement } from './random-agreement.js';
import {
  chooseComparisons,
  unusableFields,
  type FieldComparison,
  type LearnField,
  type LeftOut,
  type RecordsOf,
  type ComparedRows,
} from './comparisons.js';
import { Posteriors } from './expectation-maximisation.js';
import { estimate, isLearnedWhole, LEAST_POSTERIOR, MOST_ROWS, STEPS } from './estimate.js';
import { contradictionShares, type ContradictionShare } from './contradiction-shares.js';
import { bestThreshold, chooseThreshold, expectedCurve, THRESHOLDS, type ExpectedQuality } from './expected-quality.js';
import { fitCorrection, foreseenOf } from './correction.js';
import { judgedSample, type JudgedTableRows } from './judged-pairs.js';
import { questionsOf, type LearningQuestion } from './questions.js';
import { frequenciesOf } from './frequencies.js';
import { sealedFrequencies } from './seal-values.js';
import { priorShares, levelsOf } from './comparison-levels.js';
import {
  LEAST_PAIRS,
  modelOf,
  withoutEqual,
  type FieldParameters,
  type NonMatchParameters,
  type Parameters,
} from './parameters.js';
import { Random } from './random.js';
import { jointAgreement } from './joint-agreement.js';
import { nonMatchClasses, type NonMatchClass } from './non-match-classes.js';
import { samplePairs, type SampledPairs } from './sample.js';
import { assumeMatchRates } from './single-field.js';
import { Table } from './row-table.js';
import { lowerBound, Witnesses } from './witnesses.js';

export interface TrainOptions {
  /** Object type name, for the scenario. */
  readonly object: string;
  /** The records: texts by field name. */
  readonly rows: ComparedRows;
  /** Where each row comes from: only pairs across sources are learned from. Absent or empty: one table. */
  readonly sources?: readonly string[];
  /** Fields that may be compared. */
  readonly fields: readonly LearnField[];
  /** Default: people where one of the fields is `LastName`. */
  readonly recordsOf?: RecordsOf | undefined;
  readonly methods: ReadonlyMap<string, MatchMethod>;
  /** Comparisons, instead of those that the fields and their texts call for. */
  readonly comparisons?: readonly FieldComparison[];
  /** Whole number; the same seed, records and options give the same scenario. Default 1. */
  readonly seed?: number;
  /**
   * Least expected precision of the threshold, 0..1. Default: the threshold of 50 %, from which a match is likelier
   * than not.
   */
  readonly precision?: number;
  /** The answers of people about pairs of rows: they re-estimate the model. */
  readonly judged?: readonly JudgedTableRows[] | undefined;
  /** Contradictions between the rows: whether it does so of one person's rows too is found out. */
  readonly contradictions?: RowContradictions | undefined;
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
    readonly nonMatches: readonly { readonly name: string; readonly pairs: number }[];
    /** Pairs of which an answer teaches most, the most telling first. */
    readonly questions: readonly LearningQuestion[];
    /** Answers of people that were learned from; absent: none were given. */
    readonly answers?: LearnedAnswers | undefined;
    /** By kind that the records can speak of; empty where it was not asked. */
    readonly contradictions: readonly ContradictionShare[];
  };
}

/** The lesson of answers. */
export interface LearnedAnswers {
  readonly pairs: number;
  /** The pairs among these that the model without them was right about, at its threshold. */
  readonly foreseen: number;
  /** Whether the weights were corrected by them: they are not where the answers bear the model out. */
  readonly isCorrected: boolean;
}

const NOTHING_TO_COMPARE =
  'there is nothing to compare: expected a field that several records fill, with different values';

/** Pairs that people are asked about. */
const MOST_QUESTIONS = 50;

/** The records cannot be learned from; the message says why, for people. */
export class LearningError extends Error {}

/** Matches for each record, before any is seen. */
const MATCHES_A_RECORD = 0.5;
/** Pairs of each non-match class to a match, likewise. */
const NON_MATCHES_A_MATCH = 0.3;

/**
 * Learns a probabilistic scenario from records without labels. Chance is counted, matches and non-match classes are
 * estimated by expectation and maximisation.
 *
 * @throws LearningError when there are fewer than two records, or no field to compare
 */
export function train(options: TrainOptions): Trained {
  const compared = whatToCompare(options);
  return trainOn(
    Table.of(options.rows, options.sources ?? [], compared.comparisons, options.methods),
    compared,
    options,
  );
}

export interface ComparedSample {
  readonly comparisons: readonly FieldComparison[];
  readonly leftOut: readonly LeftOut[];
}

/** @throws LearningError when there are fewer than two records, or no field to compare */
export function whatToCompare({
  rows,
  fields,
  recordsOf,
  methods,
  comparisons,
}: Pick<TrainOptions, 'rows' | 'fields' | 'recordsOf' | 'methods' | 'comparisons'>): ComparedSample {
  const leftOut = comparisons ? [] : unusableFields(fields, rows);
  const asked = comparisons ?? chooseComparisons(fields, rows, methods, { unusable: leftOut, recordsOf });
  if (rows.length < 2) throw new LearningError('there is nothing to learn from: expected two records or more');
  if (asked.length === 0) throw new LearningError(NOTHING_TO_COMPARE);
  return { comparisons: asked, leftOut };
}

/** As `train`, from a table of the records. */
export function trainOn(
  table: Table,
  { leftOut }: Pick<ComparedSample, 'leftOut'>,
  options: Pick<TrainOptions, 'object' | 'seed' | 'precision' | 'judged' | 'contradictions' | 'progress'>,
): Trained {
  const { seed = 1 } = options;
  if (table.pairs === 0) throw new LearningError('all records are of one source: expected two sources or more');
  const { comparisons } = table;
  if (comparisons.length === 0)
    throw new LearningError(
      `${NOTHING_TO_COMPARE} (${table.leftOut.map(({ field, reason }) => `${field}: ${reason}`).join('; ')})`,
    );
  const random = new Random(seed);
  const order = isLearnedWhole(table)
    ? Int32Array.from({ length: table.size }, (_, i) => i + 1)
    : random.shuffled(table.size).map((i) => i + 1);
  const parameters = initialParameters(table, order);
  const steps = STEPS + 1;
  options.progress?.(1, steps);
  const estimated =
    comparisons.length === 1
      ? believed(table, parameters, order)
      : estimate(table, parameters, order, (round) => options.progress?.(round + 1, steps));
  const { sample, answers } = learnFromAnswers(table, parameters, estimated, options.judged ?? []);
  const model = modelOf(parameters);
  const witnesses = new Witnesses(table, parameters, sample, THRESHOLDS, order);
  const borneOut = borneOutByAnswers(table, parameters, options.judged ?? []);
  const curve = expectedCurve(parameters, sample, table.pairs, (threshold) => {
    const testimony = witnesses.at(threshold);
    return { ...testimony, leastPrecision: Math.min(testimony.leastPrecision, borneOut(threshold)) };
  });
  const chosen =
    answers?.isCorrected === true && options.precision === undefined
      ? bestThreshold(curve)
      : chooseThreshold(curve, options.precision);
  const judgedKeys = new Set((options.judged ?? []).map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`));
  options.progress?.(steps, steps);
  return {
    scenario: scenarioOf(options.object, table, model, {
      records: table.size,
      seed,
      expectedPairs: chosen.pairs,
      expectedPrecision: rounded(chosen.precision),
      expectedRecall: rounded(chosen.recall),
      threshold: chosen.threshold,
    }),
    report: {
      records: table.size,
      leftOut: [...leftOut, ...table.leftOut],
      expectedMatches: Math.round(parameters.matches * table.pairs),
      chosen,
      curve,
      nonMatches: parameters.nonMatches.map(({ name, share }) => ({ name, pairs: Math.round(share * table.pairs) })),
      questions: questionsOf(parameters, sample, (a, b) => !judgedKeys.has(`${a} ${b}`), MOST_QUESTIONS, seed),
      ...(answers && { answers }),
      contradictions: options.contradictions
        ? contradictionShares(comparisons, parameters, sample, options.contradictions)
        : [],
    },
  };
}

/**
 * Corrects the parameters by what people said, and looks for the pairs anew that they make likely. Where the answers
 * bear the model out nothing changes.
 */
function learnFromAnswers(
  table: Table,
  parameters: Parameters,
  sample: SampledPairs,
  judged: readonly JudgedTableRows[],
): { sample: SampledPairs; answers?: LearnedAnswers } {
  if (judged.length === 0) return { sample };
  const compared = judgedSample(table, modelOf(parameters), judged);
  const pairs = compared.isSame.length;
  const foreseen = foreseenOf(parameters, compared);
  const correction = fitCorrection(parameters, compared);
  const answers = { pairs, foreseen, isCorrected: correction !== undefined };
  if (correction === undefined) return { sample, answers };
  parameters.correction = correction;
  return { sample: samplePairs(table, modelOf(parameters), sample.rows, LEAST_POSTERIOR), answers };
}

/**
 * The least precision that answers leave: of the pairs asked about, those that the model finds. They are the doubtful
 * ones, so that it is rather too low.
 *
 * @returns by threshold, percent; 1 where nothing was asked there
 */
function borneOutByAnswers(
  table: Table,
  parameters: Parameters,
  judged: readonly JudgedTableRows[],
): (threshold: number) => number {
  const { pairs, isSame } = judgedSample(table, modelOf(parameters), judged);
  const posteriors = new Posteriors(parameters, { ...pairs, rowEnds: new Int32Array(0), possible: 1 });
  const found = isSame.map((same, pair) => ({ same, percent: posteriors.of(pair) * 100 }));
  return (threshold) => {
    const above = found.filter(({ percent }) => percent >= threshold);
    return above.length === 0 ? 1 : lowerBound(above.filter(({ same }) => same).length / above.length, above.length);
  };
}

/** One field: nothing to estimate. @returns pairs of as many rows as are ever searched by */
function believed(table: Table, parameters: Parameters, order: Int32Array): SampledPairs {
  assumeMatchRates(parameters, table.pairs);
  return samplePairs(table, modelOf(parameters), order.slice(0, MOST_ROWS), LEAST_POSTERIOR);
}

function initialParameters(table: Table, order: Int32Array): Parameters {
  const positions = new Map(table.comparisons.map(({ field }, f) => [field, f]));
  const blanks = blankParameters(
    table,
    table.features.map(({ method }) => method.kind !== 'remark'),
    order,
  );
  const fields = table.features.map((feature, f): FieldParameters => {
    const levels = levelsOf(feature.method);
    // A level that was never seen counts as a fraction of one pair: nothing is impossible, in records without
    // duplicates neither.
    const random = randomAgreement(table, f, levels, order).map((share) => Math.max(share, LEAST_PAIRS / table.pairs));
    return {
      levels,
      random,
      frequencies: frequenciesOf(table, f),
      remarksOn: feature.method.kind === 'remark' ? remarkedBy(table.comparisons[f]!, positions) : undefined,
      blanks: blanks[f],
      m: priorShares(levels),
      u: random,
    };
  });
  const matches = Math.min(0.2, (MATCHES_A_RECORD * table.size) / table.pairs);
  const nonMatches = nonMatchClasses(
    table.comparisons.map(({ field }, f) => ({ field, method: table.features[f]!.method })),
  ).map((nonMatch) => initialClass(nonMatch, table, fields, NON_MATCHES_A_MATCH * matches, order));
  return { matches, fields, nonMatches };
}

function remarkedBy({ field }: FieldComparison, positions: ReadonlyMap<string, number>): number[] {
  return field.split('+').flatMap((part) => positions.get(part) ?? []);
}

/**
 * Records that a record shares all of its place with, on the average. Fewer are found among the likely pairs, for there
 * is often more that they share; of so many most agree in nothing else, and no sample of likely pairs holds these.
 * Measured: counting costs F1 where a record has fewer than five (50,578 historical persons), and gains it from a
 * hundred on (100,000 contacts).
 */
const CROWDED = 60;

/** @param share believed of a class that is learned */
function initialClass(
  { name, shares, alike, neverEqual, isCounted, isBlankAlike }: NonMatchClass,
  table: Table,
  fields: readonly FieldParameters[],
  share: number,
  order: Int32Array,
): NonMatchParameters {
  const shared = shares.flatMap((isShared, f) => (isShared ? [f] : []));
  const levelsOfShared = shared.map((f) => fields[f]!.levels);
  const counted = isCounted ? jointAgreement(table, shared, levelsOfShared, order) : undefined;
  if (counted && counted.share * table.size >= CROWDED) {
    const levels = shares.map((isShared, f) => (isShared ? counted.levels[shared.indexOf(f)]! : null));
    return { name, isCounted: true, share: counted.share, levels, neverEqual, isBlankAlike };
  }
  const levels = shares.map((isShared, f) => {
    if (!isShared) return null;
    const { levels, random, remarksOn } = fields[f]!;
    if (remarksOn) return [...random];
    const believed = priorShares(levels).map((known, i) => alike * known + (1 - alike) * random[i]!);
    return neverEqual[f]! ? withoutEqual(believed, random[0]!) : believed;
  });
  return { name, isCounted: false, share, levels, neverEqual, isBlankAlike };
}

function scenarioOf(
  object: string,
  table: Table,
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
    fields: table.comparisons.map(({ field, method }, i) => ({
      field,
      method,
      // For people: the bits that full agreement gives. It plays no part in the score.
      weight: Math.max(
        0.01,
        Math.round(Math.max(...model.fields[i]!.levels.map(({ matchWeight }) => matchWeight)) / 10) / 100,
      ),
      blank: 'ignore',
    })),
    model: {
      version: 1,
      prior: model.prior,
      fields: model.fields.map(({ levels, frequencies, blanks }, i) => ({
        levels: levels.map(({ from, matchWeight, adjusted }) => ({ from, evidence: matchWeight, adjusted })),
        ...(frequencies && { frequencies: sealedFrequencies(frequencies, table, i) }),
        ...(blanks && { blanks: [...blanks] }),
      })),
      rivals: (model.nonMatches ?? []).map(({ name, prior, matchWeights, isBlankAlike }) => ({
        name,
        prior,
        evidence: matchWeights.map((levels) => levels && [...levels]),
        ...(isBlankAlike && { blankAlike: true }),
      })),
      trained,
    },
  };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
