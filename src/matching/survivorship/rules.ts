import type { Condition } from '../../records/condition/condition.js';
import type { FieldValue, FieldValues } from '../../records/record.js';

/** A duplicate of a person or company: a stored record, or a row of a file. */
export interface DuplicateRecord {
  readonly id: string;
  /** Values by field or column. Absent values and `null` are blank. */
  readonly values: Readonly<FieldValues>;
  /** Canonical date or datetime (`records/dates.ts`), which sorts as text. */
  readonly modified?: string | undefined;
  readonly created?: string | undefined;
  /** Name of the system or file that the record comes from. Case is ignored. */
  readonly source?: string | undefined;
  /** Row in the file, which breaks ties before the Id does. */
  readonly row?: number | undefined;
}

export type MasterRule =
  | { readonly kind: 'latestModified' | 'oldest' | 'mostComplete' }
  /** Records that meet the condition come first. */
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** Sources that are not listed come last. */
  | { readonly kind: 'sourceOrder'; readonly sources: readonly string[] };

/**
 * Rule that decides which value of a field survives. Blanks never survive, except under `master`.
 * - `master`: the master's value, blank or not
 * - `firstNonBlank`: the master's value or, if blank, the next best record's
 * - `latest`: the last modified record's value
 * - `longest`: the longest text
 * - `mostCommon`: the most common value, ignoring case and spacing
 * - `source`: the value from the first source in a list
 * - `sum`: the sum of the numbers
 * - `union`: the picklist values (`a;b`) of all records; for booleans, whether any is true
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
  /** Rules in order of priority. Remaining ties go to the lowest row, then to the lowest Id. */
  readonly master: readonly MasterRule[];
  /** A field is in at most one group. */
  readonly groups: readonly FieldGroup[];
  readonly otherFields: FieldRule;
  /** The field that contains a record's source. */
  readonly sourceField?: string | undefined;
  /** Detects placeholders (`n/a`), which are treated as blank. */
  readonly isPlaceholder?: ((field: string, text: string) => boolean) | undefined;
}

export interface FieldChoice {
  readonly field: string;
  readonly value: FieldValue;
  readonly rule: FieldRule['kind'];
  /** Ids of the records that the value comes from: several for a sum or union, none if all values are blank. */
  readonly from: readonly string[];
}

type Rules = Pick<SurvivorshipRules, 'isPlaceholder'>;

/** Returns whether a field has no value, only white space, or a placeholder. */
export function isBlank(record: DuplicateRecord, field: string, rules: Rules): boolean {
  const value = valueOf(record, field);
  if (typeof value !== 'string') return value === null;
  return value.trim() === '' || rules.isPlaceholder?.(field, value) === true;
}

export function valueOf({ values }: DuplicateRecord, field: string): FieldValue {
  return Object.hasOwn(values, field) ? (values[field] ?? null) : null;
}

/** Returns a comparison key that ignores case, spacing, and how accents are encoded in Unicode. */
export function valueKey(value: FieldValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
