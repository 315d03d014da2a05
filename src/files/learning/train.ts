import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import type { MatchMethod } from '../../matching/method.js';
import type { ModelDefinition } from '../../matching/model-schema.js';
import type { ScoreModel } from '../../matching/model.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { blankParameters } from './blanks.js';
import { randomAgreement, jointAgreement } from './random-agreement.js';
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
import { frequenciesOf, sealedFrequencies } from './frequencies.js';
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
import { nonMatchClasses, type NonMatchClass } from './non-match-classes.js';
import { samplePairs, type SampledPairs } from './sample.js';
import { assumeMatchRates } from './single-field.js';
import { Table } from './row-table.js';
import { whyNotBelieved } from './belief.js';
import { lowerBound, Witnesses } from './witnesses.js';

export interface TrainOptions {
  /** Object type of the scenario. */
  readonly object: string;
  /** Rows by field name. */
  readonly rows: ComparedRows;
  /** Source of each row. If given, only pairs across sources are used. Default: one table. */
  readonly sources?: readonly string[];
  readonly fields: readonly LearnField[];
  /** Kind of records. Default: people if one of the fields is `LastName`. */
  readonly recordsOf?: RecordsOf | undefined;
  readonly methods: ReadonlyMap<string, MatchMethod>;
  /** Replaces comparisons chosen from the fields and their values. */
  readonly comparisons?: readonly FieldComparison[];
  /** Integer seed. The same seed, records and options produce the same scenario. Default: 1. */
  readonly seed?: number;
  /** Minimum expected precision at the threshold, 0..1. Default: the threshold is 50%. */
  readonly precision?: number;
  /** People's answers, which correct the model. */
  readonly judged?: readonly JudgedTableRows[] | undefined;
  /** Pairs of rows that match according to other evidence. Learning must find most of them. Default: none. */
  readonly known?: readonly (readonly [number, number])[];
  /** Contradictions, for which learning measures how often they occur between rows of one person. */
  readonly contradictions?: RowContradictions | undefined;
  /** Called after each step. @param done number of finished steps */
  readonly progress?: (done: number, total: number) => void;
}

export interface Trained {
  /** In the format of `scenarios.json`. */
  readonly scenario: ScenarioDefinition;
  readonly report: {
    readonly records: number;
    /** Fields that are useless for learning. */
    readonly leftOut: readonly LeftOut[];
    readonly expectedMatches: number;
    readonly chosen: ExpectedQuality;
    readonly curve: readonly ExpectedQuality[];
    /** Expected pairs of different records that look alike for a reason. */
    readonly nonMatches: readonly { readonly name: string; readonly pairs: number }[];
    /** The most informative pairs, in descending order of information. */
    readonly questions: readonly LearningQuestion[];
    /** Answers used for learning; absent if none were given. */
    readonly answers?: LearnedAnswers | undefined;
    /** Shares for each kind of contradiction that applies to the records; empty if not requested. */
    readonly contradictions: readonly ContradictionShare[];
  };
}

export interface LearnedAnswers {
  readonly pairs: number;
  /** Pairs that the model predicted correctly before learning from them, at its threshold. */
  readonly foreseen: number;
  /** Whether the model was corrected. False if the answers confirm the model. */
  readonly isCorrected: boolean;
}

const NOTHING_TO_COMPARE = 'there is nothing to compare: expected a field with different values in several records';

const MOST_QUESTIONS = 50;

/** Thrown if the records do not allow learning. The message explains why. */
export class LearningError extends Error {}

/** Initial number of matches per record. */
const MATCHES_A_RECORD = 0.5;
/** Initial number of pairs in each non-match class, per match. */
const NON_MATCHES_A_MATCH = 0.3;

/** Learns a scenario without labels. @throws LearningError for fewer than two records, or without a field to compare */
export function train(options: TrainOptions): Trained {
  const compared = whatToCompare(options);
  return trainOn(
    Table.of(options.rows, options.sources ?? [], compared.comparisons, options.methods),
    compared,
    options,
  );
}

interface ComparedSample {
  readonly comparisons: readonly FieldComparison[];
  readonly leftOut: readonly LeftOut[];
}

/** Chooses comparisons. @throws LearningError for fewer than two records, or without a field to compare */
export function whatToCompare({
  rows,
  fields,
  recordsOf,
  methods,
  comparisons,
}: Pick<TrainOptions, 'rows' | 'fields' | 'recordsOf' | 'methods' | 'comparisons'>): ComparedSample {
  const leftOut = comparisons ? [] : unusableFields(fields, rows);
  const asked = comparisons ?? chooseComparisons(fields, rows, methods, { unusable: leftOut, recordsOf });
  if (rows.length < 2) throw new LearningError('there is nothing to learn from: expected at least two records');
  if (asked.length === 0) throw new LearningError(NOTHING_TO_COMPARE);
  return { comparisons: asked, leftOut };
}

