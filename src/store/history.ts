import type { FieldValues } from '../records/record.js';

export const CHANGE_ACTIONS = ['create', 'update', 'delete'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * Reasons for a change, in this order. An upsert found a duplicate, had an Id, found no duplicate, did not search,
 * found only matches below `duplicateScore`, found a contradiction, or had too little evidence. An earlier change was
 * undone. The record, or a record that it refers to, was merged. The object only reports duplicates.
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
  /** For a duplicate: the matching scenario with the highest score. */
  readonly scenarioId?: string;
  /** The score as shown, an integer percentage. */
  readonly score?: number;
}

/** Counter of change numbers. Each change increments the counter, so a commit has no separate entry for it. */
export const CHANGE_COUNTER = 'change';

/** A change to one record. The transaction's `by` has author, time and request. */
export interface HistoryEntry {
  /** Number of the change, from 1. Every change to any record increases it. The change's Id contains the number. */
  readonly number: number;
  readonly recordId: string;
  readonly objectType: string;
  readonly action: ChangeAction;
  /** Absent if no decision was needed, as for a requested deletion. */
  readonly decision?: Decision;
  readonly undoes?: number;
  /** For an update, the previous values of changed fields (`null` for blank). For a deletion, the whole record. */
  readonly before?: Readonly<FieldValues>;
  /** Number of the first of several changes that are undone together, such as a merge. */
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

export interface CountedChanges {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly action: ChangeAction;
  readonly objectType: string;
  readonly reason: DecisionReason | null;
  readonly isMerged: boolean;
  readonly count: number;
}
