import type { RecordGroups } from '../../clustering/average-linkage.js';
import type { ScoredPairs } from '../../clustering/pair-list.js';

/**
 * Why a pair alone merges nothing: something speaks against it, it is below the sure score, it rests on names and
 * places alone, one of its rows fits two groups that contradict each other, or nothing is merged for want of grounds.
 */
export type UnsureReason = 'contradicted' | 'unsure' | 'names' | 'torn' | 'grounds';

/** Two groups, or rows that are in none, that a person should decide about. */
export interface ReviewLink {
  /** Rows of the highest scoring pair between the two. */
  readonly rows: readonly [number, number];
  /** Percent: of that pair. */
  readonly score: number;
  /** Matching pairs between the two. */
  readonly pairs: number;
  /** `merged` and `teaches`: asked for what an answer teaches. */
  readonly reason: 'chain' | 'merged' | 'teaches' | UnsureReason;
}

/**
 * Pairs that joined no group: not sure, or between groups that most of their rows do not agree on.
 *
 * @param whyUnsure `undefined` for a sure pair
 * @param contradict whether something speaks against two rows, pair or not
 */
export function reviewLinks(
  { groupOf, members }: RecordGroups,
  pairs: ScoredPairs,
  whyUnsure: (pair: number) => UnsureReason | undefined,
  contradict: (one: number, two: number) => boolean = () => false,
): ReviewLink[] {
  // A row without a group stands for itself: below zero, so that it is told from groups.
  const unitOf = (row: number) => (groupOf[row] === 0 ? -row - 1 : groupOf[row]!);
  const rowsOf = (row: number) => (groupOf[row] === 0 ? [row] : members[groupOf[row]! - 1]!);
  const links = new Map<string, { best: number; pairs: number; isChain: boolean }>();
  for (let pair = 0; pair < pairs.length; pair += 1) {
    const [a, b] = [unitOf(pairs.first[pair]!), unitOf(pairs.second[pair]!)];
    if (a === b) continue;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const link = links.get(key);
    const isSure = whyUnsure(pair) === undefined;
    if (link === undefined) links.set(key, { best: pair, pairs: 1, isChain: isSure });
    else {
      link.pairs += 1;
      link.isChain ||= isSure;
      if (pairs.score[pair]! > pairs.score[link.best]!) link.best = pair;
    }
  }
  const reasonOf = (best: number, isChain: boolean): ReviewLink['reason'] => {
    const reason = whyUnsure(best);
    if (reason === 'grounds' || reason === 'contradicted') return reason;
    const [one, two] = [rowsOf(pairs.first[best]!), rowsOf(pairs.second[best]!)];
    if (one.some((a) => two.some((b) => contradict(a, b)))) return 'contradicted';
    return isChain ? 'chain' : reason!;
  };
  return [...links.values()]
    .map(({ best, pairs: count, isChain }): ReviewLink => ({
      rows: [pairs.first[best]!, pairs.second[best]!],
      score: pairs.score[best]!,
      pairs: count,
      reason: reasonOf(best, isChain),
    }))
    .sort((a, b) => b.score - a.score || a.rows[0] - b.rows[0] || a.rows[1] - b.rows[1]);
}
