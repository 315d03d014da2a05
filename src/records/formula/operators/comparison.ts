import type { Decimal } from '../decimal.js';
import type { Compiled } from '../functions/formula-function.js';
import { commonType, isText, type ExpressionType, type FormulaValue } from '../value.js';
import { wrongOperands, type Operands } from './operands.js';
import { sameId } from '../../ids.js';

/** Compiles `=` or `<>`. See {@link equal} for blanks. @param wanted the result of the comparison that yields true */
export function equality(wanted: boolean, operands: Operands, position: number): Compiled {
  const [left, right] = operands;
  const type = commonType(left.type, right.type);
  if (type === undefined || type === 'geolocation' || type === 'picklist') {
    throw wrongOperands(wanted ? '=' : '<>', operands, position);
  }
  const anyId = isText(type) && (left.type === 'id' || right.type === 'id');
  const compare = equal(anyId ? 'id' : type, isText(type) && type !== 'null');
  return {
    type: 'boolean',
    run: (scope) => {
      const same = compare(left.run(scope), right.run(scope));
      return same === null ? null : same === wanted;
    },
  };
}

const orders: Record<'<' | '<=' | '>' | '>=', (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Compiles a comparison, which is unknown if a side is blank, even a text value. Orders text by UTF-16 code units. */
export function comparison(operator: '<' | '<=' | '>' | '>=', operands: Operands, position: number): Compiled {
  const [left, right] = operands;
  const type = commonType(left.type, right.type);
  if (type === undefined || ['boolean', 'geolocation', 'picklist'].includes(type)) {
    throw wrongOperands(operator, operands, position);
  }
  const holds = orders[operator];
  return {
    type: 'boolean',
    run: (scope) => {
      const [a, b] = [left.run(scope), right.run(scope)];
      if (a === null || b === null || a === '' || b === '') return null;
      if (type === 'number') return holds((a as Decimal).comparedTo(b as Decimal));
      return holds(a < b ? -1 : a > b ? 1 : 0);
    },
  };
}

/**
 * Compares like the platform's `=`. Blank strings are equal. Any other comparison with a blank is unknown (`null`), so
 * `IF(a = null, ...)` never takes its first branch. Formulas must use ISBLANK.
 * @param type Type of both sides; an `id` with 15 characters equals its form with 18
 * @param blankIsText whether a blank counts as an empty string
 */
export function equal(
  type: ExpressionType,
  blankIsText: boolean,
): (left: FormulaValue, right: FormulaValue) => boolean | null {
  if (blankIsText) {
    return (left, right) => {
      const [a, b] = [left ?? '', right ?? ''] as [string, string];
      return a === b || (type === 'id' && a.length !== b.length && sameId(a, b));
    };
  }
  if (type === 'number') {
    return (left, right) => (left === null || right === null ? null : (left as Decimal).eq(right as Decimal));
  }
  return (left, right) => (left === null || right === null ? null : left === right);
}
