import { explainPair } from '../../files/evaluation/explain-pair.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { Scenario } from '../../matching/scenario.js';
import { reportPair } from '../../files/report/report-pair.js';

/** The explanation of a score according to the deciding scenario. */
export interface Explanation {
  /** Score in percent, rounded down. The score of a learned scenario is 100 times the probability of a match. */
  readonly score: number;
  readonly isDuplicate: boolean;
  /** Id of the scenario with the highest score. Scenarios that make the pair a duplicate take precedence. */
  readonly scenario: string;
  /** Percentage. */
  readonly threshold: number;
  /** Unit of steps and contributions: bits for a learned scenario, percentage points for others. */
  readonly unit: 'bits' | 'points';
  /** Steps that add up to the score or, for a learned scenario, to the match weight (log2 odds). */
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** Compared fields, then other filled fields. */
  readonly fields: readonly {
    readonly field: string;
    /** Values as given. `undefined` if blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** Similarity from 0 to 1. Omitted if the field was not compared. */
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
