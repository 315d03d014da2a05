import { z } from 'zod';
import { VERDICTS, type Verdict } from '../../store/review-decisions.js';
import type { Turns } from '../../runtime/turns.js';
import type { Caller } from '../caller.js';

/** A decision to save. The records of a decision are given by Id or as a suspected pair. */
export interface ReviewInput {
  readonly verdict: Verdict;
  readonly recordIds?: readonly string[] | undefined;
  readonly pairId?: string | undefined;
  readonly note?: string | undefined;
  /** For `later`: Id of the client that is to decide. */
  readonly assignedTo?: string | undefined;
  /** For `duplicate`, the surviving record and the values that override the survivorship rules, as in a merge. */
  readonly masterId?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export const decisionSchema = z
  .strictObject({
    id: z.string(),
    objectType: z.string(),
    verdict: z.enum(VERDICTS),
    records: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string().optional().describe('Current name. For a deleted record, its name when it was decided'),
        state: z
          .enum(['unchanged', 'changed', 'deleted'])
          .describe('Whether a compared field has changed since the decision'),
        texts: z
          .record(z.string(), z.string())
          .optional()
          .describe('Compared fields at the time of the decision, with long values truncated. Present if texts=true'),
      }),
    ),
    clientId: z.string().describe('Client that made the decision'),
    clientName: z.string().nullable().describe('Null if the client is no longer registered'),
    time: z.string(),
    note: z.string().nullable(),
    assignedTo: z.string().nullable().describe('For `later`: the client that should decide'),
    assignedToName: z.string().nullable(),
    changeId: z.string().nullable().describe('For `duplicate`: Id of the change that merged the records, for `undo`'),
    undone: z
      .strictObject({ clientId: z.string(), clientName: z.string().nullable(), time: z.string() })
      .nullable()
      .describe('For `duplicate`: the client that undid the merge'),
    inForce: z.boolean().describe('Whether the decision still applies: at least two of its records have not changed'),
  })
  .meta({ id: 'ReviewDecision' });
/** A decision with the names of its clients, which the store does not contain. */
export type NamedDecision = z.output<typeof decisionSchema>;
export type ShownDecision = Omit<NamedDecision, 'clientName' | 'assignedToName' | 'undone'> & {
  undone: { clientId: string; time: string } | null;
};

export interface DecisionsPage {
  /** May be shorter than the page size even if there is a next page. */
  records: ShownDecision[];
  /** Value of `before` that requests the next page. `null` on the last page. */
  next: string | null;
}

export interface DecisionsQuery {
  readonly objectType?: string | undefined;
  readonly verdict?: Verdict | undefined;
  readonly recordId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly assignedTo?: string | undefined;
  /** ISO 8601, inclusive. Only later decisions are returned. */
  readonly since?: string | undefined;
  /** Id of a decision. Only older decisions are returned. */
  readonly before?: string | undefined;
  readonly pageSize: number;
  readonly texts?: boolean | undefined;
}

export type Verdicts = Record<Verdict, number>;

export interface ClientDecisions extends Verdicts {
  clientId: string;
  /** By day in UTC, newest first, without days that have no decisions. */
  days: { day: string; decisions: number }[];
}

/** Number of decided pairs that have this score, in percent, according to the current scenarios. */
export interface DecidedScore {
  readonly score: number;
  duplicate: number;
  notDuplicate: number;
}

export interface DecisionCounts extends Verdicts {
  /** Clients with the most decisions first. */
  clients: ClientDecisions[];
  /** Counts of the newest decisions about two records by score, lowest score first. Present only if requested. */
  scores?: DecidedScore[];
}

export type DecisionCountsQuery = Pick<DecisionsQuery, 'objectType' | 'clientId' | 'since'> & {
  readonly scores?: boolean | undefined;
};

export interface JudgedVersion {
  readonly id: string;
  /** Values by field. Long values are truncated. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether the record is unchanged. If false, the record was merged, and may have been deleted or changed. */
  readonly isCurrent: boolean;
}

export interface Judgements {
  /** Number of decisions in force. */
  readonly decisions: number;
  /** Ids of contradictory decisions. Their pairs are left out. */
  readonly contradicting: readonly string[];
  readonly versions: readonly JudgedVersion[];
  /** Indexes into `versions`. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly isSame: boolean }[];
}

/** Reviewers' decisions about possible duplicates. Rejects requests with a `RequestError`. */
export interface Review {
  decide(input: ReviewInput, caller: Caller): Promise<ShownDecision>;
  decisions(query: DecisionsQuery): DecisionsPage;
  counts(query: DecisionCountsQuery, turns?: Turns): Promise<DecisionCounts>;
  /** Returns a limited number of decisions in force, newest first, for learning. */
  judgements(objectType: string): Judgements;
  /** Returns the Id of the newest decision about any object, or `''` if there is none. */
  newest(): string;
  since(objectType: string, after: string, most: number): number;
  /** Revokes a decision, and restores the suspected pairs that it removed. */
  revoke(decisionId: string, caller: Caller): Promise<ShownDecision>;
}
