import type { Configuration } from '../../config/configuration.js';
import { comparedColumns, type ComparedColumns } from '../../index/shared-keys/compared-columns.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { chooseScenarios, reduceAll, type AskedScenarios } from '../dedupe/asked-scenarios.js';

/** Columns of tables of keys and pairs beside the compared ones. */
export const OWN_COLUMNS = ['list', 'key', 'side', 'id', 'id1', 'id2', 'score', 'duplicate'] as const;

export interface AskedComparison {
  readonly scenario: AskedScenarios | undefined;
  /** Percent, instead of the thresholds of the scenarios. */
  readonly threshold?: number | undefined;
}

export interface FilterComparison extends ComparedColumns {
  readonly scenarios: readonly Scenario[];
}

/**
 * The scenarios asked for, as `dedupe` takes them for a file, and their columns. Names of columns are those that all
 * fields of the scenarios give, whichever of them the table has: keys and pairs call a column alike.
 *
 * @param filled tells the fields that the table has, by their columns' names
 */
export async function comparisonOf(
  configuration: Configuration,
  type: ObjectType,
  { scenario, threshold }: AskedComparison,
  filled: (columnOf: (field: ScenarioField) => string) => ReadonlySet<string> | ((field: ScenarioField) => boolean),
): Promise<FilterComparison> {
  const { chosen, areGiven } = await chooseScenarios(configuration, type, scenario);
  const whole = comparedColumns(chosen, OWN_COLUMNS);
  const keyOf = ({ fields, method }: Pick<ScenarioField, 'fields' | 'method'>) => JSON.stringify([fields, method.name]);
  const names = new Map(whole.columns.map((column) => [keyOf(column), column.name]));
  const columnOf = (field: Pick<ScenarioField, 'fields' | 'method'>) => names.get(keyOf(field))!;
  const reduced = reduceAll(chosen, filled(columnOf), areGiven ? 'given' : 'listed');
  const scenarios =
    threshold === undefined ? reduced : reduced.map((each) => ({ ...each, threshold: Math.round(threshold * 100) }));
  const { columns, positions } = comparedColumns(scenarios, OWN_COLUMNS);
  return { scenarios, columns: columns.map((column) => ({ ...column, name: columnOf(column) })), positions };
}
