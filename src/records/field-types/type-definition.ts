import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../object-schema.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

export interface FieldTypeDefinition {
  /** Allowed attributes. All other attributes are rejected. */
  readonly attributes: readonly Attribute[];
  readonly needs?: readonly Attribute[];
  /** The platform's default length, in UTF-16 code units. */
  readonly defaultLength?: number;
  /** Set if fields are not writable, never required, and have no default. */
  readonly isDerived?: true;
  /** Returns the value type; `undefined` if another object determines it. Default: the field type. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** Converts a value that is neither blank nor an object, if no information is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  /** The type as which values are compared in conditions and formulas. */
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  readonly blank: null | false;
  readonly platformName?: string;
}
