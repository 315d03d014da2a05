import type { Turns } from '../../runtime/turns.js';
import type { Caller } from '../caller.js';
import type {
  DecisionCounts,
  DecisionCountsQuery,
  DecisionsPage,
  DecisionsQuery,
  Judgements,
  Review,
  ReviewInput,
  ShownDecision,
} from './review-types.js';
import { countDecisions } from './count-decisions.js';
import { decisionsPage, shownDecision } from './decisions-page.js';
import { decisionsSince, judgementsOf } from './judged-versions.js';
import { stageReview, stageRevocation } from './review.js';
import type { ServiceParts } from '../live-parts.js';
import type { Decide } from '../decisions.js';
import type { MergeService } from '../merge/merging.js';

export class Reviewing implements Review {
  constructor(
    private readonly parts: () => ServiceParts,
    private readonly inTransaction: Decide,
    private readonly merging: Pick<MergeService, 'references'>,
  ) {}

  async decide(input: ReviewInput, caller: Caller): Promise<ShownDecision> {
    // Only a merge needs the references between records.
    const references = input.verdict === 'duplicate' ? await this.merging.references() : undefined;
    const now = this.parts().now();
    const decision = await this.inTransaction(caller, now, (transaction, parts) =>
      stageReview(parts, transaction, references, input, caller.clientId, now),
    );
    return shownDecision(this.parts(), decision);
  }

  decisions(query: DecisionsQuery): DecisionsPage {
    return decisionsPage(this.parts(), query);
  }

  counts(query: DecisionCountsQuery, turns?: Turns): Promise<DecisionCounts> {
    return countDecisions(this.parts(), query, turns);
  }

  judgements(objectType: string): Judgements {
    return judgementsOf(this.parts(), objectType);
  }

  newest(): string {
    for (const { id } of this.parts().store.reviewDecisions()) return id;
    return '';
  }

  since(objectType: string, after: string, most: number): number {
    return decisionsSince(this.parts(), objectType, after, most);
  }

  async revoke(decisionId: string, caller: Caller): Promise<ShownDecision> {
    const revoked = await this.inTransaction(caller, this.parts().now(), (transaction, parts) =>
      stageRevocation(parts, transaction, decisionId),
    );
    return shownDecision(this.parts(), revoked);
  }
}
