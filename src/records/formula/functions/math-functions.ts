import { Decimal, finite, fromDouble, roundAt, wholeNumber, ZERO, type Rounding } from '../decimal.js';
import { FormulaError } from '../errors.js';
import { define, defineStrict, custom, expectType, type FormulaFunction } from './formula-function.js';

/** Defines a function with double precision, as on the platform. A blank argument yields a blank. */
function double(name: string, calculate: (x: number) => number): FormulaFunction {
  return defineStrict(`${name}(number)`, ['number'], 'number', (_scope, x) =>
    fromDouble(calculate(x.toNumber()), name),
  );
}

function whole(name: string, direction: (x: Decimal) => Rounding): FormulaFunction {
  return defineStrict(`${name}(number)`, ['number'], 'number', (_scope, x) => wholeNumber(x, direction(x)));
}

/** Defines MIN or MAX. If any number is blank, the result is blank. */
function extreme(name: string, better: (a: Decimal, b: Decimal) => boolean): FormulaFunction {
  const signature = `${name}(number, number, ...)`;
  return custom(signature, 1, Infinity, (args) => {
    args.forEach((argument, i) => expectType(argument, 'number', signature, i));
    const runs = args.map((argument) => argument.run);
    return {
      type: 'number',
      run: (scope) => {
        let best: Decimal | null = null;
        for (const run of runs) {
          const value = run(scope) as Decimal | null;
          if (value === null) return null;
          if (best === null || better(value, best)) best = value;
        }
        return best;
      },
    };
  });
}

/** @throws FormulaError if the divisor is zero */
function remainder(x: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw new FormulaError('MOD: division by zero');
  return finite(x.mod(divisor), 'MOD');
}

/** Functions for numbers. A blank argument yields a blank, unless noted. */
export const mathFunctions: Readonly<Record<string, FormulaFunction>> = {
  ABS: defineStrict('ABS(number)', ['number'], 'number', (_scope, x) => x.abs()),
  /** Rounds away from zero, unlike MCEILING: -0.4 becomes -1. */
  CEILING: whole('CEILING', () => Decimal.ROUND_UP),
  /** Rounds towards zero, unlike MFLOOR: -0.4 becomes 0. */
  FLOOR: whole('FLOOR', () => Decimal.ROUND_DOWN),
  MCEILING: whole('MCEILING', () => Decimal.ROUND_CEIL),
  MFLOOR: whole('MFLOOR', () => Decimal.ROUND_FLOOR),
  ROUND: defineStrict('ROUND(number, num_digits)', ['number', 'number'], 'number', (_scope, x, places) =>
    roundAt(x, places, Decimal.ROUND_HALF_UP),
  ),
  TRUNC: defineStrict('TRUNC(number, num_digits)', ['number', 'number?'], 'number', (_scope, x, places) =>
    roundAt(x, places ?? ZERO, Decimal.ROUND_DOWN),
  ),
  /** The remainder has the sign of the dividend. */
  MOD: defineStrict('MOD(number, divisor)', ['number', 'number'], 'number', (_scope, x, divisor) =>
    remainder(x, divisor),
  ),
  MAX: extreme('MAX', (a, b) => a.gt(b)),
  MIN: extreme('MIN', (a, b) => a.lt(b)),
  SQRT: double('SQRT', Math.sqrt),
  EXP: double('EXP', Math.exp),
  LN: double('LN', Math.log),
  /** Divides natural logarithms, as on the platform. Therefore LOG(2) ends in 98114. */
  LOG: double('LOG', (x) => Math.log(x) / Math.log(10)),
  SIN: double('SIN', Math.sin),
  COS: double('COS', Math.cos),
  TAN: double('TAN', Math.tan),
  ASIN: double('ASIN', Math.asin),
  ACOS: double('ACOS', Math.acos),
  ATAN: double('ATAN', Math.atan),
  /** Fails for blank arguments, as on the platform. */
  ATAN2: define('ATAN2(y, x)', ['number', 'number'], 'number', (_scope, y, x) => {
    if (y === null || x === null) throw new FormulaError('ATAN2 does not accept blank arguments');
    return fromDouble(Math.atan2(y.toNumber(), x.toNumber()), 'ATAN2');
  }),
  PI: define('PI()', [], 'number', () => fromDouble(Math.PI, 'PI')),
};
