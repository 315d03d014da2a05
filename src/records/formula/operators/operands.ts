import { FormulaSyntaxError } from '../errors.js';
import type { Expression, FormulaScope } from '../scope.js';
import type { Compiled } from '../functions/formula-function.js';
import { describeType, isText, type ExpressionType, type FormulaValue } from '../value.js';

export type Operands = readonly [left: Expression, right: Expression];

export function wrongOperands(operator: string, [left, right]: Operands, position: number): FormulaSyntaxError {
  const types: readonly ExpressionType[] = [left.type, right.type];
  const hint = types.includes('picklist')
    ? '. Use a picklist with TEXT, ISPICKVAL or CASE'
    : types.some(isText) && types.includes('number')
      ? '. TEXT(...) converts a number to text, VALUE(...) converts text to a number'
      : types.includes('date') && types.includes('datetime')
        ? '. DATEVALUE(...) converts a date/time to a date'
        : '';
  return new FormulaSyntaxError(
    `${operator} does not accept ${describeType(left.type)} and ${describeType(right.type)}${hint}`,
    position,
  );
}

/** Compiles an operation that is blank if a side is blank. @param calculate receives operands of this type */
export function strict(
  type: ExpressionType,
  [left, right]: Operands,
  calculate: (left: never, right: never, scope: FormulaScope) => FormulaValue,
): Compiled {
  return {
    type,
    run: (scope) => {
      const [a, b] = [left.run(scope), right.run(scope)];
      return a === null || b === null ? null : calculate(a as never, b as never, scope);
    },
  };
}
