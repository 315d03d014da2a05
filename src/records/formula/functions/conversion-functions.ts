import { isoDate, isoDateTime, isoTime } from '../calendar.js';
import { parseNumber, plainText, type Decimal } from '../decimal.js';
import { FormulaError } from '../errors.js';
import { describeType, type ExpressionType, type FormulaValue } from '../value.js';
import { define, custom, wrongType, type FormulaFunction } from './formula-function.js';

const toText: Partial<Record<ExpressionType, (value: never) => string>> = {
  number: (value: Decimal) => plainText(value),
  date: (value: number) => isoDate(value),
  datetime: (value: number) => `${isoDateTime(value).slice(0, 19).replace('T', ' ')}Z`,
  time: (value: number) => isoTime(value),
  picklist: (value: string) => value,
  null: () => '',
};

const TEXT = 'TEXT(value)';

export const conversionFunctions: Readonly<Record<string, FormulaFunction>> = {
  /**
   * Formats a percentage as a fraction, a picklist as its value, and a number without an exponent. Rejects text, like
   * the platform.
   */
  TEXT: custom(TEXT, 1, 1, (args) => {
    const argument = args[0]!;
    const convert = toText[argument.type] as ((value: FormulaValue) => string) | undefined;
    if (convert === undefined) {
      const wanted = ['number', 'date', 'datetime', 'time', 'picklist'] as const;
      throw wrongType(argument, TEXT, 0, wanted.map(describeType).join(' or '));
    }
    return {
      type: 'text',
      run: (scope) => {
        const value = argument.run(scope);
        return value === null ? '' : convert(value);
      },
    };
  }),
  VALUE: define('VALUE(text)', ['text'], 'number', (_scope, text) => {
    if (text === '') return null;
    const value = parseNumber(text);
    if (value === undefined) throw new FormulaError(`VALUE: ${JSON.stringify(text.slice(0, 40))} is not a number`);
    return value;
  }),
  ISNUMBER: define('ISNUMBER(text)', ['text'], 'boolean', (_scope, text) => parseNumber(text) !== undefined),
};
