import type { FieldType, FormulaReturnType } from '../object-schema.js';
import { valueTypes } from '../field-types/index.js';
import type { Decimal } from './decimal.js';

/** Types of expressions. An `id` with 15 characters equals its form with 18. `null` fits every type. */
export type ExpressionType =
  'text' | 'id' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'geolocation' | 'picklist' | 'null';

export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A value during a calculation, whose type is known when the formula is compiled. Text, id and picklist are strings,
 * and a blank is `''`. Date and datetime are milliseconds since 1970 in UTC (a date is its midnight), and time is
 * milliseconds since midnight. `null` is blank. For a boolean, `null` means "unknown".
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

export function fieldExpressionType(type: FieldType, returns: FormulaReturnType | undefined): ExpressionType {
  if (type === 'formula') return valueTypes[returns ?? 'string'].comparesAs;
  if (type === 'summary') return valueTypes[returns ?? 'number'].comparesAs;
  return type === 'autoNumber' ? 'text' : valueTypes[type].comparesAs;
}
