import type { Scenario } from '../../matching/scenario.js';
import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import type { ValueStretch } from './join-messages.js';
import { joinTable, type JoinTable } from './join-table.js';
import { columnsOf, isJoined } from './self-join.js';
import type { SimilarPairs } from './similar-pairs.js';

export interface ColumnPairs {
  readonly column: number;
  readonly pairs: SimilarPairs;
}

const MOST_VALUES = 8_192;

/** Returns ranges of values to join. Columns that are joined as a whole come first, because they take longest. */
export function valueStretches(
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  {
    isCompared = (field) => isJoined(index, scenarios, field),
    mostValues = MOST_VALUES,
  }: {
    readonly isCompared?: ((field: IndexedField) => boolean) | undefined;
    readonly mostValues?: number | undefined;
  } = {},
): ValueStretch[] {
  const whole: ValueStretch[] = [];
  const stretches: ValueStretch[] = [];
  columnsOf(index, scenarios).forEach((field, column) => {
    const { size } = field.dictionary;
    if (!isCompared(field)) return;
    if (field.isCrossed) whole.push({ column, from: 1, to: size + 1 });
    else
      for (let from = 1; from <= size; from += mostValues)
        stretches.push({ column, from, to: Math.min(from + mostValues, size + 1) });
  });
  return [...whole, ...stretches];
}

/** @param found similar values in the order of the ranges @param sources by row; no pairs within a source */
export function tableOfValues(
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  found: Iterable<ColumnPairs>,
  sources?: Int32Array,
): JoinTable {
  const columns = columnsOf(index, scenarios);
  const pairs = columns.map((column): SimilarPairs[] | undefined =>
    isJoined(index, scenarios, column) ? [] : undefined,
  );
  for (const each of found) pairs[each.column]!.push(each.pairs);
  return joinTable(index, columns, pairs, sources);
}
