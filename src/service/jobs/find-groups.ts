import { averageLinkage, pairsByGroup } from '../../index/clustering/average-linkage.js';
import type { ScoredPairs } from '../../index/clustering/pair-list.js';
import type { FoundGroup } from '../group/group-types.js';

export interface RowGroup {
  readonly rows: readonly number[];
  /** Pairs by position in the group, with rounded scores, best first. */
  readonly pairs: FoundGroup['pairs'];
  readonly score: number;
}

export interface Decided {
  readonly areDifferent: (one: number, two: number) => boolean;
  readonly has: (row: number) => boolean;
}

const MOST_APART = 1_000_000;
/** Maximum records per group, because people review a group as a whole. Larger groups are not formed. */
export const MOST_MEMBERS = 50;

/**
 * Groups rows like `clean`. In addition, no group contains two rows that reviewers judged different, or more than
 * `MOST_MEMBERS` rows.
 * @param sources index of the object by row; with two objects, only pairs of records from different objects are grouped
 * @returns groups, best first, and the ungrouped pairs as groups of two, best first
 */
export function findGroups(
  rows: number,
  pairs: ScoredPairs,
  decided: Decided,
  sources?: Int32Array,
): { groups: RowGroup[]; apart: Iterable<RowGroup>; ungrouped: number } {
  const { groupOf, members, weakest } = averageLinkage(rows, pairs, {
    ...{ sources, mostMembers: MOST_MEMBERS },
    mayJoin: (one, two) => {
      const judged = one.filter((row) => decided.has(row));
      return judged.length === 0 || !judged.some((a) => two.some((b) => decided.areDifferent(a, b)));
    },
  });
  const { first, second, score } = pairs;
  const inside = pairsByGroup(pairs, { groupOf, members });
  const shown = (pair: number) => Math.floor(score[pair]!);
  const groups = members
    .map((group, i): RowGroup => {
      const place = new Map(group.map((row, at) => [row, at]));
      const best = inside(i).sort((a, b) => shown(b) - shown(a) || a - b);
      return {
        rows: group,
        pairs: Array.from(best, (pair) => [place.get(first[pair]!)!, place.get(second[pair]!)!, shown(pair)] as const),
        score: Math.floor(weakest[i]!),
      };
    })
    .sort((a, b) => b.score - a.score || a.rows[0]! - b.rows[0]!);
  const left = inside(members.length).sort((a, b) => shown(b) - shown(a) || a - b);
  const kept = left.subarray(0, MOST_APART);
  return { groups, apart: pairsOf(kept, pairs), ungrouped: kept.length };
}

function* pairsOf(numbers: Int32Array, { first, second, score }: ScoredPairs): Iterable<RowGroup> {
  for (const pair of numbers) {
    const shown = Math.floor(score[pair]!);
    yield { rows: [first[pair]!, second[pair]!], pairs: [[0, 1, shown]], score: shown };
  }
}
