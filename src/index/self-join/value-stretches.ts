import type { Scenario } from '../../matching/scenario.js';
import type { MemoryIndex } from '../memory-index.js';
import type { ValueStretch } from './join-messages.js';
import { joinTable, type JoinTable } from './join-table.js';
import { columnsOf, isJoined } from './self-join.js';
import type { SimilarPairs } from './similar-pairs.js';

/** Values of a stretch. */
const MOST_VALUES = 8_192;

/** The values to be compared, in stretches. What is joined as a whole comes first, lest it be waited for at the end. */
export function valueStretches(
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  mostValues = MOST_VALUES,
): ValueStretch[] {
  const whole: ValueStretch[] = [];
  const stretches: ValueStretch[] = [];
  columnsOf(index, scenarios).forEach((field, column) => {
    const { size } = field.dictionary;
    if (!isJoined(index, scenarios, field)) return;
    if (field.isCrossed) whole.push({ column, from: 1, to: size + 1 });
    else
      for (let from = 1; from <= size; from += mostValues)
        stretches.push({ column, from, to: Math.min(from + mostValues, size + 1) });
  });
  return [...whole, ...stretches];
}

/**
 * The table of rows and of what the stretches of values gave.
 *
 * @param found one after the other in the order of the stretches, each in as many parts as it came in
 * @param sources by row of the index the number of its source: only pairs across sources are joined
 */
export function tableOfValues(
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  found: Iterable<{ readonly column: number; readonly pairs: SimilarPairs }>,
  sources?: Int32Array,
): JoinTable {
  const columns = columnsOf(index, scenarios);
  const pairs = columns.map((column): SimilarPairs[] | undefined =>
    isJoined(index, scenarios, column) ? [] : undefined,
  );
  for (const each of found) pairs[each.column]!.push(each.pairs);
  return joinTable(index, columns, pairs, sources);
}
