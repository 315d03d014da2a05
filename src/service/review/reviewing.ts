import type { Review } from './review-types.js';
import { countDecisions } from './count-decisions.js';
import { decisionsPage, shownDecision } from './decisions-page.js';
import { decisionsSince, judgementsOf } from './judged-versions.js';
import { stageReview, stageRevocation } from './review.js';
import type { ServiceParts } from '../live-parts.js';
import type { Decide } from '../decisions.js';
import type { MergeService } from '../merge/merging.js';

export function reviewing(
  parts: () => ServiceParts,
  inTransaction: Decide,
  merging: Pick<MergeService, 'references'>,
): Review {
  return {
    decide: async (input, caller) => {
      // Only a merge needs the references between records.
      const references = input.verdict === 'duplicate' ? await merging.references() : undefined;
      const now = parts().now();
      const decision = await inTransaction(caller, now, (transaction, current) =>
        stageReview(current, transaction, references, input, caller.clientId, now),
      );
      return shownDecision(parts(), decision);
    },
    decisions: (query) => decisionsPage(parts(), query),
    counts: (query, turns) => countDecisions(parts(), query, turns),
    judgements: (objectType) => judgementsOf(parts(), objectType),
    newest: () => {
      for (const { id } of parts().store.reviewDecisions()) return id;
      return '';
    },
    since: (objectType, after, most) => decisionsSince(parts(), objectType, after, most),
    revoke: async (decisionId, caller) => {
      const revoked = await inTransaction(caller, parts().now(), (transaction, current) =>
        stageRevocation(current, transaction, decisionId),
      );
      return shownDecision(parts(), revoked);
    },
  };
}
