import { grouped } from '../../runtime/memory/grouped.js';
import { Clusters } from './clusters.js';
import type { ScoredPairs } from './pair-list.js';

export interface RecordGroups {
  /** Group number of each row, from 1, or 0 for a row without duplicates. */
  readonly groupOf: Int32Array;
  /** Row numbers of each group, ascending. Groups are ordered by their first row. */
  readonly members: readonly (readonly number[])[];
  /** For each group, the score, in percent, of the weakest pair that joined two of its parts. */
  readonly weakest: readonly number[];
}

export interface LinkageOptions {
  /** Whether a pair may join groups. Default: all may. */
  readonly counts?: (pair: number) => boolean;
  /** Source of each row. Rows from the same source are not compared, but may be in one group. */
  readonly sources?: Int32Array | undefined;
  /** Maximum rows per group. Default: unlimited. */
  readonly mostMembers?: number;
  /** Whether two groups may be joined. The answer must not change, because a rejected join is not tried again. */
  readonly mayJoin?: (one: readonly number[], two: readonly number[]) => boolean;
  /** Rank of each row by content, to decide between equal scores. Equal rows may share a rank. Default: row number. */
  readonly placeOf?: ((row: number) => number) | undefined;
  /** Evidence for a pair, which orders pairs of equal score. Default: equal for all pairs. */
  readonly strength?: ((pair: number) => number) | undefined;
  /** Pairs of rows that must be in the same group, regardless of score. */
  readonly joined?: readonly (readonly [number, number])[] | undefined;
}

/** Two groups are joined if at least one in `PAIRS_FOR_ONE` of the pairs between them matches. */
const PAIRS_FOR_ONE = 3;

export interface Part {
  readonly rows: number[];
  readonly weakest: number;
}

type JoinedRows = NonNullable<LinkageOptions['joined']>;

interface GrowingPart {
  readonly rows: number[];
  readonly bySource: Map<number, number>;
  readonly links: Map<number, number>;
  readonly refused: Set<number>;
  weakest: number;
}

/**
 * Agglomerative clustering by average linkage, highest scores first. Two groups are joined if a third of the pairs
 * between them match. Therefore one wrong pair cannot join large groups, and a few missed pairs do not split a group.
 */
export function averageLinkage(rows: number, pairs: ScoredPairs, options: LinkageOptions = {}): RecordGroups {
  return linkComponents(rows, pairs, options, (component, own, joined) =>
    splitComponent(component, own, pairs, { ...options, joined }),
  );
}

/**
 * Returns the parts of all connected components as groups.
 * @param split returns the parts of a component. `own` are the pairs that count, and `within` are all pairs of its rows
 */
export function linkComponents(
  rows: number,
  pairs: ScoredPairs,
  { counts = () => true, joined = [] }: LinkageOptions,
  split: (component: readonly number[], own: Int32Array, joined: JoinedRows, within: Int32Array) => readonly Part[],
): RecordGroups {
  const { length, first, second } = pairs;
  const isCounted = Uint8Array.from({ length }, (_, pair) => (counts(pair) ? 1 : 0));
  const components = new Clusters(rows);
  for (const [a, b] of joined) components.join(a, b);
  for (let pair = 0; pair < length; pair += 1) if (isCounted[pair] === 1) components.join(first[pair]!, second[pair]!);
  const found = components.groups();
  const componentOf = new Int32Array(rows);
  found.forEach((group, i) => {
    for (const row of group) componentOf[row] = i + 1;
  });
  const pairsOf = grouped(length, found.length, (pair) =>
    componentOf[first[pair]!] === componentOf[second[pair]!] ? componentOf[first[pair]!]! - 1 : -1,
  );
  const joinedOf = new Map<number, (readonly [number, number])[]>();
  for (const rows of joined) {
    const component = componentOf[rows[0]]! - 1;
    joinedOf.set(component, [...(joinedOf.get(component) ?? []), rows]);
  }
  const parts = found.flatMap((component, i) => {
    const within = pairsOf(i);
    const own = within.filter((pair) => isCounted[pair] === 1);
    return split(component, own, joinedOf.get(i) ?? [], within);
  });
  parts.sort((a, b) => a.rows[0]! - b.rows[0]!);
  const groupOf = new Int32Array(rows);
  parts.forEach((part, i) => {
    for (const row of part.rows) groupOf[row] = i + 1;
  });
  return {
    groupOf,
    members: parts.map((part) => part.rows),
    weakest: parts.map((part) => part.weakest),
  };
}

