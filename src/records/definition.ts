import type { FieldValue } from './record.js';

/** The kinds of fields that `objects.json` may declare. */
export const fieldTypes = [
  'string',
  'textarea',
  'email',
  'phone',
  'url',
  'boolean',
  'integer',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'picklist',
  'reference',
  'formula',
  'autoNumber',
  'summary',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** The kinds that values have: the types of fields less those whose values come from elsewhere. */
export type ValueType = Exclude<FieldType, 'formula' | 'autoNumber' | 'summary'>;

/** What a formula field may return. */
export type FormulaReturnType = 'string' | 'number' | 'currency' | 'percent' | 'boolean' | 'date' | 'datetime';

export interface SummaryDefinition {
  /** The child object. */
  object: string;
  /** The child's reference field that points to this object. */
  referenceField: string;
  operation: 'count' | 'sum' | 'min' | 'max';
  /** The child's field to summarise; absent for `count`. */
  field?: string | undefined;
}

/** One entry of `fields` in `objects.json`, and of the built-in objects. */
export interface FieldDefinition {
  name: string;
  type: FieldType;
  label?: string | undefined;
  /** Longest text in characters (UTF-16 code units). */
  length?: number | undefined;
  required?: boolean | undefined;
  referenceTo?: string[] | undefined;
  /** Refuse a reference whose target is not stored. */
  mustExist?: boolean | undefined;
  formula?: string | undefined;
  returns?: FormulaReturnType | undefined;
  blankAs?: 'zero' | 'blank' | undefined;
  default?: FieldValue | undefined;
  /** Display format of an auto-number, e.g. `INV-{00000}`. */
  autoNumber?: string | undefined;
  summary?: SummaryDefinition | undefined;
  externalId?: boolean | undefined;
  /** Declared picklist values. Absent: any text. */
  values?: string[] | undefined;
}

export interface OnSaveUpdate {
  /** A condition (the filter language) or a boolean formula over the record as it would be saved. */
  when: string;
  set: Record<string, FieldValue>;
}

/** One entry of `objects.json`. */
export interface ObjectDefinition {
  name: string;
  /** Three characters; every Id of the object begins with them. */
  keyPrefix: string;
  label?: string | undefined;
  fields: FieldDefinition[];
  resultFields?: string[] | undefined;
  maxResults?: number | undefined;
  onSave?: OnSaveUpdate[] | undefined;
}
