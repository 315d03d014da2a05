import type { FieldValue } from '../../records/record.js';
import type { Caller } from '../caller.js';

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

export interface SurvivingField {
  field: string;
  value: FieldValue;
  /** Name of the rule that chose the value. `given` if the request chose the value. */
  rule: string;
  from: string[];
}

export interface MergeOutput {
  masterId: string;
  /** Name of the rule that chose the master. `given` if the request chose the master. */
  masterRule: string;
  /** Ids of the deleted records, which now refer to the master. Empty if all records were already merged. */
  mergedIds: string[];
  /** Number of records that now refer to the master instead of a deleted record. */
  repointed: number;
  /** Id of the change, for `undo`. `null` if there was nothing to merge. */
  changeId: string | null;
  fields: SurvivingField[];
}

interface CrosswalkEntry {
  oldId: string;
  /** Id of the surviving record, after all later merges. Equals `oldId` if the merge was undone. */
  survivingId: string;
  objectType: string;
  /** ISO 8601 time of the merge or of its undo. */
  time: string;
}

export interface CrosswalkPage {
  /** May be shorter than the page size even if there is a next page. */
  records: CrosswalkEntry[];
  /** `after` of the next page. `null` on the last page. */
  next: string | null;
}

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
