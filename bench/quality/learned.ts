import { expectedAt } from '../../src/batch/dedupe/describe-compared.js';
import { learn as learnFrom } from '../../src/batch/dedupe/learn-scenario.js';
import { resolveDefinitions } from '../../src/config/resolve-definitions.js';
import type { Configuration } from '../../src/config/configuration.js';
import type { ExpectedQuality } from '../../src/learning/expected-quality.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

export interface LearnedOfSet {
  readonly scenarios: readonly Scenario[];
  /** At the scenario's threshold. */
  readonly expected: ExpectedQuality;
}

/** Trains a scenario on a set's own unlabelled records: what `likeness dedupe` does. */
export async function learn(configuration: Configuration, { mapping, rows }: DataSet): Promise<LearnedOfSet> {
  const type = configuration.registry.byName(mapping.object)!;
  const { trained, index } = await learnFrom(configuration, type, rows, {});
  await index.end();
  const scenarios = resolveDefinitions(configuration, [trained.scenario], 'the learned scenario');
  return { scenarios, expected: expectedAt(trained.report, scenarios[0]!) };
}
