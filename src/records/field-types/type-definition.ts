import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../object-schema.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

/** A field type, as field definitions see it. */
export interface FieldTypeDefinition {
  /** Attributes that the type uses; all others are refused. */
  readonly attributes: readonly Attribute[];
  /** Required attributes. */
  readonly needs?: readonly Attribute[];
  /** Maximum length if the definition gives none, in UTF-16 code units: the platform's default. */
  readonly defaultLength?: number;
  /** Computed by the service: not writable, never required, no default. */
  readonly isDerived?: true;
  /** The type of the values; `undefined` if another object determines it. Absent: the type itself. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

/** How values of a type are read, stored and compared. */
export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** Converts a submitted value (not blank, not an object) if nothing is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  /** The type that conditions and formulas compare it as. */
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  /** The value if nothing is stored. */
  readonly blank: null | false;
  /** The platform's name, if it differs. */
  readonly platformName?: string;
}
