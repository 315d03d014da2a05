import { explainPair } from '../../files/evaluation/explain-pair.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { Scenario } from '../../matching/scenario.js';
import { reportPair } from '../../files/report/report-pair.js';

/** An explained score, under the deciding scenario. */
export interface Explanation {
  /** Percentage, rounded down. For a learned scenario, 100 x the probability of a match. */
  readonly score: number;
  readonly isDuplicate: boolean;
  /** Id of the scenario with the highest score, preferring those that make the pair a duplicate. */
  readonly scenario: string;
  /** Percentage. */
  readonly threshold: number;
  /** Unit of steps and contributions: bits for a learned scenario, percentage points for others. */
  readonly unit: 'bits' | 'points';
  /** Steps that add up to the score, or to the match weight with that probability. */
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** Compared fields, then other filled fields. */
  readonly fields: readonly {
    readonly field: string;
    /** Values as given. `undefined` if blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** From 0 to 1. Omitted if the field was not compared. */
    readonly similarity?: number | undefined;
    readonly contribution?: number | undefined;
  }[];
}

export function explanationOf(scenarios: readonly Scenario[], a: FieldTexts, b: FieldTexts): Explanation {
  const { scenario, isDuplicate } = explainPair(scenarios, a, b)!;
  const { score, threshold, waterfall, fields } = reportPair([scenario], { id: 'a', texts: a }, { id: 'b', texts: b })!;
  return {
    score,
    isDuplicate,
    scenario: scenario.id,
    threshold: threshold!,
    unit: waterfall!.unit,
    steps: waterfall!.steps,
    fields,
  };
}
