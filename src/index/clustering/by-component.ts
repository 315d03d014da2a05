import type { ScoredPairs } from './pair-list.js';

/**
 * The counted pairs by component, from 0, in their order.
 * @param componentOf by row, from 1; the same for both rows of a pair
 */
export function byComponent(
  pairs: ScoredPairs,
  counts: (pair: number) => boolean,
  componentOf: Int32Array,
  components: number,
): (component: number) => Int32Array {
  const starts = new Int32Array(components + 2);
  for (let pair = 0; pair < pairs.length; pair += 1)
    if (counts(pair)) starts[componentOf[pairs.first[pair]!]! + 1]! += 1;
  for (let i = 1; i < starts.length; i += 1) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const order = new Int32Array(starts.at(-1)!);
  for (let pair = 0; pair < pairs.length; pair += 1)
    if (counts(pair)) order[next[componentOf[pairs.first[pair]!]!]!++] = pair;
  return (component) => order.subarray(starts[component + 1], starts[component + 2]);
}
