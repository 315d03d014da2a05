import type { Configuration } from '../../store/config/configuration.js';
import { comparisonScenario, sourceNumbers, Table } from '../learning/row-table.js';
import type { JudgedTableRows } from '../learning/judged-pairs.js';
import { recordsWith, type ComparedRows } from '../learning/comparisons.js';
import { LearningError, trainOn, whatToCompare, type Trained } from '../learning/train.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../../runtime/failure.js';
import { builtInPairs } from './built-in-check.js';
import type { DedupeRows } from './read-rows.js';
import { RowIndex, type RowIndexSettings } from '../../index/join/row-index.js';
import { methodOptions, resolveDefinitions } from '../../store/config/resolve-definitions.js';
import { progress, type Progress } from '../../runtime/notes.js';

interface LearnSettings {
  readonly seed?: number | undefined;
  /** Minimum expected precision, 0 to 1. */
  readonly precision?: number | undefined;
  readonly progress?: (done: number, total: number) => void;
  readonly threads?: number | undefined;
  readonly contradictions?: RowContradictions | undefined;
  readonly judged?: readonly JudgedTableRows[] | undefined;
}

interface LearnedScenario {
  readonly trained: Trained;
  /** Pairs that the built-in scenarios have found with enough evidence. */
  readonly builtIn: readonly (readonly [number, number])[];
  readonly scenario: Scenario;
  /** Index of all rows. The caller must read its pairs and end it. */
  readonly index: RowIndex;
}

/** Rows that have been read into memory or into an engine. */
export interface RowsAtHand {
  readonly rows: Pick<DedupeRows, 'fields' | 'sources'>;
  readonly texts: ComparedRows;
  /** Creates the index and frees the values of the rows. Must be called only once. */
  index(settings: Pick<RowIndexSettings, 'scenarios' | 'methods' | 'threads'>): Promise<RowIndex>;
}

export function keptInMemory(rows: Pick<DedupeRows, 'fields' | 'sources' | 'texts'>): RowsAtHand {
  const { texts } = rows;
  return { rows, texts, index: (settings) => Promise.resolve(new RowIndex(settings, texts)) };
}

/** Learns a scenario that compares the fields that rows fill. @throws Failure if there are too few rows or fields */
export async function learn(
  configuration: Configuration,
  type: ObjectType,
  kept: RowsAtHand,
  { seed, precision, progress, threads, contradictions, judged }: LearnSettings,
): Promise<LearnedScenario> {
  const methods = createMethods(methodOptions(configuration));
  const { rows } = kept;
  const fields = type.fields.filter(({ name }) => rows.fields.has(name));
  let index: RowIndex | undefined;
  try {
    const findBuiltIn = builtInPairs(kept.texts, rows.fields, type, configuration);
    const compared = whatToCompare({ rows: kept.texts, fields, recordsOf: recordsWith(type.fields), methods });
    const asked = comparisonScenario(compared.comparisons, methods);
    index = await kept.index({ scenarios: [asked], methods: methodOptions(configuration), threads });
    const joining = index.joined(sourceNumbers(rows.sources));
    // Threads index the columns in the meantime.
    const [joined, builtIn] = await Promise.all([joining, Promise.resolve().then(findBuiltIn)]).finally(() => joining);
    const trained = trainOn(new Table(joined.index, joined.table, asked, rows.sources), compared, {
      ...{ object: type.name, known: builtIn.areEvidence ? builtIn.pairs : [] },
      ...(seed !== undefined && { seed }),
      ...(precision !== undefined && { precision }),
      ...(contradictions && { contradictions }),
      ...(judged && { judged }),
      ...(progress && { progress }),
    });
    const resolved = resolveDefinitions(configuration, [trained.scenario], 'the learned scenario')[0]!;
    const known = (field: ScenarioField) => ({ ...field, method: methods.get(field.method.name)! });
    return { trained, builtIn: builtIn.pairs, scenario: { ...resolved, fields: resolved.fields.map(known) }, index };
  } catch (error) {
    await index?.end();
    if (error instanceof LearningError) throw new Failure(error.message);
    throw error;
  }
}

export async function learnWithProgress(
  configuration: Configuration,
  type: ObjectType,
  kept: RowsAtHand,
  settings: Omit<LearnSettings, 'progress'>,
): Promise<LearnedScenario> {
  // Created late, because the progress bars of indexing and comparing come first.
  let bar: Progress | undefined;
  try {
    return await learn(configuration, type, kept, {
      ...settings,
      progress: (done, total) => (bar ??= progress('learning', 1)).update(done / total, `step ${done} of ${total}`),
    });
  } finally {
    bar?.stop();
  }
}
