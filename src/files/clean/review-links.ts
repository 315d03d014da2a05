import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { ScoredPairs } from '../../index/clustering/pair-list.js';
import type { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import type { LearningQuestion } from '../learning/questions.js';

/**
 * The reason why a pair alone does not merge rows: a contradiction, a score below the sure score, agreement only in
 * names and places, a row that fits two contradictory groups, or too little evidence in all pairs.
 */
export type UnsureReason = 'contradicted' | 'unsure' | 'names' | 'torn' | 'grounds';

/** Two groups or ungrouped rows; a person must decide whether they are the same. */
export interface ReviewLink {
  /** The pair with the highest score between the two. */
  readonly rows: readonly [number, number];
  /** Score of that pair, in percent. */
  readonly score: number;
  /** Number of matching pairs between the two. */
  readonly pairs: number;
  /** `merged` and `teaches` are shown because the answer is informative. */
  readonly reason: 'chain' | 'merged' | 'teaches' | UnsureReason;
}

/**
 * Returns pairs that joined no group, because they are uncertain or between groups in which most rows do not match.
 * @param whyUnsure returns `undefined` for a certain pair
 * @param contradict whether any two rows contradict each other
 */
export function reviewLinks(
  { groupOf, members }: RecordGroups,
  pairs: ScoredPairs,
  whyUnsure: (pair: number) => UnsureReason | undefined,
  contradict: (one: number, two: number) => boolean = () => false,
): ReviewLink[] {
  // An ungrouped row is a negative number.
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

/** Returns the most informative pairs, merged or not, for review. Omits pairs that follow from decisions. */
export function questionLinks(
  questions: readonly LearningQuestion[],
  review: readonly ReviewLink[],
  { groupOf }: RecordGroups,
  decided: DecidedPairs,
): ReviewLink[] {
  const known = new Map(review.map((link) => [link.rows.join(' '), link]));
  return questions.flatMap(({ a, b, score }): ReviewLink[] => {
    if (decided.areApart(a, b) || decided.areTogether(a, b)) return [];
    const isMerged = groupOf[a] !== 0 && groupOf[a] === groupOf[b];
    return [known.get(`${a} ${b}`) ?? { rows: [a, b], score, pairs: 1, reason: isMerged ? 'merged' : 'teaches' }];
  });
}
