import type { Configuration } from '../../config/configuration.js';
import { comparisonScenario, sourceNumbers, Table } from '../../learning/row-table.js';
import type { JudgedTableRows } from '../../learning/judged-pairs.js';
import { recordsWith, type ComparedRows } from '../../learning/comparisons.js';
import { LearningError, trainOn, whatToCompare, type Trained } from '../../learning/train.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../../runtime/failure.js';
import type { DedupeRows } from './read-rows.js';
import { RowIndex, type RowIndexSettings } from '../../index/self-join/row-index.js';
import { methodOptions, resolveDefinitions } from '../../config/resolve-definitions.js';
import { progress } from '../../runtime/notes.js';

export interface LearnSettings {
  readonly seed?: number | undefined;
  /** Least expected precision, 0..1. */
  readonly precision?: number | undefined;
  readonly progress?: (done: number, total: number) => void;
  readonly threads?: number | undefined;
  /** Contradictions between the rows. */
  readonly contradictions?: RowContradictions | undefined;
  /** The answers of people about pairs of rows. */
  readonly judged?: readonly JudgedTableRows[] | undefined;
}

export interface LearnedScenario {
  readonly trained: Trained;
  /** By the methods of the index. */
  readonly scenario: Scenario;
  /** Holds all rows: to be asked for pairs, and ended. */
  readonly index: RowIndex;
}

/** Rows that have been read, wherever they are kept. */
export interface RowsAtHand {
  readonly rows: Pick<DedupeRows, 'fields' | 'sources'>;
  /** To be looked at. */
  readonly texts: ComparedRows;
  /** Indexes all rows. To be called once: their texts are used up. */
  index(settings: Pick<RowIndexSettings, 'scenarios' | 'methods' | 'threads'>): Promise<RowIndex>;
}

/** Rows that are in memory. */
export function keptInMemory(rows: DedupeRows): RowsAtHand {
  const { texts } = rows;
  return {
    rows,
    texts,
    async index(settings) {
      const index = new RowIndex(settings);
      try {
        for (const each of texts) {
          const wait = index.add(each);
          if (wait) await wait;
        }
        return index;
      } catch (error) {
        // Leaves no thread behind that waits for more rows.
        await index.end();
        throw error;
      }
    },
  };
}

/**
 * Learns a scenario from the rows themselves, over the fields that they fill.
 *
 * @throws Failure where the rows give nothing to learn from
 */
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
    const compared = whatToCompare({ rows: kept.texts, fields, recordsOf: recordsWith(type.fields), methods });
    const asked = comparisonScenario(compared.comparisons, methods);
    index = await kept.index({ scenarios: [asked], methods: methodOptions(configuration), threads });
    const joined = await index.joined(sourceNumbers(rows.sources));
    const trained = trainOn(new Table(joined.index, joined.table, asked, rows.sources), compared, {
      object: type.name,
      ...(seed !== undefined && { seed }),
      ...(precision !== undefined && { precision }),
      ...(contradictions && { contradictions }),
      ...(judged && { judged }),
      ...(progress && { progress }),
    });
    const resolved = resolveDefinitions(configuration, [trained.scenario], 'the learned scenario')[0]!;
    const known = (field: ScenarioField) => ({ ...field, method: methods.get(field.method.name)! });
    return { trained, scenario: { ...resolved, fields: resolved.fields.map(known) }, index };
  } catch (error) {
    await index?.end();
    if (error instanceof LearningError) throw new Failure(error.message);
    throw error;
  }
}

/** As `learn`, with a progress bar. */
export async function learnWithProgress(
  configuration: Configuration,
  type: ObjectType,
  kept: RowsAtHand,
  settings: Omit<LearnSettings, 'progress'>,
): Promise<LearnedScenario> {
  const bar = progress('learning', 1);
  try {
    return await learn(configuration, type, kept, {
      ...settings,
      progress: (done, total) => bar.update(done / total, `step ${done} of ${total}`),
    });
  } finally {
    bar.stop();
  }
}
