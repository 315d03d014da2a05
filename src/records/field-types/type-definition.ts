import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../object-schema.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

export interface FieldTypeDefinition {
  /** All others are refused. */
  readonly attributes: readonly Attribute[];
  readonly needs?: readonly Attribute[];
  /** In UTF-16 code units: the platform's default. */
  readonly defaultLength?: number;
  /** Not writable, never required, no default. */
  readonly isDerived?: true;
  /** `undefined` if another object determines it. Absent: the type itself. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** Converts a value that is not blank, and no object, if nothing is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  /** In conditions and formulas. */
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  readonly blank: null | false;
  readonly platformName?: string;
}
