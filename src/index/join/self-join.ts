import type { Scenario } from '../../matching/scenario.js';
import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { JoinPlan } from './join-plan.js';
import { adjustmentsIn, joinScenario } from './join-scenario.js';
import { joinTable, type JoinTable } from './join-table.js';
import { PairColumns } from './pair-columns.js';
import { RowJoin } from './row-join.js';
import { joinValues } from './similar-pairs.js';

/** A pair of records in which one record finds the other. */
export interface DuplicatePair {
  readonly id1: string;
  readonly id2: string;
  /** The score is `num / den`, from 0 to 10,000: the higher of the pair's two directions. */
  readonly num: number;
  readonly den: number;
}

export interface SelfJoinOptions {
  /** For a file, omit fields that the file does not have, because `minimumOverlap` is a share of the total weight. */
  readonly scenarios: readonly Scenario[];
  /** Called after every thousand rows and at the end. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Number of rows at the start of the table whose pairs are already known. Default: 0. */
  readonly done?: number | undefined;
}

const REPORT_EVERY = 1_000;

/** Returns the pairs in which one record finds the other. The index must not change. */
export function* duplicatePairs(
  index: MemoryIndex,
  { scenarios, progress }: SelfJoinOptions,
): Generator<DuplicatePair> {
  const table = tableOf(index, scenarios);
  const { order } = table;
  const join = new RowJoin(table, index, columnsOf(index, scenarios), scenarios);
  const found = new PairColumns();
  for (let row = 1; row <= order.length; row++) {
    join.pairsOf(row, found);
    found.renumber(order);
    for (const { first, second, num, den } of found)
      yield { id1: index.idOf(first), id2: index.idOf(second), num, den };
    found.clear();
    if (row % REPORT_EVERY === 0 && row < order.length) progress?.(row, order.length);
  }
  progress?.(order.length, order.length);
}

/** Creates the table of an index. @param sources by row; rows from the same source are not joined */
export function tableOf(index: MemoryIndex, scenarios: readonly Scenario[], sources?: Int32Array): JoinTable {
  const columns = columnsOf(index, scenarios);
  const pairs = columns.map((column) =>
    isJoined(index, scenarios, column) ? [joinValues(column, 1, column.dictionary.size + 1)] : undefined,
  );
  return joinTable(index, columns, pairs, sources);
}

export function columnsOf(index: MemoryIndex, scenarios: readonly Scenario[]): IndexedField[] {
  return [...new Set(scenarios.flatMap((scenario) => index.fieldsOf(scenario)))];
}

/** Returns whether values are joined: for a combined column, only if a scenario finds pairs in no other way. */
export function isJoined(index: MemoryIndex, scenarios: readonly Scenario[], column: IndexedField): boolean {
  if (column.parts.length === 0) return true;
  return scenarios.some((each) => {
    const fields = index.fieldsOf(each);
    if (!fields.includes(column)) return false;
    if (each.model) return true;
    const scenario = joinScenario(each, [...fields.keys()], adjustmentsIn(fields));
    const plan = new JoinPlan(scenario);
    fields.forEach((field, i) => {
      plan.isFilled[i] = 1;
      plan.equal[i] = plan.other[i] = scenario.most(i, field === column ? 10_000 : 0, 0);
    });
    return !plan.choose(undefined);
  });
}
