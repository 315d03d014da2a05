import type { FieldValue } from '../../records/record.js';
import type { Caller } from '../caller.js';

export interface MergeInput {
  /** API name of the object, in any case. */
  readonly objectType: string;
  /** The record that stays; absent: by the survivorship rules. */
  readonly masterId?: string | undefined;
  /** Records of one person or company, with or without the master. */
  readonly ids: readonly string[];
  /** Field to the Id of the record whose value survives, or to a value; overrides the rules. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601: refused if one of the records was changed later. */
  readonly ifUnmodifiedSince?: string | undefined;
  /**
   * For automatic merging: refused if people ever called two of them different, if two contradict each other, or if
   * they agree in too little for an upsert.
   */
  readonly ifUndecided?: boolean | undefined;
  /** Returns the result, refusals included, and changes nothing: `changeId` is `null`. */
  readonly dryRun?: boolean | undefined;
}

export interface SurvivingField {
  field: string;
  value: FieldValue;
  /** `given`: by the request. */
  rule: string;
  from: string[];
}

export interface MergeOutput {
  masterId: string;
  /** Why this record is the master; `given`: by the request. */
  masterRule: string;
  /** Deleted records, whose Ids now lead to the master. Empty: all had been merged before. */
  mergedIds: string[];
  /** Number of records that now refer to the master instead of a deleted record. */
  repointed: number;
  /** Id for `undo`; `null` if there was nothing to merge. */
  changeId: string | null;
  fields: SurvivingField[];
}

export interface CrosswalkEntry {
  oldId: string;
  /** Where it is now, including later merges; `oldId` itself: its merge was undone. */
  survivingId: string;
  objectType: string;
  /** ISO 8601, of the merge or of its undo. */
  time: string;
}

export interface CrosswalkPage {
  /** May be shorter than the page size even if there is a next page. */
  records: CrosswalkEntry[];
  /** `after` of the next page; `null`: this was the last. */
  next: string | null;
}

export interface CrosswalkQuery {
  readonly objectType?: string | undefined;
  /** ISO 8601: only merges since then. */
  readonly since?: string | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly pageSize: number;
}

/** Merges duplicate records. Refusals are `RequestError`s. */
export interface Merging {
  /**
   * The master gets the surviving values and the references to the other records, and those are deleted: one change,
   * with one undo. Ids of merged records mean the record that they are part of, so that repeating a merge changes
   * nothing.
   * @throws RequestError 400, 403, 404 for an unknown Id, 409 if a limit or a rule of the records forbids it; then
   * nothing has changed
   */
  merge(input: MergeInput, caller: Caller): Promise<MergeOutput>;
  /** Ids of merged records and where they are now, in the order of the merges. */
  crosswalk(query: CrosswalkQuery): CrosswalkPage;
}
