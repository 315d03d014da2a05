import type { FieldValues } from '../records/record.js';

export const CHANGE_ACTIONS = ['create', 'update', 'delete'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * Reasons for a change, in this order. An upsert found a duplicate, contained an Id, found no duplicate, did not
 * search, found only matches below `duplicateScore`, found a contradiction, or had too little evidence. An earlier
 * change was undone. The record, or a record that it refers to, was merged. The object only reports duplicates.
 */
export const DECISION_REASONS = [
  'duplicate',
  'idSent',
  'noDuplicate',
  'notChecked',
  'belowBar',
  'contradicted',
  'noGrounds',
  'undo',
  'merge',
  'repoint',
  'reported',
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

export interface Decision {
  readonly reason: DecisionReason;
  /** For a duplicate, the scenario with the highest score among those that matched. */
  readonly scenarioId?: string;
  /** The displayed score, an integer percentage. */
  readonly score?: number;
}

/** The counter for change numbers. A change increments it implicitly, without a counter change. */
export const CHANGE_COUNTER = 'change';

/** One change of one record in a transaction. Author, time and request are in the transaction's `by`. */
export interface HistoryEntry {
  /** Number of the change. It starts at 1, increases with every change of any record, and is part of the change Id. */
  readonly number: number;
  readonly recordId: string;
  readonly objectType: string;
  readonly action: ChangeAction;
  /** Omitted if no decision was needed, as for a requested deletion. */
  readonly decision?: Decision;
  readonly undoes?: number;
  /** For an update, the previous values of changed fields (`null` for blank). For a deletion, the whole record. */
  readonly before?: Readonly<FieldValues>;
  /** Number of the first change in a group that is undone together, such as a merge. */
  readonly group?: number;
  /** The record into which a deleted record was merged. */
  readonly mergedInto?: string;
}

export interface RecordChange extends HistoryEntry {
  readonly client: string;
  /** Time in ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

export type ChangeOutline = Omit<RecordChange, 'before'>;

/** The number of changes of one kind on one day. */
export interface CountedChanges {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly action: ChangeAction;
  readonly objectType: string;
  readonly reason: DecisionReason | null;
  readonly isMerged: boolean;
  readonly count: number;
}
