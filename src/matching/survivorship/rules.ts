import type { Condition } from '../../records/condition/condition.js';
import type { FieldValue, FieldValues } from '../../records/record.js';

/** One of several records of the same person or company: a stored record, or a row of a file. */
export interface DuplicateRecord {
  readonly id: string;
  /** By field or column name. An absent value and `null` are blank. */
  readonly values: Readonly<FieldValues>;
  /** Canonical date or datetime of the last change (`records/dates.ts`); these sort as text. */
  readonly modified?: string | undefined;
  /** Canonical date or datetime of creation. */
  readonly created?: string | undefined;
  /** Its origin: a system or a file, in any case. */
  readonly source?: string | undefined;
  /** Position in its file. Decides ties before the Id. */
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
 * Which value of a field survives. Blank values never win, except under `master`.
 *
 * - `master`: the master's, blank or not
 * - `firstNonBlank`: the master's, or the next best record's
 * - `latest`: the last modified record's
 * - `longest`: the longest text
 * - `mostCommon`: the value of most records, ignoring case and spacing
 * - `source`: from the first source in a list
 * - `sum`: the sum of the numbers
 * - `union`: the values of a picklist (`a;b`) of all records; for booleans, whether any is true
 */
export type FieldRule =
  | { readonly kind: 'master' | 'firstNonBlank' | 'latest' | 'longest' | 'mostCommon' | 'sum' | 'union' }
  | { readonly kind: 'source'; readonly sources: readonly string[] };

/** Fields whose values survive together, such as the parts of an address: values of two records are not mixed. */
export interface FieldGroup {
  readonly fields: readonly string[];
  readonly rule: FieldRule;
}

/** How the records of one object are merged. */
export interface SurvivorshipRules {
  /** The first rule that ranks two records differently decides; after the last, the lowest row, then the lowest Id. */
  readonly master: readonly MasterRule[];
  /** A field is in at most one group. */
  readonly groups: readonly FieldGroup[];
  /** Rule for fields without a group. */
  readonly otherFields: FieldRule;
  /** The stored field with a record's origin. */
  readonly sourceField?: string | undefined;
  /** Whether a text is a placeholder (`n/a`), which counts as blank. */
  readonly isPlaceholder?: ((field: string, text: string) => boolean) | undefined;
}

/** A field's value in the merged record, and the reason for it. */
export interface FieldChoice {
  readonly field: string;
  readonly value: FieldValue;
  readonly rule: FieldRule['kind'];
  /** Ids of the records that it comes from; several for a sum or union, none if all are blank. */
  readonly from: readonly string[];
}
