import type { Configuration } from '../../config/configuration.js';
import { LearningError, train, type Trained } from '../../learning/train.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { Failure } from '../errors.js';
import { progress } from '../output/progress.js';
import type { DedupeRows } from './rows.js';
import { resolveDefinitions } from './scenarios.js';

export interface LearnSettings {
  readonly seed?: number | undefined;
  /** Least expected precision, 0..1. */
  readonly precision?: number | undefined;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Learns a scenario from the rows themselves, over the fields that they fill.
 *
 * @throws Failure where the rows give nothing to learn from
 */
export function learn(
  configuration: Configuration,
  type: ObjectType,
  rows: DedupeRows,
  { seed, precision, progress }: LearnSettings,
): { trained: Trained; scenario: Scenario } {
  const { lists, settings } = configuration;
  try {
    const trained = train({
      object: type.name,
      rows: rows.texts,
      sources: rows.sources,
      fields: type.fields.filter(({ name }) => rows.fields.has(name)),
      methods: createMethods({ lists, defaultCountry: settings.defaultCountry }),
      ...(seed !== undefined && { seed }),
      ...(precision !== undefined && { precision }),
      ...(progress && { progress }),
    });
    return { trained, scenario: resolveDefinitions(configuration, [trained.scenario], 'the learned scenario')[0]! };
  } catch (error) {
    if (error instanceof LearningError) throw new Failure(error.message);
    throw error;
  }
}

/** As `learn`, with a progress bar. */
export function learnWithBar(
  configuration: Configuration,
  type: ObjectType,
  rows: DedupeRows,
  settings: Omit<LearnSettings, 'progress'>,
): ReturnType<typeof learn> {
  const bar = progress('learning', 1);
  try {
    return learn(configuration, type, rows, {
      ...settings,
      progress: (done, total) => bar.update(done / total, `step ${done} of ${total}`),
    });
  } finally {
    bar.stop();
  }
}
