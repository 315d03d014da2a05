import { fromDouble } from '../decimal.js';
import { FormulaSyntaxError } from '../errors.js';
import type { Expression } from '../expression.js';
import { expectCount, wrongType, type Call, type FormulaFunction } from './formula-function.js';

/** Values of a multi-select picklist are stored in one text. */
const SEPARATOR = ';';

function selected(value: string): string[] {
  return value === '' ? [] : value.split(SEPARATOR);
}

/** A picklist field and a literal value. */
function membership(name: string, test: (value: string, sought: string) => boolean): FormulaFunction {
  const signature = `${name}(picklist_field, text_literal)`;
  return {
    signature,
    compile(call) {
      expectCount(call, signature, 2, 2);
      const [field, value] = call.arguments as [Expression, Expression];
      expectPicklist(call, signature);
      const { literal } = value;
      if (literal === undefined) {
        throw new FormulaSyntaxError(`${signature}: argument 2 must be a text in quotes`, value.position);
      }
      return { type: 'boolean', run: (scope) => test((field.run(scope) ?? '') as string, literal) };
    },
  };
}

function expectPicklist(call: Call, signature: string): void {
  const field = call.arguments[0]!;
  if (field.type !== 'picklist') throw wrongType(field, signature, 0, 'a picklist');
}

const PICKLISTCOUNT = 'PICKLISTCOUNT(picklist_field)';

/** TEXT and CASE take picklists too. A blank picklist is equal to `""`. */
export const picklistFunctions: Readonly<Record<string, FormulaFunction>> = {
  ISPICKVAL: membership('ISPICKVAL', (value, sought) => value === sought),
  INCLUDES: membership('INCLUDES', (value, sought) => selected(value).includes(sought)),
  PICKLISTCOUNT: {
    signature: PICKLISTCOUNT,
    compile(call) {
      expectCount(call, PICKLISTCOUNT, 1, 1);
      expectPicklist(call, PICKLISTCOUNT);
      const field = call.arguments[0]!;
      return {
        type: 'number',
        run: (scope) => fromDouble(selected((field.run(scope) ?? '') as string).length, 'PICKLISTCOUNT'),
      };
    },
  },
};
