/**
 * Groups positions by a counting sort, in ascending order within a group.
 * @returns the positions of a group, or of all groups in order
 * @param groupOf returns the group of a position, from 0; a negative number leaves the position out
 */
export function grouped(
  length: number,
  groups: number,
  groupOf: (position: number) => number,
): (group?: number) => Int32Array {
  const of = Int32Array.from({ length }, (_, position) => groupOf(position));
  const starts = new Int32Array(groups + 1);
  for (const group of of) if (group >= 0) starts[group + 1]! += 1;
  for (let i = 1; i < starts.length; i += 1) starts[i]! += starts[i - 1]!;
  const order = new Int32Array(starts.at(-1)!);
  const next = starts.slice();
  of.forEach((group, position) => {
    if (group >= 0) order[next[group]!++] = position;
  });
  return (group) => (group === undefined ? order : order.subarray(starts[group], starts[group + 1]));
}
