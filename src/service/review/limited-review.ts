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

/** The object limits of a client. Each method throws for objects beyond them. */
export interface ObjectLimits {
  limited(caller: Caller): Caller;
  /** @returns the object of a list; a limited client must name one */
  listed(objectType: string | undefined): string;
  allowId(id: string): void;
}

/** `Review` for a client limited to some objects. */
export class LimitedReview implements Review {
  constructor(
    private readonly whole: Review,
    private readonly limits: ObjectLimits,
  ) {}

  decide(input: ReviewInput, caller: Caller): Promise<ShownDecision> {
    return this.whole.decide(input, this.limits.limited(caller));
  }

  decisions(query: DecisionsQuery): DecisionsPage {
    if (query.recordId !== undefined) this.limits.allowId(query.recordId);
    return this.whole.decisions({ ...query, objectType: this.limits.listed(query.objectType) });
  }

  async counts(query: DecisionCountsQuery, turns?: Turns): Promise<DecisionCounts> {
    return this.whole.counts({ ...query, objectType: this.limits.listed(query.objectType) }, turns);
  }

  judgements(objectType: string): Judgements {
    return this.whole.judgements(this.limits.listed(objectType));
  }

  newest(): string {
    return this.whole.newest();
  }

  since(objectType: string, after: string, most: number): number {
    return this.whole.since(this.limits.listed(objectType), after, most);
  }

  revoke(decisionId: string, caller: Caller): Promise<ShownDecision> {
    return this.whole.revoke(decisionId, this.limits.limited(caller));
  }
}
