import { ContentOrder } from '../../index/clustering/content-order.js';
import { whyTooFewFields, type PairsFor } from '../../matching/reduce-scenario.js';
import type { Configuration } from '../../store/config/configuration.js';
import { chooseComparisons, recordsWith } from '../learning/comparisons.js';
import type { JudgedTableRows } from '../learning/judged-pairs.js';
import { sourceNumbers } from '../learning/row-table.js';
import type { Trained } from '../learning/train.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { contradictionsOfType } from '../../matching/contradictions/contradictions.js';
import { identifierOf, isIdentifierName, isNumberOfParty } from '../../matching/contradictions/identifiers.js';
import { GroundsOf } from '../../matching/grounds/grounds.js';
import { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { keptInMemory, learnWithProgress, type RowsAtHand } from './learn-scenario.js';
import { readInput, type InputOptions } from './read-input.js';
import type { DedupeRows, TakeRow } from './read-rows.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { TextRows } from '../../matching/text-rows.js';
import { RowIndex } from '../../index/join/row-index.js';
import { contradictionContext, methodOptions } from '../../store/config/resolve-definitions.js';
import { namedAlike } from './built-in-check.js';
import { chooseScenarios, reduceAll, scenariosOfNumbers, type AskedScenarios } from './asked-scenarios.js';
import { expectedAt } from '../learning/expected-quality.js';

/** Reads all rows. @param take receives every row's values in order; if absent, all values are kept */
type ReadAll = (take?: TakeRow) => Promise<DedupeRows>;

/** Records values in row order, or all rows together. */
interface RowNotes {
  add(texts: FieldTexts): void;
  addAll(rows: TextRows): void;
}

/** Minimum pairs for a learned scenario, whose precision is often unknown with fewer pairs. */
const FEWEST_JUDGED = 30;

/** Minimum rows to learn how often people move or change their phone. */
const FEW_ROWS = 200;

type RowKeeper = (notes?: RowNotes) => Promise<RowsAtHand & { readonly rows: DedupeRows }>;

export interface PrepareOptions extends InputOptions {
  /** If absent, a scenario is learned, provided there are enough rows. */
  readonly scenario?: AskedScenarios | undefined;
  /** Learns from any number of rows and fields, or fails. */
  readonly learn?: boolean | undefined;
  /** Minimum rows for learning, with any number of fields. Default: the setting `learningRecords`, and two fields. */
  readonly learnFrom?: number | undefined;
  /** Whether pairs are merged without a review. */
  readonly areMerged?: boolean | undefined;
  /** Threshold in percent, which replaces the scenarios' thresholds. */
  readonly threshold?: number | undefined;
  /** Minimum expected precision of the learned scenario, in percent. */
  readonly precision?: number | undefined;
  readonly threads?: number | undefined;
  /** Returns people's answers for learning. Available once the rows have been read. */
  readonly judged?: (() => readonly JudgedTableRows[]) | undefined;
}

export interface Prepared {
  readonly rows: DedupeRows;
  /** Index of the rows. The caller must read its pairs once and end it. */
  readonly index: RowIndex;
  /** Scenarios reduced to the rows' fields, with the thresholds in use. */
  readonly scenarios: readonly Scenario[];
  readonly contradictions: RowContradictions;
  /** Order of the rows by contents if the rows are merged; otherwise unknown. */
  readonly order: ContentOrder;
  /** Absent if the scenarios were not learned. */
  readonly learned?: Trained['report'];
  /**
   * Additional pairs to merge: those of built-in scenarios in few rows, and those with the same name and another equal
   * value.
   */
  readonly besides?: readonly (readonly [number, number])[];
  /** Reason why learning failed, as the end of a sentence. Absent if learning was not tried. */
  readonly notLearned?: string;
  /** Whether the learned scenario finds pairs without any evidence that they are right. */
  readonly isDoubtful?: boolean;
}

/**
 * Reads the rows, and determines the scenarios: the requested scenarios, a scenario learned from the rows or, for too
 * few rows, the `restSearch` scenarios.
 * @param read default: reads the input of the options
 * @throws WrongUse for options that exclude each other, Failure for rows that cannot be compared
 */
export async function prepare(
  options: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  read: ReadAll = (take) => readInput(options, type, { unusedAre: 'not compared', ...(take && { take }) }),
  keeper?: RowKeeper,
): Promise<Prepared> {
  const { learn, scenario, threshold, precision } = options;
  if (learn === true && scenario !== undefined) throw new WrongUse('give either --learn or --scenario, not both');
  if (precision !== undefined && scenario !== undefined)
    throw new WrongUse('--precision sets the threshold of a learned scenario: give it without --scenario');
  if (precision !== undefined && threshold !== undefined)
    throw new WrongUse('give either --threshold or --precision, not both');
  const keep = keeper ?? inMemory(plainIdentifiers(read, configuration, type));
  const prepared = await (scenario === undefined
    ? learnOrFallBack(options, configuration, type, keep)
    : keeper
      ? indexKept(options, configuration, type, keeper)
      : indexWhileReading(options, configuration, type, read));
  if (threshold === undefined) return prepared;
  const asked = Math.round(threshold * 100);
  return { ...prepared, scenarios: prepared.scenarios.map((each) => ({ ...each, threshold: asked })) };
}

/** Removes punctuation from identifiers, so that two spellings of a number are equal. */
function plainIdentifiers(read: ReadAll, configuration: Configuration, type: ObjectType): ReadAll {
  const fields = type.fields.map(({ name }) => name).filter(isNumberOfParty);
  if (fields.length === 0) return read;
  const context = contradictionContext(configuration);
  const plain = (texts: FieldTexts): FieldTexts => {
    const filled = fields.filter((field) => (texts[field] ?? '') !== '');
    if (filled.length === 0) return texts;
    return { ...texts, ...Object.fromEntries(filled.map((field) => [field, identifierOf(texts[field]!, context)])) };
  };
  return async (take) => {
    const rows = await read(take && ((texts, name) => take(plain(texts), name)));
    return { ...rows, texts: TextRows.of(Array.from(rows.texts, plain)) };
  };
}

const inMemory =
  (read: ReadAll): RowKeeper =>
  async (notes) => {
    const rows = await read();
    notes?.addAll(rows.texts);
    return { ...keptInMemory(rows), rows };
  };

async function indexKept(
  options: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  keep: RowKeeper,
): Promise<Prepared> {
  const { chosen, areGiven } = await chooseScenarios(configuration, type, options.scenario);
  const kept = await keep();
  const index = await kept.index({
    scenarios: chosen,
    methods: methodOptions(configuration),
    threads: options.threads,
  });
  const pairsFor = areGiven ? 'given' : pairsOf(options);
  const scenarios = await filling(index, () => joined(index, kept.rows, chosen, pairsFor));
  return { ...besideRows(configuration, type, chosen, options).known, rows: kept.rows, index, scenarios };
}

async function indexWhileReading(
  options: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  read: ReadAll,
): Promise<Prepared> {
  const { chosen, areGiven } = await chooseScenarios(configuration, type, options.scenario);
  const index = new RowIndex({ scenarios: chosen, methods: methodOptions(configuration), threads: options.threads });
  const beside = besideRows(configuration, type, chosen, options);
  const rows = await filling(index, () =>
    read((texts) => {
      beside.add(texts);
      index.add(texts);
      return undefined;
    }),
  );
  const pairsFor = areGiven ? 'given' : pairsOf(options);
  return { ...beside.known, rows, index, scenarios: await filling(index, () => joined(index, rows, chosen, pairsFor)) };
}

async function learnOrFallBack(
  options: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  keep: RowKeeper,
): Promise<Prepared> {
  const beside = besideRows(configuration, type, [], options);
  const kept = await keep(beside);
  const { rows } = kept;
  const mustLearn = options.learn === true;
  const tooLittle = mustLearn ? undefined : whyNotToTry(kept, options, configuration, type);
  const found =
    tooLittle === undefined ? await learned(kept, options, configuration, type, beside.known) : { why: tooLittle };
  if (!('why' in found)) return found;
  const { why: notLearned, ...doubt } = found;
  if (options.precision !== undefined)
    throw new Failure(`--precision needs a learned scenario, but none can be learned: ${notLearned}`);
  if (!configuration.scenarios.some(({ object }) => object === type.name))
    throw new Failure(
      `the rows cannot be compared: ${type.name} has no scenarios, and none can be learned: ${notLearned}`,
    );
  const { chosen: configured } = await chooseScenarios(configuration, type, undefined);
  const chosen = [...configured, ...scenariosOfNumbers(configuration, type, rows.fields)];
  const index = await kept.index({
    scenarios: chosen,
    methods: methodOptions(configuration),
    threads: options.threads,
  });
  const scenarios = await filling(index, () => joined(index, rows, chosen, pairsOf(options))).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new Failure(`${error.message}, or use --learn`) : error;
    },
  );
  return { ...beside.known, rows: { ...rows, texts: new TextRows() }, index, scenarios, notLearned, ...doubt };
}

