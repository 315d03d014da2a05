import { z } from 'zod';
import type { Caller } from '../caller.js';
import { fieldValueSchema } from '../undo/shown-change.js';

export interface MergeInput {
  /** API name of the object, case-insensitive. */
  readonly objectType: string;
  /** Id of the surviving record. If absent, the survivorship rules choose the record. */
  readonly masterId?: string | undefined;
  /** Ids of the records of one person or company, with or without the master. */
  readonly ids: readonly string[];
  /** By field: the Id of the record whose value survives, or a value. Overrides the rules. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601. The merge fails if one of the records was changed later. */
  readonly ifUnmodifiedSince?: string | undefined;
  /**
   * For automatic merging: the merge fails if a reviewer ever judged two of the records different, if two contradict
   * each other, or if they have too little in common for an upsert.
   */
  readonly ifUndecided?: boolean | undefined;
  /** Returns the result or error without changing anything. `changeId` is then `null`. */
  readonly dryRun?: boolean | undefined;
}

export const mergeOutputSchema = z
  .strictObject({
    masterId: z.string().describe('Id of the record that was kept'),
    masterRule: z.string().describe('Rule that selected the master, or `given`'),
    mergedIds: z.array(z.string()).describe('Records merged into the master. Empty if all were merged earlier'),
    repointed: z.int().describe('Number of records whose references now point to the master'),
    changeId: z.string().nullable().describe('Change Id for undo. Null if nothing was merged'),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          value: fieldValueSchema,
          rule: z.string().describe('Rule that selected the value, or `given`'),
          from: z.array(z.string()).describe('Ids of the records that have this value'),
        }),
      )
      .describe('Fields in which the records differed'),
  })
  .meta({ id: 'MergeOutput' });
export type MergeOutput = z.output<typeof mergeOutputSchema>;
export type SurvivingField = MergeOutput['fields'][number];

export const crosswalkSchema = z
  .strictObject({
    records: z.array(
      z.strictObject({
        oldId: z.string(),
        survivingId: z
          .string()
          .describe('Id of the surviving record, after all later merges. Equals oldId after an undo'),
        objectType: z.string(),
        time: z.string().describe('Time of the merge or undo'),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'Crosswalk' });
export type CrosswalkPage = z.output<typeof crosswalkSchema>;

export interface CrosswalkQuery {
  readonly objectType?: string | undefined;
  /** Returns only merges at or after this time (ISO 8601). */
  readonly since?: string | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly pageSize: number;
}

/** Merges duplicate records. Rejects requests with a `RequestError`. */
export interface Merging {
  /**
   * Merges records in a single change that can be undone as a whole. The master gets the surviving values, references
   * to the other records are redirected to it, and the other records are deleted. The Id of a merged record refers to
   * the surviving record, so repeating a merge has no effect.
   * @throws RequestError 400, 403, 404 for an unknown Id, 409 if a limit or a rule of the records forbids it; then
   * nothing has changed
   */
  merge(input: MergeInput, caller: Caller): Promise<MergeOutput>;
  /** Returns the Ids of merged records and of their surviving records, in the order of the merges. */
  crosswalk(query: CrosswalkQuery): CrosswalkPage;
}