/** Like `train`, from a table of the records. */
export function trainOn(
  table: Table,
  { leftOut }: Pick<ComparedSample, 'leftOut'>,
  options: Pick<TrainOptions, 'object' | 'seed' | 'precision' | 'judged' | 'known' | 'contradictions' | 'progress'>,
): Trained {
  const { seed = 1 } = options;
  if (table.pairs === 0) throw new LearningError('all records have the same source: expected at least two sources');
  const { comparisons } = table;
  if (comparisons.length === 0)
    throw new LearningError(
      `${NOTHING_TO_COMPARE} (${table.leftOut.map(({ field, reason }) => `${field}: ${reason}`).join('; ')})`,
    );
  const random = new Random(seed);
  const order = isLearnedWhole(table)
    ? Int32Array.from({ length: table.size }, (_, i) => i + 1)
    : random.shuffled(table.size).map((i) => i + 1);
  const steps = STEPS + 1;
  const { parameters, estimated } = startedWell(table, order, options.known ?? [], (step) =>
    options.progress?.(step, steps),
  );
  const { sample, answers } = learnFromAnswers(table, parameters, estimated, options.judged ?? []);
  const model = modelOf(parameters);
  const { contradictions } = options;
  const haveOtherIdentifiers =
    contradictions && ((a: number, b: number) => contradictions.is('identifier', a - 1, b - 1));
  const witnesses = new Witnesses(table, parameters, sample, THRESHOLDS, order, haveOtherIdentifiers);
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

/** Searches again for likely pairs after the correction. Has no effect if the answers confirm the model. */
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
 * Returns the minimum precision, according to the answers, of the answered pairs that the model finds. Mostly uncertain
 * pairs are answered, so the result tends to be too low.
 * @returns precision by threshold in percent; 1 without answers
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

interface Start {
  /** Whether values that are only similar start as weak evidence. */
  readonly isStrict: boolean;
  /** Whether personal values are either equal or different, even if similar. */
  readonly isEqualOnly: boolean;
}

/** Initial assumptions. An assumption is tried if the result of the previous assumption is implausible. */
const STARTS: readonly Start[] = [
  { isStrict: false, isEqualOnly: false },
  { isStrict: true, isEqualOnly: false },
  { isStrict: true, isEqualOnly: true },
];

/** Returns the first plausible result. @throws LearningError if no result is plausible */
function startedWell(
  table: Table,
  order: Int32Array,
  known: readonly (readonly [number, number])[],
  progress: (step: number) => void,
): { parameters: Parameters; estimated: SampledPairs } {
  let why: string | undefined;
  for (const start of STARTS) {
    const parameters = initialParameters(table, order, start);
    progress(1);
    if (table.comparisons.length === 1) return { parameters, estimated: believed(table, parameters, order) };
    const estimated = estimate(table, parameters, order, (round) => progress(round + 1));
    why = whyNotBelieved(table, parameters, known);
    if (why === undefined) return { parameters, estimated };
  }
  throw new LearningError(`the learned scenario is implausible: ${why}`);
}

/**
 * Assumes the model of a single field, which cannot be estimated.
 * @returns the pairs of as many query rows as allowed
 */
function believed(table: Table, parameters: Parameters, order: Int32Array): SampledPairs {
  assumeMatchRates(parameters, table.pairs);
  return samplePairs(table, modelOf(parameters), order.slice(0, MOST_ROWS), LEAST_POSTERIOR);
}

function initialParameters(table: Table, order: Int32Array, { isStrict, isEqualOnly }: Start): Parameters {
  const positions = new Map(table.comparisons.map(({ field }, f) => [field, f]));
  const blanks = blankParameters(
    table,
    table.features.map(({ method }) => method.kind !== 'remark'),
    order,
  );
  const fields = table.features.map((feature, f): FieldParameters => {
    const levels = levelsOf(feature.method, { isEqualOnly });
    // A level that never occurred is treated as a fraction of a pair, so that nothing is impossible.
    const random = randomAgreement(table, f, levels, order).map((share) => Math.max(share, LEAST_PAIRS / table.pairs));
    return {
      levels,
      random,
      frequencies: frequenciesOf(table, f),
      remarksOn: feature.method.kind === 'remark' ? remarkedBy(table.comparisons[f]!, positions) : undefined,
      blanks: blanks[f],
      m: priorShares(levels, { isStrict }),
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
 * Minimum average number of records per place for counting place pairs over the whole table, because a sample of likely
 * pairs misses so many. Measured: counting lowers F1 at fewer than five records per place (50,578 historical people),
 * and raises F1 at a hundred or more (100,000 contacts).
 */
const CROWDED = 60;

/** Returns a class before learning. @param share assumed share of a class that is learned */
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
      // Bits of full agreement, which are shown to people but not used in the score.
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
