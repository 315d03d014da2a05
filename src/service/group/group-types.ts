import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ScoreExplanation, ShownContradiction } from '../explain/explanation.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';
import type { SurvivingField } from '../merge/merge-types.js';

export interface GroupingSubject {
  readonly objectType: string;
  /** Object to compare with, by the cross-object map. If absent, records of one object are compared with each other. */
  readonly crossObject?: string | null | undefined;
}

export interface GroupingRequest extends GroupingSubject {
  /** Default: the `restSearch` scenarios. */
  readonly scenarioIds?: readonly string[] | undefined;
  readonly filterDeveloperName?: string | undefined;
}

export interface ComparedRow {
  readonly id: string;
  readonly texts: FieldTexts;
  /** The object that the record comes from: 0 for the first, 1 for the second. */
  readonly source: 0 | 1;
}

/** A decision that is in force: the records are all different, or will be decided later. */
export interface JudgedSet {
  readonly ids: readonly string[];
  readonly isDifferent: boolean;
}

export interface GroupingWork {
  readonly objectType: string;
  /** The other object, or `null` if records of one object are compared with each other. */
  readonly crossObject: string | null;
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly fields: readonly string[];
  readonly records: number;
  /** Memory limit in bytes. Default: half of the free memory. */
  readonly memory: number | undefined;
  /** Rows in Id order, read on demand. Yields `undefined` for a record that a filter excludes. */
  readonly rows: Iterable<ComparedRow | undefined>;
  /** Decisions, newest first. Yields `undefined` for decisions that do not apply, so that the caller can pause. */
  readonly judged: Iterable<JudgedSet | undefined>;
}

export interface FoundGroup {
  readonly members: readonly {
    readonly id: string;
    /** Digest of the compared values (see `shortDigest`). */
    readonly digest: string;
  }[];
  /** Pairs of members by their index, with scores as shown, best first. */
  readonly pairs: readonly (readonly [one: number, two: number, score: number])[];
  /** The lowest score, in percent, of the pairs that connect the group. */
  readonly score: number;
}

export const GROUP_STATUSES = ['open', 'later', 'notDuplicate', 'gone'] as const;
/** `gone`: fewer than two of the group's records still exist. */
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export interface ShownGroup {
  id: string;
  objectType: string;
  /** The other object with records in the group, or `null` if all records are of one object. */
  crossObject: string | null;
  score: number;
  status: GroupStatus;
  /** Whether a record was deleted, or changed in a compared field, after the group was found. */
  isStale: boolean;
  records: {
    id: string;
    state: 'unchanged' | 'changed' | 'deleted';
    /** Absent if the record has no name or was deleted. */
    name?: string | undefined;
  }[];
  /** Pairs that were found, best first, at most 50. */
  pairs: { ids: [string, string]; score: number }[];
  /** Number of pairs found, their highest score, and the number of possible pairs. */
  found: { pairs: number; highest: number; possible: number };
  /** Compared fields whose values now differ, at most ten. */
  differing: string[];
  /** Current contradictions in the group, one per kind, regardless of its score. */
  contradictions: readonly ShownContradiction[];
  /** The record that would survive a merge, or `null` if there can be none, for example with two objects. */
  masterId: string | null;
}

export interface GroupDetails extends ShownGroup {
  /** Current explanations of pairs: some that were not found, the weakest that were found, and the best one. */
  explanations: { ids: [string, string]; explanation: ScoreExplanation }[];
  /** Surviving values of fields that differ, or `null` if the records cannot be merged. */
  merged: SurvivingField[] | null;
}

/** Whether a job may merge a group. `unlessShared`: only if no other record has the values that are the evidence. */
export type Readiness = 'yes' | 'no' | 'unlessShared';

/** The use cases of jobs. If a request is rejected, they throw `RequestError`. */
export interface Grouping {
  /** @throws RequestError 400; 404 for unknown names */
  work(request: GroupingRequest): GroupingWork;
  show(subject: GroupingSubject, id: string, group: FoundGroup, fields: readonly string[]): ShownGroup;
  status(subject: GroupingSubject, group: FoundGroup): GroupStatus;
  contradictions(subject: GroupingSubject, group: FoundGroup): readonly ShownContradiction[];
  /** Returns whether a job may merge the group: there is evidence, no changed record, decision or contradiction. */
  readiness(subject: GroupingSubject, group: FoundGroup, fields: readonly string[]): Readiness;
  details(
    subject: GroupingSubject,
    id: string,
    group: FoundGroup,
    fields: readonly string[],
    scenarioIds: readonly string[],
  ): GroupDetails;
  /** Returns the result of a merge, or `undefined` if it would be rejected. @param rules default: the rules in use */
  survivors(objectType: string, ids: readonly string[], rules?: SurvivorshipRules): GroupSurvivors | undefined;
}

export interface GroupSurvivors {
  readonly masterId: string;
  readonly masterRule: string;
  /** Surviving values of fields whose values differ. */
  readonly fields: readonly SurvivingField[];
}