function besideRows(
  configuration: Configuration,
  type: ObjectType,
  scenarios: readonly Scenario[],
  { areMerged }: PrepareOptions,
) {
  const judged = contradictionsOfType(type, contradictionContext(configuration));
  const grounds = areMerged === true ? new GroundsOf(type.fields, judged) : undefined;
  const names = type.fields.map(({ name }) => name);
  const contradictions = new RowContradictions(judged, scenarios, grounds, names);
  const order = new ContentOrder();
  return {
    known: { contradictions, order },
    add: (texts: FieldTexts): void => {
      contradictions.add(texts);
      if (areMerged === true) order.add(texts);
    },
    addAll: (rows: TextRows): void => {
      contradictions.addAll(rows);
      if (areMerged === true) order.addAll(rows);
    },
  };
}

const pairsOf = ({ areMerged = false }: PrepareOptions) => (areMerged ? 'merged' : 'listed');

/** Returns the reason not to learn, as the end of a sentence; `undefined` if there may be enough data. */
function whyNotToTry(
  { rows, texts }: RowsAtHand & { readonly rows: DedupeRows },
  { learnFrom }: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
): string | undefined {
  const fewest = learnFrom ?? configuration.settings.learningRecords;
  if (rows.count < fewest) return `there are fewer than ${fewest} rows`;
  if (learnFrom !== undefined) return undefined;
  const fields = type.fields.filter(({ name }) => rows.fields.has(name));
  const methods = createMethods(methodOptions(configuration));
  return whyTooFewFields(chooseComparisons(fields, texts, methods, { recordsOf: recordsWith(type.fields) }));
}

