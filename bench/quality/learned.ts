import { learn as learnFrom } from '../../src/cli/dedupe/learn-scenario.js';
import { resolveDefinitions } from '../../src/config/resolve-definitions.js';
import type { Configuration } from '../../src/config/configuration.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

/** Trains a scenario on a set's own unlabelled records: what `likeness dedupe` does. */
export async function learn(configuration: Configuration, { mapping, rows }: DataSet): Promise<Scenario[]> {
  const type = configuration.registry.byName(mapping.object)!;
  const { trained, index } = await learnFrom(configuration, type, rows, {});
  await index.end();
  return resolveDefinitions(configuration, [trained.scenario], 'the learned scenario');
}
