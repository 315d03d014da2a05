import type { Condition } from '../condition/condition.js';
import type { FieldValue, FieldValues } from '../records/record.js';

/** One of several records of the same person or company: a stored record, or a row of a file. */
export interface DuplicateRecord {
  readonly id: string;
  /** By field or column name. An absent value and `null` are blank. */
  readonly values: Readonly<FieldValues>;
  /** Canonical date or datetime of the last change (`records/dates.ts`); these sort as text. */
  readonly modified?: string | undefined;
  /** The same of its creation. */
  readonly created?: string | undefined;
  /** Where it comes from: a system, a file. Case does not count. */
  readonly source?: string | undefined;
  /** Position in its file. Decides ties before the Id does. */
  readonly row?: number | undefined;
}

/** Rule by which one record is a better master than another. */
export type MasterRule =
  | { readonly kind: 'latestModified' | 'oldest' | 'mostComplete' }
  /** Records that meet it come first. */
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** In the order of the list; other sources come last. */
  | { readonly kind: 'sourceOrder'; readonly sources: readonly string[] };

/**
 * Which value of a field survives. Blank values never win over others, except under `master`.
 *
 * - `master`: the master's, blank or not
 * - `firstNonBlank`: the master's, or the next best record's
 * - `latest`: of the record modified last
 * - `longest`: the longest text
 * - `mostCommon`: what most records say; case and spacing do not count
 * - `source`: of the first source of a list
 * - `sum`: numbers added up
 * - `union`: the values of a picklist (`a;b`) of all records; of booleans, whether any is true
 */
export type FieldRule =
  | { readonly kind: 'master' | 'firstNonBlank' | 'latest' | 'longest' | 'mostCommon' | 'sum' | 'union' }
  | { readonly kind: 'source'; readonly sources: readonly string[] };

/** Fields whose values survive together, such as the parts of an address: one record's are not mixed with another's. */
export interface FieldGroup {
  readonly fields: readonly string[];
  readonly rule: FieldRule;
}

/** How the records of one object are merged. */
export interface SurvivorshipRules {
  /** The first one that tells two records apart decides; after the last, the lowest row, then the lowest Id. */
  readonly master: readonly MasterRule[];
  /** A field is in one group at most. */
  readonly groups: readonly FieldGroup[];
  /** Rule for fields that are in no group. */
  readonly otherFields: FieldRule;
  /** The stored field that says where a record comes from. */
  readonly sourceField?: string | undefined;
  /** Whether a text stands for nothing (`n/a`): it counts as blank. */
  readonly isPlaceholder?: ((field: string, text: string) => boolean) | undefined;
}

/** The value of one field of the merged record, and why it is this one. */
export interface FieldChoice {
  readonly field: string;
  readonly value: FieldValue;
  readonly rule: FieldRule['kind'];
  /** Ids of the records that it comes from; several of a sum or union, none where all are blank. */
  readonly from: readonly string[];
}
