import type { Verdict } from '../../store/review-decisions.js';
import type { Turns } from '../../runtime/turns.js';
import type { Caller } from '../caller.js';

/** A decision and its records: their Ids, or a suspected pair. */
export interface ReviewInput {
  readonly verdict: Verdict;
  readonly recordIds?: readonly string[] | undefined;
  readonly pairId?: string | undefined;
  readonly note?: string | undefined;
  /** For `later`: the Id of the client that is to decide. */
  readonly assignedTo?: string | undefined;
  /** For `duplicate`, as for a merge: the surviving record, and values that override the survivorship rules. */
  readonly masterId?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface ShownDecision {
  id: string;
  objectType: string;
  verdict: Verdict;
  records: {
    id: string;
    /** Since the decision, in the compared fields. */
    state: 'unchanged' | 'changed' | 'deleted';
    /** Its current name; for a deleted record as judged. Absent if it has none. */
    name?: string | undefined;
    /** Texts of the compared fields as judged; only on request. */
    texts?: Record<string, string> | undefined;
  }[];
  clientId: string;
  /** ISO 8601. */
  time: string;
  note: string | null;
  /** For `later`: the client that is to decide. */
  assignedTo: string | null;
  /** For `duplicate`: the change that merged the records; `undo` takes it. */
  changeId: string | null;
  /** For `duplicate`: who undid the merge, and when; `null` if nobody did. */
  undone: { clientId: string; time: string } | null;
  /** Whether it still applies to at least two of the records, because they are unchanged in compared fields. */
  inForce: boolean;
}

export interface DecisionsPage {
  /** May be fewer than requested while there is a next page. */
  records: ShownDecision[];
  /** `before` of the next page; `null` at the end. */
  next: string | null;
}

export interface DecisionsQuery {
  readonly objectType?: string | undefined;
  readonly verdict?: Verdict | undefined;
  readonly recordId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly assignedTo?: string | undefined;
  /** ISO 8601: only decisions at this time or later. */
  readonly since?: string | undefined;
  /** Only decisions older than this one. */
  readonly before?: string | undefined;
  readonly pageSize: number;
  readonly texts?: boolean | undefined;
}

export type Verdicts = Record<Verdict, number>;

export interface ClientDecisions extends Verdicts {
  clientId: string;
  /** By day in UTC, newest first; days without decisions are left out. */
  days: { day: string; decisions: number }[];
}

/** Decided pairs with one score, in percent, by the scenarios of today. */
export interface DecidedScore {
  readonly score: number;
  duplicate: number;
  notDuplicate: number;
}

export interface DecisionCounts extends Verdicts {
  /** Most decisions first. */
  clients: ClientDecisions[];
  /** The newest decisions about two records, lowest score first; absent if not asked for. */
  scores?: DecidedScore[];
}

export type DecisionCountsQuery = Pick<DecisionsQuery, 'objectType' | 'clientId' | 'since'> & {
  readonly scores?: boolean | undefined;
};

export interface JudgedVersion {
  readonly id: string;
  /** By field; long ones cut. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether it is unchanged; otherwise it was merged, and may be deleted or changed. */
  readonly isCurrent: boolean;
}

export interface Judgements {
  /** Number in force. */
  readonly decisions: number;
  /** Ids of contradictory decisions: their pairs are left out. */
  readonly contradicting: readonly string[];
  readonly versions: readonly JudgedVersion[];
  /** Indexes into `versions`. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly isSame: boolean }[];
}

/** People's decisions about possible duplicates. Refusals are `RequestError`s. */
export interface Review {
  decide(input: ReviewInput, caller: Caller): Promise<ShownDecision>;
  /** Newest first. */
  decisions(query: DecisionsQuery): DecisionsPage;
  counts(query: DecisionCountsQuery, turns?: Turns): Promise<DecisionCounts>;
  /** For learning: decisions in force, newest first, of a limited number. */
  judgements(objectType: string): Judgements;
  /** Id of the newest decision about any object; `''` if none. */
  newest(): string;
  /** Number of decisions about an object after a given one, up to `most`. */
  since(objectType: string, after: string, most: number): number;
  /** Revokes a decision; restores the suspected pairs that it removed. */
  revoke(decisionId: string, caller: Caller): Promise<ShownDecision>;
}
