import { z } from 'zod';
import { keptInMemory, learnWithProgress } from '../../files/dedupe/learn-scenario.js';
import { readInput } from '../../files/dedupe/read-input.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { told, withNotes } from './likeness-error.js';
import { checked, compareOptions, resolve, type CompareOptions } from './option-schemas.js';
import { tableOf, type Row } from './rows.js';

export interface LearnOptions extends Omit<CompareOptions, 'scenarios' | 'threshold' | 'learn'> {
  /** Seed of the random samples, 0 to 999,999,999. Equal seeds and rows produce the same scenario. Default: 1. */
  readonly seed?: number;
}

export interface Expected {
  /** Percentage. */
  readonly threshold: number;
  /** Number of pairs at or above the threshold. */
  readonly pairs: number;
  /** Shares from 0 to 1. */
  readonly precision: number;
  readonly recall: number;
  /** Interval that contains the true precision for 90% of lists. */
  readonly precisionInterval: readonly [low: number, high: number];
  readonly recallInterval: readonly [low: number, high: number];
  /** End of a sentence that explains why the precision is unknown. If set, no rows may be merged. */
  readonly noGrounds?: string | undefined;
}

export interface Learned {
  /**
   * Plain JSON for `options.scenarios` and `scenarios.json`. The scenario's score is 100 times the probability of a
   * match.
   */
  readonly scenario: ScenarioDefinition;
  /** Expected quality at the scenario's threshold. */
  readonly expected: Expected;
  /** Expected quality at other thresholds, ascending. */
  readonly curve: readonly Expected[];
  /** Expected number of matching pairs among the rows. */
  readonly expectedMatches: number;
  readonly notes: readonly string[];
}

const learnOptions = compareOptions
  .omit({ scenarios: true, threshold: true, learn: true })
  .extend({ seed: z.int().min(0).max(999_999_999).optional() });

/**
 * Learns a scenario from unlabelled rows: how strongly each field indicates whether two rows are duplicates.
 * @throws LikenessError if nothing can be learned from the rows, and for unusable options
 */
export function learn(rows: readonly Row[], options: LearnOptions = {}): Promise<Learned> {
  return told(async () => {
    const { seed, precision, threads } = checked(learnOptions, options, 'learn');
    const { configuration, type, map } = await resolve(options);
    const table = tableOf([rows], ['rows']);
    const { result, notes } = await withNotes(async () => {
      const read = await readInput({ file: undefined, table, map }, type, { unusedAre: 'not used' });
      const asked = precision === undefined ? undefined : precision / 100;
      return learnWithProgress(configuration, type, keptInMemory(read), { seed, precision: asked, threads });
    });
    await result.index.end();
    const { scenario, report } = result.trained;
    return { scenario, expected: report.chosen, curve: report.curve, expectedMatches: report.expectedMatches, notes };
  });
}
