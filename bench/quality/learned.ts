import { learn as learnFrom } from '../../src/cli/dedupe/learn.js';
import type { Configuration } from '../../src/config/configuration.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

/** Trains a scenario on a set's own unlabelled records: what `likeness dedupe --learn` does. */
export function learn(configuration: Configuration, { mapping, rows }: DataSet): Scenario[] {
  const type = configuration.registry.byName(mapping.object)!;
  return [learnFrom(configuration, type, rows, {}).scenario];
}
