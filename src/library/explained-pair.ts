import { explainPair } from '../evaluation/explain-pair.js';
import type { FieldTexts } from '../matching/normalized-record.js';
import type { Scenario } from '../matching/scenario.js';
import { reportPair } from '../report/report-pair.js';

/** A score taken apart, under the scenario that decides. */
export interface Explanation {
  /** Percent, rounded down; of a learned scenario 100 x the probability of a match. */
  readonly score: number;
  readonly isDuplicate: boolean;
  /** Id of the scenario: of those that make the pair a duplicate the one with the highest score, else of all. */
  readonly scenario: string;
  /** Percent. */
  readonly threshold: number;
  /** Unit of steps and contributions: bits of a learned scenario, percentage points of others. */
  readonly unit: 'bits' | 'points';
  /** They add up to the score, or to the match weight whose probability it is. */
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** Fields compared, then the other ones that are filled. */
  readonly fields: readonly {
    readonly field: string;
    /** As given; `undefined` for blank. */
    readonly values: readonly [string | undefined, string | undefined];
    /** 0..1; absent where the field was not compared. */
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
