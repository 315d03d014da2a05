import type { FoundGroup } from '../contract/grouping.js';
import { Clusters } from '../index/self-join/clusters.js';

/** Pairs of rows, numbered from 0, in columns of which the first `length` entries count. */
export interface ScoredPairs {
  readonly length: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Shown scores, 0..100. */
  readonly scores: Uint8Array;
}

export interface RowGroup {
  /** Ascending. */
  readonly rows: readonly number[];
  readonly pairs: FoundGroup['pairs'];
  readonly score: number;
}

/** Records of a group: so many can be decided on at once. What would make a group larger stays apart. */
export const MOST_MEMBERS = 50;
const SCORES = 101;

/**
 * Groups of rows that pairs join, directly or through others. The best pairs join first; one that would put two rows
 * together of which people say that they are not one joins nothing. So a chain breaks at its weakest pair.
 *
 * @param isDifferent what people have decided about two rows
 * @param isJudged whether anything is decided about a row
 * @returns the best groups first
 */
export function findGroups(
  rows: number,
  pairs: ScoredPairs,
  isDifferent: (one: number, two: number) => boolean,
  isJudged: (row: number) => boolean,
): RowGroup[] {
  const clusters = new Clusters(rows);
  const members = new Map<number, number[]>();
  /** By the lowest row of a group, the lowest score that joined two of its parts. */
  const scores = new Map<number, number>();
  const of = (root: number) => members.get(root) ?? [root];
  const mayJoin = (one: readonly number[], two: readonly number[]) => {
    if (one.length + two.length > MOST_MEMBERS) return false;
    const judged = one.filter(isJudged);
    return judged.length === 0 || !judged.some((a) => two.some((b) => isDifferent(a, b)));
  };
  const order = bestFirst(pairs);
  for (const at of order) {
    const one = clusters.root(pairs.first[at]!);
    const two = clusters.root(pairs.second[at]!);
    if (one === two || !mayJoin(of(one), of(two))) continue;
    const joined = [...of(one), ...of(two)];
    clusters.join(one, two);
    members.delete(one);
    members.delete(two);
    scores.delete(one);
    scores.delete(two);
    const root = clusters.root(one);
    members.set(root, joined);
    scores.set(root, pairs.scores[at]!);
  }
  const inside = new Map<number, [number, number, number][]>();
  for (const at of order) {
    const one = pairs.first[at]!;
    const two = pairs.second[at]!;
    const root = clusters.root(one);
    if (root !== clusters.root(two) || !members.has(root)) continue;
    const known = inside.get(root);
    const pair: [number, number, number] = [one, two, pairs.scores[at]!];
    if (known === undefined) inside.set(root, [pair]);
    else known.push(pair);
  }
  return [...members]
    .map(([root, unordered]): RowGroup => {
      const sorted = unordered.sort((a, b) => a - b);
      const place = new Map(sorted.map((row, i) => [row, i]));
      const found = inside.get(root)!.map(([a, b, score]) => [place.get(a)!, place.get(b)!, score] as const);
      return { rows: sorted, pairs: found, score: scores.get(root)! };
    })
    .sort((a, b) => b.score - a.score || a.rows[0]! - b.rows[0]!);
}

/** Positions of the pairs by falling score; equal ones keep their order. */
function bestFirst({ length, scores }: ScoredPairs): Int32Array {
  const starts = new Int32Array(SCORES + 1);
  for (let at = 0; at < length; at++) starts[SCORES - scores[at]!]!++;
  for (let i = 1; i <= SCORES; i++) starts[i]! += starts[i - 1]!;
  const order = new Int32Array(length);
  for (let at = 0; at < length; at++) order[starts[SCORES - 1 - scores[at]!]!++] = at;
  return order;
}
