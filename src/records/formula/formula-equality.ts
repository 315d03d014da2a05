import type { Decimal } from './decimal.js';
import { sameId } from './functions/case-safe-id.js';
import type { ExpressionType, FormulaValue } from './value.js';

/**
 * The platform's `=`. Blank texts equal each other; other comparisons with a blank are unknown (`null`), so `IF(a =
 * null, ...)` never takes its first branch: use ISBLANK.
 * @param type of both sides; `id` compares 15- and 18-character Ids as equal
 * @param blankIsText whether a blank is an empty text
 */
export function equal(
  type: ExpressionType,
  blankIsText: boolean,
): (left: FormulaValue, right: FormulaValue) => boolean | null {
  if (blankIsText) {
    const same = type === 'id' ? sameId : (a: string, b: string) => a === b;
    return (left, right) => same((left ?? '') as string, (right ?? '') as string);
  }
  if (type === 'number') {
    return (left, right) => (left === null || right === null ? null : (left as Decimal).eq(right as Decimal));
  }
  return (left, right) => (left === null || right === null ? null : left === right);
}