/** Returns the prepared rows, or the reason why learning failed, as the end of a sentence. */
async function learned(
  kept: RowsAtHand & { readonly rows: DedupeRows },
  { learn, learnFrom, precision, threads, judged, areMerged }: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  known: Pick<Prepared, 'contradictions' | 'order'>,
): Promise<Prepared | { readonly why: string; readonly isDoubtful?: boolean }> {
  try {
    const moved = areMerged === true ? namedAlike(kept.texts) : [];
    const { trained, builtIn, scenario, index } = await learnWithProgress(configuration, type, kept, {
      precision: precision === undefined ? undefined : precision / 100,
      threads,
      contradictions: known.contradictions,
      judged: judged?.(),
    });
    const tooFew = learn === true || learnFrom !== undefined ? undefined : whyTooFewFields(trained.scenario.fields);
    const areFew = trained.report.chosen.pairs < FEWEST_JUDGED;
    const mayFallBack =
      areMerged === true &&
      learn !== true &&
      trained.scenario.fields.length > 1 &&
      (areFew || ![...kept.rows.fields].some(isIdentifierName)) &&
      configuration.scenarios.some(({ object }) => object === type.name);
    const whyNot = tooFew ?? (mayFallBack ? expectedAt(trained.report, scenario).noGrounds : undefined);
    if (whyNot === undefined) {
      const noise = trained.report.contradictions.filter(({ isNoise }) => isNoise);
      known.contradictions.leaveOut(
        new Set(noise.map(({ kind }) => kind)),
        noise.some(({ keepsOther }) => keepsOther),
      );
      const rows = { ...kept.rows, texts: new TextRows() };
      const besides = areMerged !== true || learn === true ? [] : kept.rows.count <= FEW_ROWS ? builtIn : moved;
      return { ...known, rows, index, scenarios: [scenario], learned: trained.report, besides };
    }
    await index.end();
    return { why: whyNot, ...(!areFew && { isDoubtful: true }) };
  } catch (error) {
    if (learn === true || !(error instanceof Failure)) throw error;
    return { why: error.message };
  }
}

async function joined(
  index: RowIndex,
  rows: DedupeRows,
  chosen: readonly Scenario[],
  pairsFor: PairsFor,
): Promise<Scenario[]> {
  const scenarios = reduceAll(chosen, rows.fields, pairsFor);
  await index.joined(sourceNumbers(rows.sources));
  return scenarios;
}

async function filling<Result>(index: RowIndex, fill: () => Promise<Result>): Promise<Result> {
  try {
    return await fill();
  } catch (error) {
    await index.end();
    throw error;
  }
}
