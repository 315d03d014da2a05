import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule } from '../../matching/score.js';
import type { IndexedField } from '../values/indexed-field.js';

export interface TaskRows {
  /** Rows are 1 .. `lastRow`. */
  readonly lastRow: number;
  isLive(row: number): boolean;
}

export interface SearchTask {
  readonly scenarios: readonly Scenario[];
  /** By scenario and field. */
  readonly fields: readonly (readonly IndexedField[])[];
  /** `''` if the field is not in the query. */
  readonly normal: (field: IndexedField) => string;
  readonly rule: OverlapRule;
  readonly limit: number;
  readonly withTies?: boolean;
  readonly accept?: ((row: number) => boolean) | undefined;
}
