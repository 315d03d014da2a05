import { DAY, inRange } from '../calendar.js';
import { Decimal, finite, ZERO } from '../decimal.js';
import { FormulaError } from '../errors.js';
import type { Compiled } from '../functions/formula-function.js';
import { joinText, chargeWork, type FormulaScope } from '../scope.js';
import { isText, type ExpressionType, type FormulaValue } from '../value.js';
import { strict, wrongOperands, type Operands } from './operands.js';

/** A blank adds nothing. */
export function concatenation(operator: '&' | '+', operands: Operands, position: number): Compiled {
  if (!operands.every(({ type }) => isText(type))) throw wrongOperands(operator, operands, position);
  const [left, right] = operands;
  const text = (value: FormulaValue): string => (value ?? '') as string;
  return {
    type: 'text',
    run: (scope) => joinText(scope, text(left.run(scope)), text(right.run(scope))),
  };
}

/** Adds numbers or strings, or a number to a date, date/time (days) or time (milliseconds). */
export function addition(operands: Operands, position: number): Compiled {
  const [left, right] = operands;
  const [l, r] = [left.type, right.type];
  if (isText(l) && isText(r) && (l !== 'null' || r !== 'null')) return concatenation('+', operands, position);
  if (isNumber(l) && isNumber(r)) {
    return strict('number', operands, (a: Decimal, b: Decimal) => finite(a.plus(b), 'The sum'));
  }
  if ((l === 'date' || l === 'datetime') && isNumber(r)) {
    return strict(l, operands, (a: number, b: Decimal) => addDays(a, b, l));
  }
  if ((r === 'date' || r === 'datetime') && isNumber(l)) {
    return strict(r, operands, (a: Decimal, b: number) => addDays(b, a, r));
  }
  if (l === 'time' && isNumber(r)) return strict('time', operands, (a: number, b: Decimal) => moveTime(a, b));
  throw wrongOperands('+', operands, position);
}

/** Subtracts numbers, or a number from a date, date/time or time. Two dates give days, two times milliseconds. */
export function subtraction(operands: Operands, position: number): Compiled {
  const [left, right] = operands;
  const [l, r] = [left.type, right.type];
  if (isNumber(l) && isNumber(r)) {
    return strict('number', operands, (a: Decimal, b: Decimal) => finite(a.minus(b), 'The difference'));
  }
  if (l === 'date' || l === 'datetime') {
    if (isNumber(r)) return strict(l, operands, (a: number, b: Decimal) => addDays(a, b.neg(), l));
    if (r === l) return strict('number', operands, (a: number, b: number) => new Decimal(a - b).div(DAY));
  }
  if (l === 'time') {
    if (isNumber(r)) return strict('time', operands, (a: number, b: Decimal) => moveTime(a, b.neg()));
    if (r === 'time') return strict('number', operands, (a: number, b: number) => new Decimal((a - b + DAY) % DAY));
  }
  throw wrongOperands('-', operands, position);
}

function isNumber(type: ExpressionType): boolean {
  return type === 'number' || type === 'null';
}

/** Adds to a time of day. The sum may pass midnight forwards, but not backwards, as on the platform. */
function moveTime(time: number, milliseconds: Decimal): number {
  const moved = milliseconds.trunc().plus(time).mod(DAY).toNumber();
  if (moved < 0) throw new FormulaError('The time would be before midnight');
  return moved;
}

export function arithmetic(operator: '*' | '/' | '^', operands: Operands, position: number): Compiled {
  if (!operands.every(({ type }) => isNumber(type))) throw wrongOperands(operator, operands, position);
  switch (operator) {
    case '*':
      return strict('number', operands, (a: Decimal, b: Decimal) => finite(a.times(b), 'The product'));
    case '/':
      return strict('number', operands, (a: Decimal, b: Decimal) => {
        if (b.isZero()) throw new FormulaError('Division by zero');
        return finite(a.div(b), 'The quotient');
      });
    case '^':
      return strict('number', operands, power);
  }
}

/** Adds whole days to a date, or days to a date/time, to the nearest second. */
function addDays(time: number, days: Decimal, type: 'date' | 'datetime'): number {
  const unit = type === 'date' ? DAY : 1000;
  const amount = type === 'date' ? days.trunc() : days.times(DAY / 1000).round();
  return inRange(time + amount.toNumber() * unit);
}

const POWER_PRECISION = 18;
const LARGEST_POWER = 64;
const LARGEST_EXPONENT = 999_999_999;
const SMALLEST_POWER = new Decimal('1e-39');
/** Cost of a power: about thirty multiplications. If powers cost nothing, a long chain would take a second. */
const WORK = 2_500;

/** Accepts integer exponents, and results up to 10^64. Results below 10^-39 are zero. @throws FormulaError */
function power(base: Decimal, exponent: Decimal, scope: FormulaScope): Decimal {
  chargeWork(scope, WORK);
  const n = exponent.toNumber();
  if (!Number.isInteger(n) || Math.abs(n) > LARGEST_EXPONENT) throw outOfRange(base, exponent);
  if (n === 0) return new Decimal(1);
  if (base.isZero()) {
    if (n < 0) throw outOfRange(base, exponent);
    return ZERO;
  }
  const magnitude = logarithm(base.abs()) * n;
  if (magnitude > LARGEST_POWER) throw outOfRange(base, exponent);
  if (magnitude < -LARGEST_POWER) return ZERO;
  const result = base.pow(n);
  return result.abs().lt(SMALLEST_POWER) ? ZERO : result.toSignificantDigits(POWER_PRECISION);
}

/** Returns an approximate logarithm to base 10, or the exponent if the value is outside the range of doubles. */
function logarithm(value: Decimal): number {
  const double = Math.log10(value.toNumber());
  return Number.isFinite(double) ? double : value.e;
}

function outOfRange(base: Decimal, exponent: Decimal): FormulaError {
  const [a, b] = [base.toPrecision(6), exponent.toPrecision(6)];
  return new FormulaError(
    `^: ${a} cannot be raised to the power ${b} (expected a whole number as exponent and a result of at most 10^64)`,
  );
}
