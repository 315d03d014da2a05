import { Decimal as DefaultDecimal } from 'decimal.js';
import { FormulaError } from './errors.js';
import { MAX_EXPONENT, MAX_NUMBER_TEXT } from './formula-limits.js';

/** The platform's number of digits. Halves are rounded away from zero. */
const PRECISION = 39;

/** Digits that are kept before rounding functions, to hide errors of division: `FLOOR(1 / 9 * 9)` is 1. */
const WHOLE_NUMBER_PRECISION = 33;

/** A separate constructor, because the settings of decimal.js apply to a whole constructor. */
export const Decimal = DefaultDecimal.clone({
  precision: PRECISION,
  rounding: DefaultDecimal.ROUND_HALF_UP,
  modulo: DefaultDecimal.ROUND_DOWN,
  maxE: MAX_EXPONENT,
  minE: -MAX_EXPONENT,
});
export type Decimal = DefaultDecimal;
export type Rounding = DefaultDecimal.Rounding;

export const ZERO = new Decimal(0);

/** @throws FormulaError if the value is NaN or too large */
export function finite(value: Decimal, what: string): Decimal {
  if (value.isFinite()) return value;
  throw new FormulaError(value.isNaN() ? `${what} has no result` : `${what} is too large`);
}

/** Returns the shortest decimal that identifies the double. @throws FormulaError outside the function's domain */
export function fromDouble(value: number, what: string): Decimal {
  if (Number.isFinite(value)) return new Decimal(value);
  throw new FormulaError(
    Number.isNaN(value) ? `${what} has no result for this argument` : `${what} is out of range for this argument`,
  );
}

export function wholeNumber(value: Decimal, rounding: Rounding): Decimal {
  return finite(value.toSignificantDigits(WHOLE_NUMBER_PRECISION).toDecimalPlaces(0, rounding), 'The whole number');
}

/** Rounds to decimal places. Negative places are tens, hundreds ... @param places limited to the exponent range */
export function roundAt(value: Decimal, places: Decimal, rounding: Rounding): Decimal {
  const digits = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, Math.trunc(places.toNumber())));
  if (digits >= 0) return value.toDecimalPlaces(digits, rounding);
  // Multiplying is no alternative, because 10^-digits could be outside the exponent range.
  const shift = value.e + 1 + digits;
  if (value.isZero() || shift < 0) return ZERO;
  if (shift > 0) return finite(value.toSignificantDigits(shift, rounding), 'The rounded number');
  const unit = new Decimal(`1e${-digits}`);
  const up = rounding === DefaultDecimal.ROUND_HALF_UP && value.abs().times(2).gte(unit);
  return up ? finite(unit.times(value.s), 'The rounded number') : ZERO;
}

/** Returns the result of TEXT: no exponent or trailing zeros, at most about 800 characters. */
export function plainText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,9})?$/;

/** Parses a number, or returns `undefined`. Like the platform, allows no spaces or separators. */
export function parseNumber(text: string): Decimal | undefined {
  if (text.length > MAX_NUMBER_TEXT || !NUMBER.test(text)) return undefined;
  const value = new Decimal(text);
  return value.isFinite() ? value.toSignificantDigits(PRECISION) : undefined;
}
