import type { ExpectedQuality, Interval } from '../learning/expected-quality.js';
import type { Fact } from './report-data.js';
import { percentText } from './report-text.js';

/** Quality of a learned scenario. @param threshold percent, the one in use */
export function expectedFacts(expected: ExpectedQuality | undefined, threshold: number): Fact[] {
  if (expected === undefined) return [];
  if (expected.noGrounds !== undefined)
    return [{ label: 'expected precision', value: 'not known', detail: expected.noGrounds }];
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
