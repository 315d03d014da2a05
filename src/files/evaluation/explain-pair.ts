import { NormalizedRecord } from '../../matching/normalized-record.js';
import { type FieldTexts } from '../../matching/field-texts.js';
import { scorePair, type FieldScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';

/** Explanation of a pair, field by field, under the scenario that decides. */
export interface PairExplanation {
  readonly scenario: Scenario;
  /** Score in percent, not rounded. */
  readonly score: number;
  readonly isDuplicate: boolean;
  /** Scores in the scenario's field order. `searched` is the value of the record that finds the other record. */
  readonly fields: readonly FieldScore[];
}

/** Explains a pair under the rule of `dedupe`. Prefers matching scenarios. `undefined` if there are no scenarios. */
export function explainPair(scenarios: readonly Scenario[], a: FieldTexts, b: FieldTexts): PairExplanation | undefined {
  let best: PairExplanation | undefined;
  for (const scenario of scenarios) {
    const [x, y] = [new NormalizedRecord(a).normals(scenario), new NormalizedRecord(b).normals(scenario)];
    for (const [searched, stored] of [
      [x, y],
      [y, x],
    ] as const) {
      const fields: FieldScore[] = [];
      const { num, den, isDuplicate } = scorePair(scenario, searched, stored, 'dedupe', undefined, fields);
      const score = den === 0 ? 0 : num / den / 100;
      const isBetter = best?.isDuplicate === isDuplicate ? score > best.score : best === undefined || isDuplicate;
      if (isBetter) best = { scenario, score, isDuplicate, fields };
    }
  }
  return best;
}
