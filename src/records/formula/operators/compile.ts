import { FormulaSyntaxError } from '../errors.js';
import type { Expression } from '../scope.js';
import type { Decimal } from '../decimal.js';
import type { Compiled } from '../functions/formula-function.js';
import type { BinaryOperator, UnaryOperator } from '../parser.js';
import { commonType, describeType, type ExpressionType } from '../value.js';
import { addition, arithmetic, concatenation, subtraction } from './arithmetic.js';
import { comparison, equality } from './comparison.js';
import { type Operands, wrongOperands } from './operands.js';

/** @throws FormulaSyntaxError for operands of the wrong type */
export function compileBinary(operator: BinaryOperator, [left, right]: Operands, position: number): Compiled {
  switch (operator) {
    case '&&':
    case '||':
      return logical(operator, [left, right], position);
    case '=':
    case '<>':
      return equality(operator === '=', [left, right], position);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(operator, [left, right], position);
    case '&':
      return concatenation(operator, [left, right], position);
    case '+':
      return addition([left, right], position);
    case '-':
      return subtraction([left, right], position);
    default:
      return arithmetic(operator, [left, right], position);
  }
}

/** NOT of unknown is unknown. */
export function compileUnary(operator: UnaryOperator, operand: Expression, position: number): Compiled {
  const wanted: ExpressionType = operator === '!' ? 'boolean' : 'number';
  if (commonType(operand.type, wanted) !== wanted) {
    const name = operator === '!' ? 'NOT' : operator;
    throw new FormulaSyntaxError(
      `${name} expects ${describeType(wanted)}, not ${describeType(operand.type)}`,
      position,
    );
  }
  if (operator === '+') return { type: wanted, run: operand.run };
  if (operator === '!') {
    return {
      type: wanted,
      run: (scope) => {
        const value = operand.run(scope);
        return value === null ? null : value !== true;
      },
    };
  }
  return { type: wanted, run: (scope) => (operand.run(scope) as Decimal | null)?.neg() ?? null };
}

/** Compiles `&&` (AND) or `||` (OR). Unknown counts as false. */
function logical(operator: '&&' | '||', operands: Operands, position: number): Compiled {
  if (operands.some(({ type }) => commonType(type, 'boolean') !== 'boolean'))
    throw wrongOperands(operator, operands, position);
  const [left, right] = operands.map(({ run }) => run) as [Expression['run'], Expression['run']];
  return operator === '&&'
    ? { type: 'boolean', run: (scope) => left(scope) === true && right(scope) === true }
    : { type: 'boolean', run: (scope) => left(scope) === true || right(scope) === true };
}