/** @param own the component's pairs that may join groups @returns the groups of two or more rows */
export function splitComponent(
  component: readonly number[],
  own: Int32Array,
  pairs: ScoredPairs,
  { sources, mostMembers = Infinity, mayJoin = () => true, placeOf, strength, joined = [] }: LinkageOptions,
): Part[] {
  if (own.length === 0 && joined.length === 0) return [];
  if (component.length === 2 && joined.length === 0 && mostMembers > 1) {
    // Most components are of two rows, for which there is nothing to choose.
    const [one, other] = component as readonly [number, number];
    const weakest = own.reduce((best, pair) => Math.max(best, pairs.score[pair]!), 0);
    return mayJoin([one], [other]) ? [{ rows: [one, other], weakest }] : [];
  }
  const place = new Map(component.map((row, i) => [row, i]));
  const partOf = component.map((_, i) => i);
  const parts = component.map((row): GrowingPart => ({
    rows: [row],
    bySource: new Map([[sources?.[row] ?? 0, 1]]),
    links: new Map(),
    refused: new Set(),
    weakest: 100,
  }));
  const addLink = (a: number, b: number, count: number) => {
    const { links } = parts[a]!;
    links.set(b, (links.get(b) ?? 0) + count);
  };
  for (const pair of own) {
    const [a, b] = [place.get(pairs.first[pair]!)!, place.get(pairs.second[pair]!)!];
    addLink(a, b, 1);
    addLink(b, a, 1);
  }
  const possible = (one: GrowingPart, two: GrowingPart): number => {
    let between = one.rows.length * two.rows.length;
    if (sources !== undefined)
      for (const [source, count] of one.bySource) between -= count * (two.bySource.get(source) ?? 0);
    return between;
  };
  const join = (into: number, from: number, score: number): void => {
    const [kept, gone] = [parts[into]!, parts[from]!];
    for (const row of gone.rows) partOf[place.get(row)!] = into;
    kept.rows.push(...gone.rows);
    kept.weakest = score;
    for (const [source, count] of gone.bySource) kept.bySource.set(source, (kept.bySource.get(source) ?? 0) + count);
    kept.links.delete(from);
    for (const [other, count] of gone.links) {
      if (other === into) continue;
      parts[other]!.links.delete(from);
      addLink(into, other, count);
      addLink(other, into, count);
    }
    for (const other of gone.refused) {
      kept.refused.add(other);
      parts[other]!.refused.add(into);
    }
    gone.rows.length = 0;
    gone.links.clear();
  };
  for (const [one, other] of joined) {
    const [a, b] = [partOf[place.get(one)!]!, partOf[place.get(other)!]!];
    if (a !== b) join(a, b, 100);
  }
  for (const pair of bySureness(own, pairs, placeOf, strength)) {
    const a = partOf[place.get(pairs.first[pair]!)!]!;
    const b = partOf[place.get(pairs.second[pair]!)!]!;
    if (a === b) continue;
    const [one, two] = [parts[a]!, parts[b]!];
    if (one.rows.length + two.rows.length > mostMembers) continue;
    if (one.refused.has(b) || PAIRS_FOR_ONE * one.links.get(b)! < possible(one, two)) continue;
    if (!mayJoin(one.rows, two.rows)) {
      one.refused.add(b);
      two.refused.add(a);
      continue;
    }
    const weight = (part: GrowingPart) => part.rows.length + part.links.size;
    if (weight(one) >= weight(two)) join(a, b, pairs.score[pair]!);
    else join(b, a, pairs.score[pair]!);
  }
  for (const part of parts) part.rows.sort((a, b) => a - b);
  return parts.filter((part) => part.rows.length > 1);
}

/** Orders pairs by descending score, then by the rows' contents, so that the file order has no effect. */
function bySureness(
  own: Int32Array,
  { first, second, score }: ScoredPairs,
  readPlace: (row: number) => number = (row) => row,
  strength: (pair: number) => number = () => 0,
): Int32Array {
  const places = new Map<number, number>();
  const placeOf = (row: number): number => {
    const known = places.get(row) ?? readPlace(row);
    places.set(row, known);
    return known;
  };
  const lower = (pair: number) => Math.min(placeOf(first[pair]!), placeOf(second[pair]!));
  const higher = (pair: number) => Math.max(placeOf(first[pair]!), placeOf(second[pair]!));
  return own
    .slice()
    .sort(
      (a, b) =>
        score[b]! - score[a]! ||
        strength(b) - strength(a) ||
        lower(a) - lower(b) ||
        higher(a) - higher(b) ||
        first[a]! - first[b]! ||
        second[a]! - second[b]!,
    );
}

/** Returns the pairs of each group. The last group, after all others, has the pairs between groups. */
export function pairsByGroup(
  { length, first, second }: ScoredPairs,
  { groupOf, members }: Pick<RecordGroups, 'groupOf' | 'members'>,
): (group?: number) => Int32Array {
  return grouped(length, members.length + 1, (pair) => {
    const group = groupOf[first[pair]!]!;
    return (group !== 0 && group === groupOf[second[pair]!] ? group : members.length + 1) - 1;
  });
}
