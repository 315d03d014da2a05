import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../object-schema.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

export interface FieldTypeDefinition {
  /** Allowed attributes. All other attributes are rejected. */
  readonly attributes: readonly Attribute[];
  readonly needs?: readonly Attribute[];
  /** The platform's default, in UTF-16 code units. */
  readonly defaultLength?: number;
  /** Not writable, never required, and without a default. */
  readonly isDerived?: true;
  /** Returns `undefined` if another object determines the value type. Default: the field type. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** Converts a value that is neither blank nor an object, if no information is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  /** How values compare in conditions and formulas. */
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  readonly blank: null | false;
  readonly platformName?: string;
}
