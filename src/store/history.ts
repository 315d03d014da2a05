import type { FieldValues } from '../records/record.js';

export const CHANGE_ACTIONS = ['create', 'update', 'delete'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * Why a change was made as it was: the record was found as a duplicate, its Id was sent, no duplicate was found, none
 * was looked for, the best one fell short of the request's `duplicateScore`, something contradicted it or it rested on
 * too little, an earlier change was undone, the record was merged, or what it pointed to was, or its object only
 * reports duplicates.
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
  /** The scenario with the highest score among those that made the pair a duplicate (of a found one). */
  readonly scenarioId?: string;
  /** Its shown score: an integer percentage. */
  readonly score?: number;
}

/** The counter that changes are numbered by. A change raises it by itself: it needs no counter change beside it. */
export const CHANGE_COUNTER = 'change';

/**
 * One change of one record, as a transaction states it. Who, when and by which request stand in the transaction's `by`.
 */
export interface HistoryEntry {
  /** Rises with every change of any record: the number of its change Id. From 1. */
  readonly number: number;
  readonly recordId: string;
  readonly objectType: string;
  readonly action: ChangeAction;
  /** Absent: nothing was to be decided (a deletion that was asked for). */
  readonly decision?: Decision;
  /** Number of the change that this one undid. */
  readonly undoes?: number;
  /**
   * Update: the fields that changed, with the values they had (`null`: none). Delete: the whole record. Create: absent.
   */
  readonly before?: Readonly<FieldValues>;
  /** Number of the first change of those that were made together, and are undone together: a merge. */
  readonly group?: number;
  /** In a deletion: the record that it was merged into. */
  readonly mergedInto?: string;
}

/** A change as the history gives it back. */
export interface RecordChange extends HistoryEntry {
  readonly client: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

/** A change without its values. */
export type ChangeOutline = Omit<RecordChange, 'before'>;

/** How many changes of a kind there are of one day. */
export interface CountedChanges {
  /** UTC, as a number of days since 1970. */
  readonly day: number;
  readonly action: ChangeAction;
  readonly objectType: string;
  readonly reason: DecisionReason | null;
  /** Whether the record was merged into another one. */
  readonly isMerged: boolean;
  readonly count: number;
}
