import { expectedAt } from '../../src/files/learning/expected-quality.js';
import { keptInMemory, learn as learnFrom } from '../../src/files/dedupe/learn-scenario.js';
import { resolveDefinitions } from '../../src/store/config/resolve-definitions.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import type { ExpectedQuality } from '../../src/files/learning/expected-quality.js';
import type { JudgedTableRows } from '../../src/files/learning/judged-pairs.js';
import type { LearningQuestion } from '../../src/files/learning/questions.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

export interface LearnedOfSet {
  readonly scenarios: readonly Scenario[];
  /** At the scenario's threshold. */
  readonly expected: ExpectedQuality;
  /** The most informative pairs. */
  readonly questions: readonly LearningQuestion[];
}

/** Trains a scenario on a set's own records, optionally with answers, like `likeness dedupe`. */
export async function learn(
  configuration: Configuration,
  { mapping, rows }: Pick<DataSet, 'mapping' | 'rows'>,
  judged: readonly JudgedTableRows[] = [],
  seed = 1,
): Promise<LearnedOfSet> {
  const type = configuration.registry.byName(mapping.object)!;
  const { trained, index } = await learnFrom(configuration, type, keptInMemory(rows), { judged, seed });
  await index.end();
  const scenarios = resolveDefinitions(configuration, [trained.scenario], 'the learned scenario');
  return { scenarios, expected: expectedAt(trained.report, scenarios[0]!), questions: trained.report.questions };
}
