import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { FieldTexts } from '../../matching/normalized-record.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ScoreExplanation } from '../likeness.js';
import type { SurvivorshipRules } from '../../survivorship/rules.js';
import type { SurvivingField } from '../merge/merge-types.js';

/** Whose records are grouped. */
export interface GroupingSubject {
  readonly objectType: string;
  /** Records of the object are compared with those of this one, by the cross-object map; absent: with each other. */
  readonly crossObject?: string | null | undefined;
}

/** Which stored records are compared, and by what. */
export interface GroupingRequest extends GroupingSubject {
  /** Default: the scenarios of the REST search. */
  readonly scenarioIds?: readonly string[] | undefined;
  /** Only records that pass this filter. */
  readonly filterDeveloperName?: string | undefined;
}

export interface ComparedRow {
  readonly id: string;
  readonly texts: FieldTexts;
  /** Which of two objects: 1 for the second. */
  readonly source: 0 | 1;
}

/** A decision of people as far as it is in force: records of which no two are one, or may be. */
export interface JudgedSet {
  readonly ids: readonly string[];
  readonly isDifferent: boolean;
}

/** Everything that comparing all records needs. */
export interface GroupingWork {
  readonly objectType: string;
  /** `null`: records of one object are compared with each other. */
  readonly crossObject: string | null;
  readonly scenarios: readonly Scenario[];
  /** Options that the scenarios' methods are made with. */
  readonly methods: MethodOptions;
  /** Fields that are compared. */
  readonly fields: readonly string[];
  /** Records of the objects. */
  readonly records: number;
  /** Bytes that comparing them should take at the most; absent: half of what is free. */
  readonly memory: number | undefined;
  /**
   * In the order of their Ids, read as they are when each is asked for; `undefined` for one that a filter leaves out.
   */
  readonly rows: Iterable<ComparedRow | undefined>;
  /** Newest first; `undefined` for what is of no use, so that whoever walks can rest. */
  readonly judged: Iterable<JudgedSet | undefined>;
}

/** A group as it was found. */
export interface FoundGroup {
  readonly members: readonly {
    readonly id: string;
    /** Digest of the compared values, see `shortDigest`. */
    readonly digest: string;
  }[];
  /** Pairs of members by position, with their shown scores; best first. */
  readonly pairs: readonly (readonly [one: number, two: number, score: number])[];
  /** The lowest score of the pairs that hold the group together: percent. */
  readonly score: number;
}

export const GROUP_STATUSES = ['open', 'later', 'notDuplicate', 'gone'] as const;
/** `gone`: fewer than two of its records are still stored. */
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export interface ShownGroup {
  id: string;
  objectType: string;
  /** The other object whose records are in the group; `null`: they are of one object. */
  crossObject: string | null;
  score: number;
  status: GroupStatus;
  /** Whether a record has changed in a compared field, or has been deleted, since the group was found. */
  isStale: boolean;
  records: {
    id: string;
    state: 'unchanged' | 'changed' | 'deleted';
    /** Absent: it has none, or is deleted. */
    name?: string | undefined;
  }[];
  /** As they were found, best first; 50 at the most. */
  pairs: { ids: [string, string]; score: number }[];
  /** Pairs of its records that were found, the highest score among them, and how many there are. */
  found: { pairs: number; highest: number; possible: number };
  /** Compared fields in which the records differ now; ten at the most. */
  differing: string[];
  /**
   * The record that survivorship rules merge the others into; `null` where fewer than two are left, or they cannot be
   * merged: records of two objects never are.
   */
  masterId: string | null;
}

export interface GroupDetails extends ShownGroup {
  /** Pairs as they compare now: those that were not found, the weakest ones that were, and the best. */
  explanations: { ids: [string, string]; explanation: ScoreExplanation }[];
  /** The values that survive a merge, of fields in which the records differ; `null` where they cannot be merged. */
  merged: SurvivingField[] | null;
}

/** The use cases behind jobs. Refusals are `RequestError`s. */
export interface Grouping {
  /** @throws RequestError 400, 404 for what names nothing */
  work(request: GroupingRequest): GroupingWork;
  show(subject: GroupingSubject, id: string, group: FoundGroup, fields: readonly string[]): ShownGroup;
  details(
    subject: GroupingSubject,
    id: string,
    group: FoundGroup,
    fields: readonly string[],
    scenarioIds: readonly string[],
  ): GroupDetails;
  /**
   * Says what a merge of records would give; `undefined` where it would be refused.
   *
   * @param rules default: those in use
   */
  survivors(objectType: string, ids: readonly string[], rules?: SurvivorshipRules): GroupSurvivors | undefined;
}

export interface GroupSurvivors {
  readonly masterId: string;
  readonly masterRule: string;
  /** Values of the fields in which the records differ. */
  readonly fields: readonly SurvivingField[];
}
