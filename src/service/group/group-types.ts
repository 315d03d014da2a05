import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ScoreExplanation, ShownContradiction } from '../explain/explanation.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';
import type { SurvivingField } from '../merge/merge-types.js';

export interface GroupingSubject {
  readonly objectType: string;
  /** Compare the object's records with those of this one, by the cross-object map; absent: with each other. */
  readonly crossObject?: string | null | undefined;
}

export interface GroupingRequest extends GroupingSubject {
  /** Default: the scenarios of the REST search. */
  readonly scenarioIds?: readonly string[] | undefined;
  readonly filterDeveloperName?: string | undefined;
}

export interface ComparedRow {
  readonly id: string;
  readonly texts: FieldTexts;
  /** Which of two objects: 1 for the second. */
  readonly source: 0 | 1;
}

/** A decision in force: records that are all different, or to be decided later. */
export interface JudgedSet {
  readonly ids: readonly string[];
  readonly isDifferent: boolean;
}

export interface GroupingWork {
  readonly objectType: string;
  /** `null`: compare records of one object with each other. */
  readonly crossObject: string | null;
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly fields: readonly string[];
  readonly records: number;
  /** Memory limit in bytes; absent: half of the free memory. */
  readonly memory: number | undefined;
  /** In Id order, each read when it is needed; `undefined` for one that a filter excludes. */
  readonly rows: Iterable<ComparedRow | undefined>;
  /** Newest first; `undefined` for irrelevant ones, so that the caller can pause. */
  readonly judged: Iterable<JudgedSet | undefined>;
}

export interface FoundGroup {
  readonly members: readonly {
    readonly id: string;
    /** Digest of the compared values, see `shortDigest`. */
    readonly digest: string;
  }[];
  /** Pairs of members by index, with displayed scores; best first. */
  readonly pairs: readonly (readonly [one: number, two: number, score: number])[];
  /** The lowest score of the pairs that connect the group, in percent. */
  readonly score: number;
}

export const GROUP_STATUSES = ['open', 'later', 'notDuplicate', 'gone'] as const;
/** `gone`: fewer than two of its records exist. */
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export interface ShownGroup {
  id: string;
  objectType: string;
  /** The other object with records in the group; `null`: all are of one object. */
  crossObject: string | null;
  score: number;
  status: GroupStatus;
  /** Whether a record was deleted, or changed in a compared field, since the group was found. */
  isStale: boolean;
  records: {
    id: string;
    state: 'unchanged' | 'changed' | 'deleted';
    /** Absent if it has none or is deleted. */
    name?: string | undefined;
  }[];
  /** As found, best first; at most 50. */
  pairs: { ids: [string, string]; score: number }[];
  /** Number of pairs found, their highest score, and the number of possible pairs. */
  found: { pairs: number; highest: number; possible: number };
  /** Compared fields in which the records differ now; at most ten. */
  differing: string[];
  /** Current contradictions in the group, whatever its score: one of each kind. */
  contradictions: readonly ShownContradiction[];
  /** The record that would survive a merge; `null` if they cannot be merged. Records of two objects never can. */
  masterId: string | null;
}

export interface GroupDetails extends ShownGroup {
  /** Current explanations of pairs: those not found, the weakest found, and the best. */
  explanations: { ids: [string, string]; explanation: ScoreExplanation }[];
  /** The surviving values of fields in which the records differ; `null` if they cannot be merged. */
  merged: SurvivingField[] | null;
}

/** `unlessShared`: unless another record, too, has the values that the evidence rests on. */
export type Readiness = 'yes' | 'no' | 'unlessShared';

/** The use cases for jobs. Refusals are `RequestError`s. */
export interface Grouping {
  /** @throws RequestError 400, 404 for unknown names */
  work(request: GroupingRequest): GroupingWork;
  show(subject: GroupingSubject, id: string, group: FoundGroup, fields: readonly string[]): ShownGroup;
  status(subject: GroupingSubject, group: FoundGroup): GroupStatus;
  contradictions(subject: GroupingSubject, group: FoundGroup): readonly ShownContradiction[];
  /** Whether a job may merge it: no record has changed, there is no decision, no contradiction, and enough evidence. */
  readiness(subject: GroupingSubject, group: FoundGroup, fields: readonly string[]): Readiness;
  details(
    subject: GroupingSubject,
    id: string,
    group: FoundGroup,
    fields: readonly string[],
    scenarioIds: readonly string[],
  ): GroupDetails;
  /** The result of a merge; `undefined` if it would be refused. @param rules default: those in use */
  survivors(objectType: string, ids: readonly string[], rules?: SurvivorshipRules): GroupSurvivors | undefined;
}

export interface GroupSurvivors {
  readonly masterId: string;
  readonly masterRule: string;
  /** Values of the fields in which the records differ. */
  readonly fields: readonly SurvivingField[];
}
