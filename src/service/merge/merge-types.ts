import type { FieldValue } from '../../records/record.js';
import type { Caller } from '../likeness.js';

export interface MergeInput {
  /** API name of the object, in any case. */
  readonly objectType: string;
  /** The record that stays; absent: by the survivorship rules. */
  readonly masterId?: string | undefined;
  /** Records of one person or company, the master among them or not. */
  readonly ids: readonly string[];
  /** Field to the Id of the record whose value survives, or to a value; over the rules. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601: refused where one of the records has been changed later. */
  readonly ifUnmodifiedSince?: string | undefined;
  /**
   * Refused where people have decided about two of them otherwise, whenever that was, or where something contradicts
   * two of them. For who merges by itself.
   */
  readonly ifUndecided?: boolean | undefined;
  /** Answers with the result, refusals included, and changes nothing: `changeId` is `null`. */
  readonly dryRun?: boolean | undefined;
}

/** The value of one field after a merge, and why it is this one. */
export interface SurvivingField {
  field: string;
  value: FieldValue;
  /** `given`: by the request. */
  rule: string;
  /** Ids of the records that it comes from. */
  from: string[];
}

export interface MergeOutput {
  masterId: string;
  /** Why this record is the master; `given`: by the request. */
  masterRule: string;
  /** Records that are gone: their Ids lead to the master. None: all had been merged before. */
  mergedIds: string[];
  /** Records that point to the master now instead of to one that is gone. */
  repointed: number;
  /** Id that `undo` takes to take all of it back; `null` where nothing was to be merged. */
  changeId: string | null;
  /** Fields in which the records differed. */
  fields: SurvivingField[];
}

export interface CrosswalkEntry {
  oldId: string;
  /** Where it is now, later merges included; `oldId` itself: its merge was undone. */
  survivingId: string;
  objectType: string;
  /** ISO 8601, of the merge or of its undoing. */
  time: string;
}

export interface CrosswalkPage {
  /** May be fewer than were asked for while there is a next page. */
  records: CrosswalkEntry[];
  /** `after` of the next page; `null`: this was the last. */
  next: string | null;
}

export interface CrosswalkQuery {
  readonly objectType?: string | undefined;
  /** ISO 8601: only merges of that time and later. */
  readonly since?: string | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly pageSize: number;
}

/** Merging records that are one. Refusals are `RequestError`s. */
export interface Merging {
  /**
   * The master gets the values that survive, what pointed to the others points to it, and the others are deleted: one
   * change, that can be undone as one. Ids of records that were merged before stand for those that they are part of,
   * so that the same merge again changes nothing.
   *
   * @throws RequestError 400, 403, 404 for an Id that nobody knows, 409 where a limit or a rule of the records forbids
   * it; nothing has changed then
   */
  merge(input: MergeInput, caller: Caller): Promise<MergeOutput>;
  /** Ids of merged records and where they are now, in the order of the merges. */
  crosswalk(query: CrosswalkQuery): CrosswalkPage;
}
