import { FormulaSyntaxError } from '../errors.js';
import type { Expression, FormulaScope } from '../scope.js';
import { equal } from '../operators/comparison.js';
import { commonType, describeType, isText, type ExpressionType, type FormulaValue } from '../value.js';
import { custom, expectType, wrongType, type FormulaFunction } from './formula-function.js';

/** Defines AND or OR. Stops when an argument determines the result. Never blank: unknown counts as false. */
function junction(name: string, deciding: boolean): FormulaFunction {
  const signature = `${name}(logical1, logical2, ...)`;
  return custom(signature, 1, Infinity, (args) => {
    args.forEach((argument, i) => expectType(argument, 'boolean', signature, i));
    const runs = args.map((argument) => argument.run);
    return {
      type: 'boolean',
      run: (scope) => runs.some((run) => (run(scope) === true) === deciding) === deciding,
    };
  });
}

function resultType(results: readonly Expression[], signature: string): ExpressionType {
  let type: ExpressionType = 'null';
  for (const result of results) {
    const common = commonType(type, result.type);
    if (common === undefined) {
      throw new FormulaSyntaxError(
        `${signature}: all results must have the same type, not ${describeType(type)} and ${describeType(result.type)}`,
        result.position,
      );
    }
    type = common;
  }
  return type;
}

const IF = 'IF(logical_test, value_if_true, value_if_false)';
const IFS = 'IFS(logical_test1, value1, logical_test2, value2, ..., else_result)';
const CASE = 'CASE(expression, value1, result1, value2, result2, ..., else_result)';

/** Compiles pairs of a test and a result, then the else result. Calculates only the chosen result. */
function compileTests(
  args: readonly Expression[],
  signature: string,
): { type: ExpressionType; run: (scope: FormulaScope) => FormulaValue } {
  const tests = args.filter((_argument, i) => i % 2 === 0 && i < args.length - 1);
  const results = args.filter((_argument, i) => i % 2 === 1 || i === args.length - 1);
  tests.forEach((test, i) => expectType(test, 'boolean', signature, 2 * i));
  const type = resultType(results, signature);
  return {
    type,
    run: (scope) => results[firstIndex(tests, (test) => test.run(scope) === true)]!.run(scope),
  };
}

/** Returns the index of the first true test, or the number of tests (the index of the else result) if none is true. */
function firstIndex(tests: readonly Expression[], holds: (test: Expression) => boolean): number {
  const found = tests.findIndex(holds);
  return found < 0 ? tests.length : found;
}

const caseFunction: FormulaFunction = custom(CASE, 4, Infinity, (args, call) => {
  if (args.length % 2 !== 0) {
    throw new FormulaSyntaxError(
      `${CASE} takes an even number of arguments: is the else result missing?`,
      call.position,
    );
  }
  const [subject, ...rest] = args;
  const values = rest.filter((_argument, i) => i % 2 === 0 && i < rest.length - 1);
  const results = rest.filter((_argument, i) => i % 2 === 1 || i === rest.length - 1);
  args.forEach((argument, i) => {
    if (argument.type === 'boolean' || argument.type === 'geolocation') {
      throw wrongType(argument, CASE, i, 'text, a number, a date or a picklist (use IF for a boolean)');
    }
  });
  let type: ExpressionType = subject!.type === 'picklist' ? 'text' : subject!.type;
  values.forEach((value, i) => {
    const common = commonType(type, value.type);
    if (common === undefined) throw wrongType(value, CASE, 2 * i + 1, describeType(type));
    type = common;
  });
  const asText = isText(type) && type !== 'null';
  const anyId = args.some((argument, k) => argument.type === 'id' && (k === 0 || values.includes(argument)));
  const compare = equal(type === 'text' && anyId ? 'id' : type, asText);
  return {
    type: resultType(results, CASE),
    run: (scope) => {
      const found = subject!.run(scope);
      return results[firstIndex(values, (value) => compare(found, value.run(scope)) === true)]!.run(scope);
    },
  };
});

/** Rejects boolean arguments, which are never blank. */
function aboutBlank(argument: Expression, signature: string, index: number): void {
  if (argument.type === 'boolean' || argument.type === 'geolocation') {
    throw wrongType(argument, signature, index, 'text, a number, a date or a picklist (a boolean is never blank)');
  }
}

/** Defines ISBLANK or ISNULL. As on the platform, an empty string is blank for ISBLANK but not for ISNULL. */
function blankTest(name: string, textIsNeverBlank: boolean): FormulaFunction {
  const signature = `${name}(expression)`;
  return custom(signature, 1, 1, (args) => {
    const argument = args[0]!;
    aboutBlank(argument, signature, 0);
    if (textIsNeverBlank && (argument.type === 'text' || argument.type === 'id'))
      return { type: 'boolean', run: () => false };
    return { type: 'boolean', run: (scope) => isBlank(argument.run(scope)) };
  });
}

function blankReplacement(name: string, textIsNeverBlank: boolean): FormulaFunction {
  const signature = `${name}(expression, substitute_expression)`;
  return custom(signature, 2, 2, (args) => {
    const [first, second] = args as [Expression, Expression];
    aboutBlank(first, signature, 0);
    const type = first.type === 'picklist' ? commonType('text', second.type) : commonType(first.type, second.type);
    if (type === undefined) throw wrongType(second, signature, 1, describeType(first.type));
    if (textIsNeverBlank && isText(type) && first.type !== 'null') return { type, run: first.run };
    return {
      type,
      run: (scope) => {
        const value = first.run(scope);
        return isBlank(value) ? second.run(scope) : value;
      },
    };
  });
}

function isBlank(value: FormulaValue): boolean {
  return value === null || value === '';
}

export const logicFunctions: Readonly<Record<string, FormulaFunction>> = {
  AND: junction('AND', false),
  OR: junction('OR', true),
  IF: custom(IF, 3, 3, (args) => {
    return compileTests(args, IF);
  }),
  IFS: custom(IFS, 3, Infinity, (args, call) => {
    if (args.length % 2 === 0) {
      throw new FormulaSyntaxError(
        `${IFS} takes an odd number of arguments: is the else result missing?`,
        call.position,
      );
    }
    return compileTests(args, IFS);
  }),
  CASE: caseFunction,
  ISBLANK: blankTest('ISBLANK', false),
  ISNULL: blankTest('ISNULL', true),
  BLANKVALUE: blankReplacement('BLANKVALUE', false),
  NULLVALUE: blankReplacement('NULLVALUE', true),
};
