import type { Coerced } from '../coerced.js';
import type { FieldDefinition, ValueType } from '../definition.js';
import type { Field } from '../object-type.js';

type Attribute = Exclude<keyof FieldDefinition, 'name' | 'type' | 'label'>;

/** A field type as definitions of fields use it. */
export interface FieldTypeDefinition {
  /** Attributes that mean something; others would do nothing and are refused. */
  readonly attributes: readonly Attribute[];
  /** Those that must be given. */
  readonly needs?: readonly Attribute[];
  /** Longest text where the definition names no length, in UTF-16 code units: the platform's usual one. */
  readonly defaultLength?: number;
  /** Filled by the service from other values: never written by a request, never required, without default. */
  readonly isDerived?: true;
  /** The type of the values; `undefined` where another object decides it. Absent: the type itself. */
  valueType?(definition: FieldDefinition): ValueType | undefined;
}

/** How values of a type are read, stored and compared. */
export interface ValueTypeDefinition extends FieldTypeDefinition {
  /** A submitted value, neither blank nor an object, where nothing is lost. Never throws. */
  coerce(field: Field, value: unknown): Coerced;
  /** Type that conditions and formulas take it for. */
  readonly comparesAs: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'id' | 'picklist';
  /** Value read where nothing is stored. */
  readonly blank: null | false;
  /** The platform's name, where it has another. */
  readonly platformName?: string;
}
