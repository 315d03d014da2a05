import type { FieldType, FormulaReturnType } from '../object-schema.js';
import { valueTypes } from '../field-types/index.js';
import type { Decimal } from './decimal.js';

/** Types of expressions. An `id`'s 15- and 18-character forms are equal. `null` matches every type. */
export type ExpressionType =
  'text' | 'id' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'geolocation' | 'picklist' | 'null';

export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A value during a calculation, whose type is known at compile time. Text, id and picklist are strings (blank is `''`).
 * Date and datetime are milliseconds since 1970 UTC (a date at midnight), and time is milliseconds since midnight.
 * `null` is blank; for a boolean it means "unknown".
 */
export type FormulaValue = string | number | boolean | Decimal | Geolocation | null;

export function isText(type: ExpressionType): boolean {
  return type === 'text' || type === 'id' || type === 'null';
}

export function commonType(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a === b || b === 'null') return a;
  if (a === 'null') return b;
  return isText(a) && isText(b) ? 'text' : undefined;
}

const names: Record<ExpressionType, string> = {
  text: 'text',
  id: 'text (an Id)',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date/time',
  time: 'a time',
  geolocation: 'a location',
  picklist: 'a picklist',
  null: 'null',
};

export function describeType(type: ExpressionType): string {
  return names[type];
}

/** Returns the type of a field in formulas. @param returns result type of a formula or summary field */
export function fieldExpressionType(type: FieldType, returns: FormulaReturnType | undefined): ExpressionType {
  if (type === 'formula') return valueTypes[returns ?? 'string'].comparesAs;
  if (type === 'summary') return valueTypes[returns ?? 'number'].comparesAs;
  return type === 'autoNumber' ? 'text' : valueTypes[type].comparesAs;
}
