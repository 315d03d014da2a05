import type { FieldWeights } from '../charts/chart-data.js';
import { FULL } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ComparedFiles, Fact } from './report-data.js';
import type { ExpectedQuality, Interval } from '../learning/expected-quality.js';
import { percentText } from './section.js';

/** Describes a scenario. The weights of a learned scenario are those of full agreement, in bits. */
export function reportScenario({ id, name, threshold, fields, model }: Scenario): ComparedFiles['scenarios'][number] {
  return {
    id,
    name,
    threshold: threshold / 100,
    scoreMethod: model ? 'probabilistic' : 'weighted',
    fields: fields.map(({ label, method, weight }, i) => ({
      field: label,
      method: method.name,
      weight: model ? Math.round(model.fields[i]!.levels[0]!.matchWeight / 100) / 10 : weight / 100,
    })),
  };
}

/** Returns the fields of learned scenarios, most informative field first. */
export function fieldWeights(scenarios: readonly Scenario[]): FieldWeights[] {
  const weights = scenarios.flatMap(({ fields, model }) =>
    (model?.fields ?? []).map(({ levels }, i) => ({
      field: fields[i]!.label,
      levels: levels.map(({ from, matchWeight }) => ({ from: from / FULL, bits: matchWeight / 1_000 })),
    })),
  );
  const most = ({ levels }: FieldWeights) => Math.max(...levels.map(({ bits }) => bits));
  return weights.sort((a, b) => most(b) - most(a));
}

/** Describes the quality of a learned scenario. @param threshold the threshold in use, in percent */
export function expectedFacts(expected: ExpectedQuality | undefined, threshold: number): Fact[] {
  if (expected === undefined) return [];
  if (expected.noGrounds !== undefined)
    return [{ label: 'expected precision', value: 'unknown', detail: expected.noGrounds }];
  const at = expected.threshold === threshold ? '' : `, at threshold ${expected.threshold}`;
  const within = ([low, high]: Interval) => `${percentText(low)} to ${percentText(high)}${at}`;
  return [
    {
      label: 'expected precision',
      value: percentText(expected.precision),
      detail: within(expected.precisionInterval),
    },
    { label: 'expected recall', value: percentText(expected.recall), detail: within(expected.recallInterval) },
  ];
}
