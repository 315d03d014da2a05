import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import type { LearningQuestion } from '../learning/questions.js';
import type { ReviewLink } from './review-links.js';

/** The most informative pairs: to be reviewed anyway, merged, or without a group; none that follow from decisions. */
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
