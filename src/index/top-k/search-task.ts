import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule } from '../../matching/score.js';
import type { IndexedField } from '../values/indexed-field.js';

/** The part of the index that a search reads. */
export interface TaskRows {
  /** Rows are 1 .. `lastRow`. */
  readonly lastRow: number;
  isLive(row: number): boolean;
}

export interface SearchTask {
  readonly scenarios: readonly Scenario[];
  /** Indexed fields by scenario and field. */
  readonly fields: readonly (readonly IndexedField[])[];
  /** The query's normal form for an indexed field; `''` if it is not in the query. */
  readonly normal: (field: IndexedField) => string;
  readonly rule: OverlapRule;
  readonly limit: number;
  readonly withTies?: boolean;
  readonly accept?: ((row: number) => boolean) | undefined;
}
