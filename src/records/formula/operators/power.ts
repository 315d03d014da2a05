import { Decimal, ZERO } from '../decimal.js';
import { FormulaError } from '../errors.js';
import { chargeWork, type FormulaScope } from '../scope.js';

const POWER_PRECISION = 18;
const LARGEST_POWER = 64;
const LARGEST_EXPONENT = 999_999_999;
const SMALLEST_POWER = new Decimal('1e-39');
/** About thirty multiplications; uncharged, a long chain of powers would take a second. */
const WORK = 2_500;

/**
 * As on the platform: whole exponents, 18 digits, at most 10^64; below 10^-39 it is zero.
 * @throws FormulaError otherwise
 */
export function power(base: Decimal, exponent: Decimal, scope: FormulaScope): Decimal {
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

/** Approximate, to base 10; outside the range of doubles it is the exponent. */
function logarithm(value: Decimal): number {
  const double = Math.log10(value.toNumber());
  return Number.isFinite(double) ? double : value.e;
}

function outOfRange(base: Decimal, exponent: Decimal): FormulaError {
  const [a, b] = [base.toPrecision(6), exponent.toPrecision(6)];
  return new FormulaError(`^: ${a} cannot be raised to ${b} (exponents are whole numbers, results at most 10^64)`);
}
