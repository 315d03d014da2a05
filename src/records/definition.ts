import type { z } from 'zod';
import type { fieldDefinitionSchema, objectDefinitionSchema } from './object-schema.js';

/** The types that values have. */
export type ValueType =
  | 'string'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'url'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'picklist'
  | 'reference';

/** The types of fields: those of values, and those whose values come from elsewhere. */
export type FieldType = ValueType | 'formula' | 'autoNumber' | 'summary';

/** One entry of `fields` in `objects.json`, and of the built-in objects. */
export type FieldDefinition = z.output<typeof fieldDefinitionSchema>;
export type SummaryDefinition = NonNullable<FieldDefinition['summary']>;

/** Types that a formula field may return. */
export type FormulaReturnType = NonNullable<FieldDefinition['returns']>;

/** One entry of `objects.json`. */
export type ObjectDefinition = z.output<typeof objectDefinitionSchema>;
/** Says whether a record that is created as it is told may be a duplicate. */
export type ObjectDuplicateRule = NonNullable<ObjectDefinition['duplicateRule']>;
export type OnSaveUpdate = NonNullable<ObjectDefinition['onSave']>[number];
