import type { Expression } from '../expression.js';
import type { Compiled } from '../functions/formula-function.js';
import { commonType } from '../value.js';
import { wrongOperands, type Operands } from './operands.js';

/** `&&` and `||` are AND and OR: unknown counts as false. */
export function logical(operator: '&&' | '||', operands: Operands, position: number): Compiled {
  if (operands.some(({ type }) => commonType(type, 'boolean') !== 'boolean'))
    throw wrongOperands(operator, operands, position);
  const [left, right] = operands.map(({ run }) => run) as [Expression['run'], Expression['run']];
  return operator === '&&'
    ? { type: 'boolean', run: (scope) => left(scope) === true && right(scope) === true }
    : { type: 'boolean', run: (scope) => left(scope) === true || right(scope) === true };
}
