import type { ClusterSizes } from '../charts/chart-data.js';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { ScoredPairs } from '../../index/clustering/pair-list.js';

export interface JoinedGroup {
  /** Positions of the group's rows. */
  readonly rows: readonly number[];
  readonly pairs: number;
}

const MOST_LOOSE = 8;

export class GroupSummary {
  count = 0;
  rows = 0;
  readonly #sizes = new Map<number, number>();
  readonly #loosest: { readonly group: JoinedGroup; readonly missing: number }[] = [];

  constructor(private readonly most = MOST_LOOSE) {}

  add(group: JoinedGroup): void {
    const size = group.rows.length;
    this.count++;
    this.rows += size;
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + 1);
    const missing = missingPairs(group);
    const loosest = this.#loosest;
    if (missing <= 0 || (loosest.length === this.most && missing <= loosest.at(-1)!.missing)) return;
    let at = loosest.length;
    while (at > 0 && loosest[at - 1]!.missing < missing) at--;
    loosest.splice(at, 0, { group, missing });
    if (loosest.length > this.most) loosest.pop();
  }

  /** @param rowOf maps a position in the groups and pairs to a row */
  addAll({ members, groupOf }: RecordGroups, pairs: ScoredPairs, rowOf = (position: number) => position): void {
    const inside = new Int32Array(members.length);
    const { length, first, second } = pairs;
    for (let pair = 0; pair < length; pair++) {
      const group = groupOf[first[pair]!]!;
      if (group > 0 && group === groupOf[second[pair]!]) inside[group - 1]!++;
    }
    members.forEach((group, i) => this.add({ rows: group.map(rowOf), pairs: inside[i]! }));
  }

  get sizes(): ClusterSizes {
    return [...this.#sizes].map(([size, groups]) => ({ size, groups })).sort((a, b) => a.size - b.size);
  }

  /** Groups in which most pairs of records do not match directly. */
  get loosest(): readonly JoinedGroup[] {
    return this.#loosest.map(({ group }) => group);
  }
}

/** Returns the number of pairs in the group that are not duplicates. */
export function missingPairs({ rows, pairs }: JoinedGroup): number {
  return possiblePairs(rows.length) - pairs;
}

export function possiblePairs(records: number): number {
  return (records * (records - 1)) / 2;
}
