import type { Verdict } from '../../store/review-decisions.js';
import type { Caller } from '../likeness.js';

/** A decision and the records that it is about: their Ids, or a suspected pair. */
export interface ReviewInput {
  readonly verdict: Verdict;
  readonly recordIds?: readonly string[] | undefined;
  readonly pairId?: string | undefined;
  readonly note?: string | undefined;
  /** For `later`: the Id of the client that is to decide. */
  readonly assignedTo?: string | undefined;
  /** For `duplicate`, as for a merge: the record that stays, and values over the survivorship rules. */
  readonly masterId?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface ShownDecision {
  id: string;
  objectType: string;
  verdict: Verdict;
  records: {
    id: string;
    /** Since the decision, in the fields that were compared. */
    state: 'unchanged' | 'changed' | 'deleted';
    /** Its name now; once it is deleted, as it was judged. Absent: it has none. */
    name?: string | undefined;
    /** Texts of the compared fields as they were judged; only where asked for. */
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
  /** For `duplicate`: who took the merge back, and when; `null`: nobody did. */
  undone: { clientId: string; time: string } | null;
  /** Whether it still counts for at least two of the records: these have not changed since in a compared field. */
  inForce: boolean;
}

export interface DecisionsPage {
  /** May be fewer than were asked for while there is a next page. */
  records: ShownDecision[];
  /** `before` of the next page; `null`: this was the last. */
  next: string | null;
}

export interface DecisionsQuery {
  readonly objectType?: string | undefined;
  readonly verdict?: Verdict | undefined;
  readonly recordId?: string | undefined;
  /** Only those of this client. */
  readonly clientId?: string | undefined;
  /** Only those that this client is to decide. */
  readonly assignedTo?: string | undefined;
  /** ISO 8601: only decisions of that time and later. */
  readonly since?: string | undefined;
  /** Only older ones than this decision. */
  readonly before?: string | undefined;
  readonly pageSize: number;
  /** With the values as they were judged. */
  readonly texts?: boolean | undefined;
}

/** How many decisions there are, by verdict. */
export type Verdicts = Record<Verdict, number>;

/** The decisions of one client. */
export interface ClientDecisions extends Verdicts {
  clientId: string;
  /** By day in UTC, the newest first; days without one are left out. */
  days: { day: string; decisions: number }[];
}

export interface DecisionCounts extends Verdicts {
  /** Those who decided most come first. */
  clients: ClientDecisions[];
}

export type DecisionCountsQuery = Pick<DecisionsQuery, 'objectType' | 'clientId' | 'since'>;

/** A record as it was when somebody judged it. */
export interface JudgedVersion {
  readonly id: string;
  /** By field; long ones cut. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether it is so still; else it was merged with others, and may be gone or have other values. */
  readonly isCurrent: boolean;
}

/** Counts of people's decisions about an object's pairs. */
export interface Judgements {
  /** How many hold. */
  readonly decisions: number;
  /** Ids of those that contradict each other: their pairs are left out. */
  readonly contradicting: readonly string[];
  readonly versions: readonly JudgedVersion[];
  /** Places in `versions`. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly isSame: boolean }[];
}

/** People's decisions about records that may be duplicates. Refusals are `RequestError`s. */
export interface Review {
  /** Resolves once the decision is on disk. */
  decide(input: ReviewInput, caller: Caller): Promise<ShownDecision>;
  /** Newest first. */
  decisions(query: DecisionsQuery): DecisionsPage;
  counts(query: DecisionCountsQuery): Promise<DecisionCounts>;
  /** Learning rests on these: decisions that hold, newest first, no more than teach. */
  judgements(objectType: string): Judgements;
  /** Id of the newest decision about any object; `''`: there is none. */
  newest(): string;
  /** Decisions about an object that came after another one, counted no further than `most`. */
  since(objectType: string, after: string, most: number): number;
  /** It is as if the decision had not been made; the suspected pairs that it took from the list are back. */
  revoke(decisionId: string, caller: Caller): Promise<ShownDecision>;
}
