import { Clusters } from '../../index/self-join/clusters.js';
import type { PairStore } from './pair-store.js';

/** Share of the pairs between two groups that must match for them to be one. */
const MAJORITY = 0.5;

export interface Groups {
  /** By row: number of its group from 1 on; 0 for a row without a duplicate. */
  readonly groupOf: Int32Array;
  /** By group, from 0 on: rows in ascending order; groups in the order of their first rows. */
  readonly members: readonly (readonly number[])[];
}

/**
 * Groups of rows joined by pairs, the surest first: two groups become one where at least half of the pairs between them
 * match. So a chain (A like B, B like C, A unlike C) does not make one record of three, and a pair that was missed
 * inside a group does no harm. Agglomerative clustering by average linkage, over matches.
 *
 * @param counts whether a pair is sure enough to join by
 * @param sources by row, from 0 on: rows of one source are never pairs, and do not count against a group
 */
export function majorityGroups(
  rows: number,
  pairs: PairStore,
  counts: (pair: number) => boolean,
  sources?: Int32Array,
): Groups {
  const components = new Clusters(rows);
  for (let pair = 0; pair < pairs.length; pair += 1)
    if (counts(pair)) components.join(pairs.first[pair]!, pairs.second[pair]!);
  const found = components.groups();
  const componentOf = new Int32Array(rows);
  found.forEach((group, i) => {
    for (const row of group) componentOf[row] = i + 1;
  });
  const pairsOf = pairsByComponent(pairs, counts, componentOf, found.length);
  const groups = found.flatMap((component, i) =>
    component.length === 2 ? [component] : splitComponent(component, pairsOf(i), pairs, sources),
  );
  groups.sort(([a], [b]) => a! - b!);
  const groupOf = new Int32Array(rows);
  groups.forEach((group, i) => {
    for (const row of group) groupOf[row] = i + 1;
  });
  return { groupOf, members: groups };
}

/** The pairs that count, in order of their components. @returns those of a component, numbered from 0 on */
function pairsByComponent(
  pairs: PairStore,
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

/** One component, cut where groups do not agree; rows left alone are in no group. */
function splitComponent(
  component: readonly number[],
  own: Int32Array,
  pairs: PairStore,
  sources: Int32Array | undefined,
): number[][] {
  const place = new Map(component.map((row, i) => [row, i]));
  const groupOf = component.map((_, i) => i);
  const groups = component.map((row, i) => ({
    members: [i],
    bySource: new Map([[sources?.[row] ?? 0, 1]]),
    /** Other group -> matching pairs between. */
    links: new Map<number, number>(),
  }));
  const addLink = (a: number, b: number, count: number) => {
    const { links } = groups[a]!;
    links.set(b, (links.get(b) ?? 0) + count);
  };
  for (const pair of own) {
    const [a, b] = [place.get(pairs.first[pair]!)!, place.get(pairs.second[pair]!)!];
    addLink(a, b, 1);
    addLink(b, a, 1);
  }
  const possible = (a: number, b: number): number => {
    const [one, two] = [groups[a]!, groups[b]!];
    let pairsBetween = one.members.length * two.members.length;
    if (sources !== undefined)
      for (const [source, count] of one.bySource) pairsBetween -= count * (two.bySource.get(source) ?? 0);
    return pairsBetween;
  };
  const merge = (into: number, from: number): void => {
    const [kept, gone] = [groups[into]!, groups[from]!];
    for (const i of gone.members) groupOf[i] = into;
    kept.members.push(...gone.members);
    for (const [source, count] of gone.bySource) kept.bySource.set(source, (kept.bySource.get(source) ?? 0) + count);
    kept.links.delete(from);
    for (const [other, count] of gone.links) {
      if (other === into) continue;
      groups[other]!.links.delete(from);
      addLink(into, other, count);
      addLink(other, into, count);
    }
    gone.members = [];
    gone.links.clear();
  };
  for (const pair of bySureness(own, pairs)) {
    const a = groupOf[place.get(pairs.first[pair]!)!]!;
    const b = groupOf[place.get(pairs.second[pair]!)!]!;
    if (a === b || groups[a]!.links.get(b)! < MAJORITY * possible(a, b)) continue;
    const weight = (group: number) => groups[group]!.members.length + groups[group]!.links.size;
    if (weight(a) >= weight(b)) merge(a, b);
    else merge(b, a);
  }
  return groups
    .filter(({ members }) => members.length > 1)
    .map(({ members }) => members.map((i) => component[i]!).sort((a, b) => a - b));
}

/** The highest score first; equal ones in the order of the rows, so that the same file gives the same groups. */
function bySureness(own: Int32Array, { first, second, score }: PairStore): Int32Array {
  return own.slice().sort((a, b) => score[b]! - score[a]! || first[a]! - first[b]! || second[a]! - second[b]!);
}
