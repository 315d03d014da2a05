/** A group of rows that pairs join. */
export interface JoinedGroup {
  /** Rows by position. */
  readonly rows: readonly number[];
  /** Pairs found among them. */
  readonly pairs: number;
}

/** The groups that hang together least: those with the most pairs of records that do not match each other directly. */
export function loosestGroups(groups: Iterable<JoinedGroup>, most: number): JoinedGroup[] {
  const loosest: { group: JoinedGroup; missing: number }[] = [];
  for (const group of groups) {
    const missing = missingPairs(group);
    if (missing <= 0 || (loosest.length === most && missing <= loosest.at(-1)!.missing)) continue;
    let at = loosest.length;
    while (at > 0 && loosest[at - 1]!.missing < missing) at--;
    loosest.splice(at, 0, { group, missing });
    if (loosest.length > most) loosest.pop();
  }
  return loosest.map(({ group }) => group);
}

/** Pairs of records of the group that are no duplicates of each other. */
export function missingPairs({ rows, pairs }: JoinedGroup): number {
  return possiblePairs(rows.length) - pairs;
}

export function possiblePairs(records: number): number {
  return (records * (records - 1)) / 2;
}

/** How many groups there are of each size, sizes ascending. */
export function clusterSizes(groups: Iterable<JoinedGroup>): { size: number; groups: number }[] {
  const counts = new Map<number, number>();
  for (const { rows } of groups) counts.set(rows.length, (counts.get(rows.length) ?? 0) + 1);
  return [...counts].map(([size, count]) => ({ size, groups: count })).sort((a, b) => a.size - b.size);
}
