import type { Condition } from '../../records/condition/condition.js';
import type { FieldValue, FieldValues } from '../../records/record.js';

/** One of several records of a person or company: a stored record, or a row of a file. */
export interface DuplicateRecord {
  readonly id: string;
  /** By field or column. Absent and `null` are blank. */
  readonly values: Readonly<FieldValues>;
  /** Canonical date or datetime (`records/dates.ts`); these sort as text. */
  readonly modified?: string | undefined;
  readonly created?: string | undefined;
  /** A system or a file, in any case. */
  readonly source?: string | undefined;
  /** Position in its file. Decides ties before the Id. */
  readonly row?: number | undefined;
}

export type MasterRule =
  | { readonly kind: 'latestModified' | 'oldest' | 'mostComplete' }
  /** Records that meet it come first. */
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** Other sources come last. */
  | { readonly kind: 'sourceOrder'; readonly sources: readonly string[] };

/**
 * Which value survives. Blank values never win, except under `master`.
 * - `master`: the master's, blank or not
 * - `firstNonBlank`: the master's, or the next best record's
 * - `latest`: the last modified record's
 * - `longest`: the longest text
 * - `mostCommon`: the value of most records, ignoring case and spacing
 * - `source`: from the first source in a list
 * - `sum`: of the numbers
 * - `union`: the values of a picklist (`a;b`) of all records; for booleans, whether any is true
 */
export type FieldRule =
  | { readonly kind: 'master' | 'firstNonBlank' | 'latest' | 'longest' | 'mostCommon' | 'sum' | 'union' }
  | { readonly kind: 'source'; readonly sources: readonly string[] };

/** Values that survive together, such as the parts of an address. */
export interface FieldGroup {
  readonly fields: readonly string[];
  readonly rule: FieldRule;
}

export interface SurvivorshipRules {
  /** The first rule that ranks two records differently decides; after the last, the lowest row, then the lowest Id. */
  readonly master: readonly MasterRule[];
  /** A field is in at most one group. */
  readonly groups: readonly FieldGroup[];
  readonly otherFields: FieldRule;
  /** The stored field with a record's origin. */
  readonly sourceField?: string | undefined;
  /** Placeholders (`n/a`) count as blank. */
  readonly isPlaceholder?: ((field: string, text: string) => boolean) | undefined;
}

export interface FieldChoice {
  readonly field: string;
  readonly value: FieldValue;
  readonly rule: FieldRule['kind'];
  /** Ids of the records that it comes from; several for a sum or union, none if all are blank. */
  readonly from: readonly string[];
}

type Rules = Pick<SurvivorshipRules, 'isPlaceholder'>;

/** No value, white space, or a placeholder. */
export function isBlank(record: DuplicateRecord, field: string, rules: Rules): boolean {
  const value = valueOf(record, field);
  if (typeof value !== 'string') return value === null;
  return value.trim() === '' || rules.isPlaceholder?.(field, value) === true;
}

export function valueOf({ values }: DuplicateRecord, field: string): FieldValue {
  return Object.hasOwn(values, field) ? (values[field] ?? null) : null;
}

/** Ignores case, spacing and the form of accents. */
export function valueKey(value: FieldValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
