import { z } from 'zod';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { Scenario } from '../../matching/scenario.js';
import { contradictionsSchema, explanationSchema, type ShownContradiction } from '../explain/explanation.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { fieldValueSchema } from '../undo/shown-change.js';

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

const ids = z.tuple([z.string(), z.string()]);
const group = {
  id: z.string(),
  objectType: z.string(),
  crossObject: z.string().nullable().describe('Second object of a job that compared two objects'),
  score: z.number().describe('Lowest score among the pairs that connect the group'),
  status: z
    .enum(GROUP_STATUSES)
    .describe('Decision about all pairs of the group, or `gone` if fewer than two of its records still exist'),
  isStale: z.boolean().describe('Whether a record was deleted or changed in a compared field since the job'),
  records: z.array(
    z.strictObject({
      id: z.string(),
      state: z.enum(['unchanged', 'changed', 'deleted']),
      name: z.string().optional().describe('Omitted if the record has no name or was deleted'),
    }),
  ),
  pairs: z.array(z.strictObject({ ids, score: z.number() })).describe('At most 50 of the found pairs, best first'),
  found: z
    .strictObject({
      pairs: z.int(),
      highest: z.number().describe('Highest score among these pairs'),
      possible: z.int().describe("Number of possible pairs of the group's records"),
    })
    .describe('Pairs that the job found among the records of the group'),
  differing: z.array(z.string()).describe('At most ten compared fields in which the records currently differ'),
  contradictions: contradictionsSchema.describe('Current contradictions in the group, one of each kind'),
  masterId: z.string().nullable().describe('Master record according to the survivorship rules'),
};
export const groupSchema = z.strictObject(group).meta({ id: 'DuplicateGroup' });
export type ShownGroup = z.output<typeof groupSchema>;

export const groupDetailsSchema = z
  .strictObject({
    ...group,
    explanations: z
      .array(z.strictObject({ ids, explanation: explanationSchema }))
      .describe(
        'At most ten pairs with current scores: first pairs that the job did not find, then the weakest pairs, then the best',
      ),
    merged: z
      .array(
        z.strictObject({
          field: z.string(),
          value: fieldValueSchema,
          rule: z.string().describe('Survivorship rule that selected the value'),
          from: z.array(z.string()).describe('Ids of the records that have this value'),
        }),
      )
      .nullable()
      .describe('Surviving values of the fields that differ. Null if the records cannot be merged'),
  })
  .meta({ id: 'DuplicateGroupDetails' });
export type GroupDetails = z.output<typeof groupDetailsSchema>;

export const groupSurvivorsSchema = z
  .strictObject({
    masterId: z.string().describe('Id of the record to keep'),
    masterRule: z.string().describe('Rule that selected the master'),
    fields: z.array(
      z.strictObject({
        field: z.string(),
        value: fieldValueSchema.describe('Surviving value. Always null for clients without the scope read'),
        rule: z.string(),
        from: z.array(z.string()).describe('Ids of the records that have this value'),
      }),
    ),
  })
  .meta({ id: 'GroupSurvivors' });
export type GroupSurvivors = z.output<typeof groupSurvivorsSchema>;

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
