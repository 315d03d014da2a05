import type { Decimal } from '../decimal.js';
import { equal } from '../formula-equality.js';
import type { Compiled } from '../functions/formula-function.js';
import { commonType, isText } from '../value.js';
import { wrongOperands, type Operands } from './operands.js';

/** See {@link equal} for blanks. @param wanted the result of the comparison that gives true */
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

/** Unknown when either side is blank, blank text included. Text is ordered by UTF-16 code units. */
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
