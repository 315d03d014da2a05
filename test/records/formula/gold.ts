import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledExpression } from '../../../src/records/formula/compiler.js';
import { Decimal, parseNumber } from '../../../src/records/formula/decimal.js';
import type { ExpressionType, FormulaValue } from '../../../src/records/formula/value.js';
import { BENCHMARK_DATA } from '../../support/needs.js';

/** The published test cases of the platform's engine, with inputs and outputs as text. */

export interface GoldRow {
  readonly input: readonly string[];
  readonly blankAsZero: string;
  readonly blankAsBlank: string;
}

export interface GoldCase {
  readonly name: string;
  readonly type: string;
  readonly formula: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly GoldRow[];
}

export function readGold(): GoldCase[] {
  return JSON.parse(readFileSync(join(BENCHMARK_DATA, 'formula_gold', 'cases.json'), 'utf8')) as GoldCase[];
}

const types: Record<string, ExpressionType> = {
  double: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'boolean',
  dateonly: 'date',
  datetime: 'datetime',
};

export function goldType(type: string): ExpressionType {
  return types[type.toLowerCase()] ?? 'text';
}

/** Parses the text of a field. Date/times may overflow (`24:00:00`) and may contain a time zone. */
export function goldValue(text: string, type: string): FormulaValue {
  const kind = goldType(type);
  if (text === '' || text.toLowerCase() === 'null') return kind === 'text' ? text.replace(/^null$/i, '') : null;
  if (kind === 'number') {
    const number = parseNumber(text);
    if (number === undefined) throw new Error(`no number: ${text}`);
    return type === 'Percent' ? number.div(100) : number;
  }
  if (kind === 'boolean') return text.toLowerCase() === 'true';
  if (kind === 'date' || kind === 'datetime') {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(':').map(Number);
    const date = new Date(0).setUTCFullYear(year, month - 1, day);
    const zone = text.endsWith('PST') ? 8 : 0;
    return kind === 'date' ? date : date + (((hour + zone) * 60 + minute) * 60 + second) * 1000;
  }
  return text;
}

/** Returns whether a result is as expected. @param found the value, or `Error` if the formula failed */
export function isExpected(
  expected: string,
  found: FormulaValue | Error,
  caseType: string,
  expression: CompiledExpression,
): boolean {
  if (found instanceof Error) return expected.startsWith('Error');
  if (expected.startsWith('Error')) return false;
  if (expression.type === 'boolean') return expected === String(found === true);
  if (found === null || found === '') return expected === 'null' || expected === '';
  switch (expression.type) {
    case 'number':
      return (
        expected !== 'null' &&
        close(new Decimal(expected), caseType === 'Percent' ? (found as Decimal).times(100) : (found as Decimal))
      );
    case 'date':
    case 'datetime':
      return printedDate(expected) === found;
    case 'time':
      return printedTime(expected) === found;
    default:
      return expected === found;
  }
}

/** Compares 14 digits: the last digits of EXP, LN and the like depend on the machine. Below 1e-32 counts as 0. */
function close(expected: Decimal, found: Decimal): boolean {
  const difference = expected.minus(found).abs();
  return difference.lte(expected.abs().times('1e-14')) || difference.lte('1e-32');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Tue Nov 15 17:00:00 GMT 2005` */
function printedDate(text: string): number | undefined {
  const found = /^\w{3} (\w{3}) (\d\d) (\d\d):(\d\d):(\d\d) GMT (\d+)$/.exec(text);
  if (found === null) return undefined;
  const [day = 0, hour = 0, minute = 0, second = 0, year = 0] = found.slice(2).map(Number);
  const date = new Date(0).setUTCFullYear(year, months.indexOf(found[1] ?? ''), day);
  return date + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** `10:40`, `10:40:55` or `10:40:55.666` */
function printedTime(text: string): number | undefined {
  const found = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?$/.exec(text);
  if (found === null) return undefined;
  const [hour = 0, minute = 0, second = 0, millisecond = 0] = found.slice(1).map((part) => Number(part || 0));
  return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}
