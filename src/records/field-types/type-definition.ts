import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../object-schema.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

export interface FieldTypeDefinition {
  readonly attributes: readonly Attribute[];
  readonly needs?: readonly Attribute[];
  /** The platform's default length, in UTF-16 code units. */
  readonly defaultLength?: number;
  /** Set if the service computes the values. Such fields are never writable or required, and have no default. */
  readonly isDerived?: true;
  /** Returns the value type, or `undefined` if another object determines it. Default: the field type. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** Converts a value that is not blank and not an object, if no information is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  readonly blank: null | false;
  readonly platformName?: string;
}
