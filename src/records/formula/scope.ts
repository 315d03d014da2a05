import { FormulaError } from './errors.js';
import { MAX_TEXT_LENGTH, MAX_WORK } from './formula-limits.js';
import type { FormulaValue, ExpressionType } from './value.js';

export interface FormulaScope {
  readonly read: (reference: number) => FormulaValue;
  readonly now: Date;
  work: number;
}

/** Limits the work, because nested SUBSTITUTEs and LPADs multiply it. @throws FormulaError above the limit */
export function chargeWork(scope: FormulaScope, amount: number): void {
  scope.work += amount;
  if (scope.work > MAX_WORK)
    throw new FormulaError('The formula needs too much computation (long strings or hundreds of powers)');
}

/** Charges for a string that has been built. @throws FormulaError if it is too long */
export function chargeText(scope: FormulaScope, text: string): string {
  claimText(scope, text.length);
  return text;
}

/** Checks the length of a string before it is built. @throws FormulaError if it would be too long */
export function claimText(scope: FormulaScope, length: number): void {
  expectLength(length);
  chargeWork(scope, length);
}

function expectLength(length: number): void {
  if (length > MAX_TEXT_LENGTH)
    throw new FormulaError(`A text value would be longer than ${MAX_TEXT_LENGTH} characters`);
}

/**
 * Joins strings. Charges only for the shorter string, because JavaScript copies neither. @throws FormulaError if too
 * long
 */
export function joinText(scope: FormulaScope, left: string, right: string): string {
  expectLength(left.length + right.length);
  chargeWork(scope, Math.min(left.length, right.length));
  return left + right;
}

/** Charges for a search, at worst the product of both lengths. Divided by 32, because usual searches cost far less. */
export function chargeSearch(scope: FormulaScope, text: string, sought: string): void {
  const starts = Math.max(0, text.length - sought.length + 1);
  chargeWork(scope, text.length + (starts * sought.length) / 32);
}

export interface Expression {
  readonly type: ExpressionType;
  /** @throws FormulaError if the expression has no result */
  readonly run: (scope: FormulaScope) => FormulaValue;
  /** Offset of the expression's first token in the source. */
  readonly position: number;
  readonly literal?: string | undefined;
}
