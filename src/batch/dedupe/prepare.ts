import { ContentOrder } from '../../clustering/content-order.js';
import { whyTooFewFields } from '../../matching/few-fields.js';
import type { Configuration } from '../../config/configuration.js';
import { chooseComparisons, recordsWith } from '../../learning/comparisons.js';
import type { JudgedTableRows } from '../../learning/judged-pairs.js';
import { sourceNumbers } from '../../learning/row-table.js';
import type { Trained } from '../../learning/train.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { contradictionsOfType } from '../../matching/contradictions/of-type.js';
import { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { keptInMemory, learnWithProgress, type RowsAtHand } from './learn-scenario.js';
import { readInput, type InputOptions } from './read-input.js';
import type { DedupeRows, TakeRow } from './read-rows.js';
import type { FieldTexts } from '../../matching/normalized-record.js';
import { RowIndex } from '../../index/self-join/row-index.js';
import { methodOptions } from '../../config/resolve-definitions.js';
import { contextOf } from '../../service/upsert/pair-judge.js';
import type { PairsFor } from '../../matching/reduce-scenario.js';
import { chooseScenarios, reduceAll, type AskedScenarios } from './asked-scenarios.js';

/** Reads all rows. @param take is given every row's texts in order, instead of keeping them all */
export type ReadAll = (take?: TakeRow) => Promise<DedupeRows>;

/**
 * Reads all rows into where they are kept.
 *
 * @param take is given every row's texts in order, as well
 */
export type RowKeeper = (take?: (texts: FieldTexts) => void) => Promise<RowsAtHand & { readonly rows: DedupeRows }>;

export interface PrepareOptions extends InputOptions {
  /** Absent: learned from the rows where these are enough. */
  readonly scenario?: AskedScenarios | undefined;
  /** Learn, or fail: from however few rows and fields. */
  readonly learn?: boolean | undefined;
  /** Learn from so many rows on, however few fields; absent: `learningRecords` of the settings, and two fields. */
  readonly learnFrom?: number | undefined;
  /** Whether the pairs are merged without anybody looking. */
  readonly areMerged?: boolean | undefined;
  /** Percent, instead of the thresholds of the scenarios. */
  readonly threshold?: number | undefined;
  /** Percent: least expected precision of what is learned. */
  readonly precision?: number | undefined;
  readonly threads?: number | undefined;
  /** The answers of people about the rows, once these are read: learned from. */
  readonly judged?: (() => readonly JudgedTableRows[]) | undefined;
}

/** Rows that are read and indexed, and what they are to be compared by. */
export interface Prepared {
  readonly rows: DedupeRows;
  /** To be asked for pairs once, and ended. */
  readonly index: RowIndex;
  /** Reduced to the fields that the rows have, with the thresholds that apply. */
  readonly scenarios: readonly Scenario[];
  /** Contradictions between the rows. */
  readonly contradictions: RowContradictions;
  /** An order of the rows that is not the file's. */
  readonly order: ContentOrder;
  /** Absent: the scenarios were not learned. */
  readonly learned?: Trained['report'];
  /** Why nothing was learned, where that was tried: the end of a sentence. */
  readonly notLearned?: string;
}

/**
 * Reads the rows, and finds what to compare them by: the scenarios asked for; else one learned from the rows; else,
 * where the rows give too little to learn from, those of the REST search.
 *
 * @param read reads what the options name, unless it is given
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
  if (learn === true && scenario !== undefined) throw new WrongUse('give either --learn or --scenario');
  if (precision !== undefined && scenario !== undefined)
    throw new WrongUse('--precision chooses the threshold of a learned scenario: give it without --scenario');
  if (precision !== undefined && threshold !== undefined)
    throw new WrongUse('give either --threshold or --precision, which chooses the threshold');
  const keep = keeper ?? inMemory(read);
  const prepared = await (scenario === undefined
    ? learnOrFallBack(options, configuration, type, keep)
    : keeper
      ? indexKept(options, configuration, type, keeper)
      : indexWhileReading(options, configuration, type, read));
  if (threshold === undefined) return prepared;
  const asked = Math.round(threshold * 100);
  return { ...prepared, scenarios: prepared.scenarios.map((each) => ({ ...each, threshold: asked })) };
}

const inMemory =
  (read: ReadAll): RowKeeper =>
  async (take) => {
    const rows = await read();
    for (const texts of rows.texts) take?.(texts);
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
  return { ...besideRows(configuration, type, chosen).known, rows: kept.rows, index, scenarios };
}

async function indexWhileReading(
  options: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  read: ReadAll,
): Promise<Prepared> {
  const { chosen, areGiven } = await chooseScenarios(configuration, type, options.scenario);
  const index = new RowIndex({ scenarios: chosen, methods: methodOptions(configuration), threads: options.threads });
  const beside = besideRows(configuration, type, chosen);
  const rows = await filling(index, () =>
    read((texts) => {
      beside.add(texts);
      return index.add(texts);
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
  const beside = besideRows(configuration, type, []);
  const kept = await keep((texts) => beside.add(texts));
  const { rows } = kept;
  const mustLearn = options.learn === true;
  const found =
    (!mustLearn && whyNotToTry(kept, options, configuration, type)) ||
    (await learned(kept, options, configuration, type, beside.known));
  if (typeof found !== 'string') return found;
  if (options.precision !== undefined)
    throw new Failure(`--precision asks for a learned scenario, and nothing can be learned: ${found}`);
  if (!configuration.scenarios.some(({ object }) => object === type.name))
    throw new Failure(
      `the rows cannot be compared: ${type.name} has no scenarios, and nothing can be learned: ${found}`,
    );
  const { chosen } = await chooseScenarios(configuration, type, undefined);
  const index = await kept.index({
    scenarios: chosen,
    methods: methodOptions(configuration),
    threads: options.threads,
  });
  const scenarios = await filling(index, () => joined(index, rows, chosen, pairsOf(options))).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new Failure(`${error.message}; --learn compares what there is`) : error;
    },
  );
  return { ...beside.known, rows: { ...rows, texts: [] }, index, scenarios, notLearned: found };
}

/** Notes on the rows that stand beside their index. @param scenarios those that say which contradictions count */
function besideRows(configuration: Configuration, type: ObjectType, scenarios: readonly Scenario[]) {
  const contradictions = new RowContradictions(contradictionsOfType(type, contextOf(configuration)), scenarios);
  const order = new ContentOrder();
  return {
    known: { contradictions, order },
    add: (texts: FieldTexts): void => {
      contradictions.add(texts);
      order.add(texts);
    },
  };
}

const pairsOf = ({ areMerged = false }: PrepareOptions) => (areMerged ? 'merged' : 'listed');

/** @returns the end of a sentence; `undefined` where there may be enough to learn from */
function whyNotToTry(
  { rows, texts }: RowsAtHand & { readonly rows: DedupeRows },
  { learnFrom }: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
): string | undefined {
  const fewest = learnFrom ?? configuration.settings.learningRecords;
  if (rows.count < fewest) return `the rows are fewer than ${fewest}`;
  if (learnFrom !== undefined) return undefined;
  const fields = type.fields.filter(({ name }) => rows.fields.has(name));
  const methods = createMethods(methodOptions(configuration));
  return whyTooFewFields(chooseComparisons(fields, texts, methods, { recordsOf: recordsWith(type.fields) }));
}

/** @returns why nothing was learned that is worth having, as the end of a sentence */
async function learned(
  kept: RowsAtHand & { readonly rows: DedupeRows },
  { learn, learnFrom, precision, threads, judged }: PrepareOptions,
  configuration: Configuration,
  type: ObjectType,
  known: Pick<Prepared, 'contradictions' | 'order'>,
): Promise<Prepared | string> {
  try {
    const { trained, scenario, index } = await learnWithProgress(configuration, type, kept, {
      precision: precision === undefined ? undefined : precision / 100,
      threads,
      contradictions: known.contradictions,
      judged: judged?.(),
    });
    const tooFew = learn === true || learnFrom !== undefined ? undefined : whyTooFewFields(trained.scenario.fields);
    if (tooFew === undefined) {
      known.contradictions.leaveOut(noiseOf(trained.report));
      const rows = { ...kept.rows, texts: [] };
      return { ...known, rows, index, scenarios: [scenario], learned: trained.report };
    }
    await index.end();
    return tooFew;
  } catch (error) {
    if (learn === true || !(error instanceof Failure)) throw error;
    return error.message;
  }
}

const noiseOf = ({ contradictions }: Trained['report']) =>
  new Set(contradictions.filter(({ isNoise }) => isNoise).map(({ kind }) => kind));

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

/** Leaves no thread behind that waits for more rows. */
async function filling<Result>(index: RowIndex, fill: () => Promise<Result>): Promise<Result> {
  try {
    return await fill();
  } catch (error) {
    await index.end();
    throw error;
  }
}
