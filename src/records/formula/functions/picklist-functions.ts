import { fromDouble } from '../decimal.js';
import { FormulaSyntaxError } from '../errors.js';
import type { Expression } from '../scope.js';
import { custom, wrongType, type FormulaFunction } from './formula-function.js';

/** Separator between the values of a multi-select picklist, which are stored as one string. */
const SEPARATOR = ';';

function selected(value: string): string[] {
  return value === '' ? [] : value.split(SEPARATOR);
}

function membership(name: string, test: (value: string, sought: string) => boolean): FormulaFunction {
  const signature = `${name}(picklist_field, text_literal)`;
  return custom(signature, 2, 2, (args) => {
    const [field, value] = args as [Expression, Expression];
    expectPicklist(args, signature);
    const { literal } = value;
    if (literal === undefined) {
      throw new FormulaSyntaxError(`${signature}: argument 2 must be a quoted string`, value.position);
    }
    return { type: 'boolean', run: (scope) => test((field.run(scope) ?? '') as string, literal) };
  });
}

function expectPicklist(args: readonly Expression[], signature: string): void {
  const field = args[0]!;
  if (field.type !== 'picklist') throw wrongType(field, signature, 0, 'a picklist');
}

const PICKLISTCOUNT = 'PICKLISTCOUNT(picklist_field)';

/** Functions for picklists, besides TEXT and CASE. A blank picklist equals `""`. */
export const picklistFunctions: Readonly<Record<string, FormulaFunction>> = {
  ISPICKVAL: membership('ISPICKVAL', (value, sought) => value === sought),
  INCLUDES: membership('INCLUDES', (value, sought) => selected(value).includes(sought)),
  PICKLISTCOUNT: custom(PICKLISTCOUNT, 1, 1, (args) => {
    expectPicklist(args, PICKLISTCOUNT);
    const field = args[0]!;
    return {
      type: 'number',
      run: (scope) => fromDouble(selected((field.run(scope) ?? '') as string).length, 'PICKLISTCOUNT'),
    };
  }),
};
