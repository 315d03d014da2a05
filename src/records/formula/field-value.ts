import type { FormulaReturnType } from '../object-schema.js';
import type { FieldValue } from '../record.js';
import { inRange, isoDate, isoDateTime, validDay, validTime } from './calendar.js';
import { Decimal } from './decimal.js';
import { FormulaError } from './errors.js';
import { MAX_TEXT_LENGTH } from './formula-limits.js';
import type { ExpressionType, FormulaValue } from './value.js';

/** A result for another formula: with all digits, not rounded to a double. */
export class CalculatedValue {
  constructor(readonly value: FormulaValue) {}
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATETIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\.(\d{3})(?:\+0000|Z)$/;

/** Converts a stored value. A percentage of 24 becomes 0.24. @throws FormulaError if the value has another type */
export function fromFieldValue(stored: FieldValue, type: ExpressionType, isPercent: boolean): FormulaValue {
  if (stored === null) return null;
  switch (type) {
    case 'number':
      if (typeof stored !== 'number' || !Number.isFinite(stored)) throw unexpected(stored, 'a number');
      return isPercent ? new Decimal(stored).div(100) : new Decimal(stored);
    case 'boolean':
      if (typeof stored !== 'boolean') throw unexpected(stored, 'true or false');
      return stored;
    case 'date':
      return parts(stored, DATE, 'a date YYYY-MM-DD');
    case 'datetime':
      return parts(stored, DATETIME, 'a date/time YYYY-MM-DDTHH:MM:SS.sss+0000');
    default:
      if (typeof stored !== 'string') throw unexpected(stored, 'text');
      if (stored.length > MAX_TEXT_LENGTH)
        throw new FormulaError(`A text value is longer than ${MAX_TEXT_LENGTH} characters`);
      return stored;
  }
}

function parts(stored: FieldValue, pattern: RegExp, wanted: string): number {
  const found = typeof stored === 'string' ? pattern.exec(stored) : null;
  if (found === null) throw unexpected(stored, wanted);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0] = found.slice(1).map(Number);
  const date = validDay(year, month, day);
  const time = validTime(hour, minute, second, millisecond);
  if (date === undefined || time === undefined) throw unexpected(stored, wanted);
  return date + time;
}

function unexpected(stored: FieldValue, wanted: string): FormulaError {
  return new FormulaError(`A field has the value ${JSON.stringify(stored).slice(0, 60)}, expected ${wanted}`);
}

/** Converts a result: `''` to `null`, unknown to false, 0.24 to 24 percent. @throws FormulaError if it is too large */
export function toFieldValue(value: FormulaValue, returns: FormulaReturnType): FieldValue {
  if (returns === 'boolean') return value === true;
  if (value === null || value === '') return null;
  switch (returns) {
    case 'string':
      return value as string;
    case 'date':
      return isoDate(inRange(value as number));
    case 'datetime':
      return isoDateTime(inRange(value as number)).replace('Z', '+0000');
    default:
      return double(returns === 'percent' ? (value as Decimal).times(100) : (value as Decimal));
  }
}

function double(value: Decimal): number {
  const number = value.toNumber();
  if (!Number.isFinite(number)) throw new FormulaError('The result is too large');
  return number === 0 ? 0 : number;
}
