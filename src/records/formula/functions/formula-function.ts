import type { Decimal } from '../decimal.js';
import { FormulaSyntaxError } from '../errors.js';
import type { Expression, FormulaScope } from '../scope.js';
import { commonType, describeType, type ExpressionType, type FormulaValue, type Geolocation } from '../value.js';

export type Compiled = Pick<Expression, 'type' | 'run'>;

export interface Call {
  readonly arguments: readonly Expression[];
  readonly position: number;
}

/** Compiles a call. @throws FormulaSyntaxError for a wrong number or type of arguments */
export type FormulaFunction = (call: Call) => Compiled;

type ParameterType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'geolocation';
/** `?` marks an optional parameter, which is `undefined` if omitted. */
type Parameter = ParameterType | `${ParameterType}?`;

interface Values {
  text: string;
  number: Decimal;
  boolean: boolean;
  date: number;
  datetime: number;
  time: number;
  geolocation: Geolocation;
}
/** An argument's value. Blank text is `''`, not null. */
type Value<T extends ParameterType> = T extends 'text' ? string : Values[T] | null;
type Argument<P extends Parameter> = P extends `${infer T extends ParameterType}?`
  ? Value<T> | undefined
  : P extends ParameterType
    ? Value<P>
    : never;
type Arguments<P extends readonly Parameter[]> = { [K in keyof P]: Argument<P[K]> };
type PresentArguments<P extends readonly Parameter[]> = { [K in keyof P]: Exclude<Argument<P[K]>, null> };

/** Defines a function with fixed parameters. The function itself handles blank arguments. */
export function define<const P extends readonly Parameter[]>(
  signature: string,
  parameters: P,
  returns: ExpressionType,
  apply: (scope: FormulaScope, ...values: Arguments<P>) => FormulaValue,
): FormulaFunction {
  const required = parameters.filter((parameter) => !parameter.endsWith('?')).length;
  return custom(signature, required, parameters.length, (args) => {
    args.forEach((argument, i) => {
      expectType(argument, parameters[i]!.replace('?', '') as ParameterType, signature, i);
    });
    const runs = args.map((argument, i) => valueOf(argument, parameters[i]!));
    return {
      type: returns,
      run: (scope) => apply(scope, ...(runs.map((run) => run(scope)) as unknown as Arguments<P>)),
    };
  });
}

/** Like {@link define}, but a blank argument that is not text yields a blank, as on the platform. */
export function defineStrict<const P extends readonly Parameter[]>(
  signature: string,
  parameters: P,
  returns: ExpressionType,
  apply: (scope: FormulaScope, ...values: PresentArguments<P>) => FormulaValue,
): FormulaFunction {
  return define(signature, parameters, returns, (scope, ...values) =>
    values.includes(null) ? null : apply(scope, ...(values as unknown as PresentArguments<P>)),
  );
}

function valueOf(argument: Expression, parameter: Parameter): (scope: FormulaScope) => FormulaValue {
  if (!parameter.startsWith('text')) return argument.run;
  return (scope) => argument.run(scope) ?? '';
}

/** Defines a function that itself checks and compiles its arguments. @param signature for messages */
export function custom(
  signature: string,
  minimum: number,
  maximum: number,
  compile: (args: readonly Expression[], call: Call) => Compiled,
): FormulaFunction {
  return (call) => {
    expectCount(call, signature, minimum, maximum);
    return compile(call.arguments, call);
  };
}

function expectCount(call: Call, signature: string, minimum: number, maximum: number): void {
  const count = call.arguments.length;
  if (count >= minimum && count <= maximum) return;
  const wanted =
    minimum === maximum ? `${minimum}` : maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`;
  throw new FormulaSyntaxError(
    `${signature} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`,
    call.position,
  );
}

export function expectType(argument: Expression, wanted: ExpressionType, signature: string, index: number): void {
  if (commonType(argument.type, wanted) === wanted) return;
  throw wrongType(argument, signature, index, describeType(wanted));
}

/** @param index Index of the argument, from 0 @param wanted for the message, such as `a number` */
export function wrongType(argument: Expression, signature: string, index: number, wanted: string): FormulaSyntaxError {
  const hint =
    argument.type === 'picklist'
      ? '. Use a picklist with TEXT, ISPICKVAL or CASE'
      : argument.type === 'number' && wanted === 'text'
        ? '. TEXT(...) converts it to text'
        : argument.type === 'datetime' && wanted === 'a date'
          ? '. DATEVALUE(...) converts it to a date'
          : '';
  return new FormulaSyntaxError(
    `${signature}: argument ${index + 1} must be ${wanted}, not ${describeType(argument.type)}${hint}`,
    argument.position,
  );
}
