import { compileFormula, type CompiledFormula, type ResolvedField } from '../../../src/records/formula/formula.js';
import type { FieldType, FormulaReturnType } from '../../../src/records/object-schema.js';
import type { FieldValue } from '../../../src/records/record.js';
import { entriesOf } from '../../support/entries.js';

/** A record for formulas: type and value by field path. */
export type Fields = Record<string, readonly [type: FieldType, value: FieldValue]>;

export const noon = new Date('2024-02-29T12:34:56.789Z');

export interface Settings {
  readonly returns?: FormulaReturnType;
  readonly blankAs?: 'zero' | 'blank';
  readonly now?: Date;
}

export function compile(
  source: string,
  fields: Fields = {},
  { returns = 'string', blankAs = 'zero' }: Settings = {},
): CompiledFormula {
  const known = new Map(
    Object.entries(fields).map(([name, [type]]) => [name.toLowerCase(), { path: name.split('.'), type }]),
  );
  const resolve = (path: readonly string[]): ResolvedField | undefined => known.get(path.join('.').toLowerCase());
  return compileFormula(source, { returns, blankAs, resolve });
}

export function calculate(source: string, fields: Fields = {}, settings: Settings = {}): FieldValue {
  return compile(source, fields, settings).evaluate({
    now: settings.now ?? noon,
    value: (path) => fields[path.join('.')]?.[1] ?? null,
  });
}

/** Returns the value of an expression of any type, by trying each type. */
export function valueOf(source: string, fields: Fields = {}, settings: Settings = {}): FieldValue {
  for (const returns of ['number', 'string', 'boolean', 'date', 'datetime'] as const) {
    try {
      compile(source, fields, { ...settings, returns });
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('The formula returns')) continue;
      throw error;
    }
    return calculate(source, fields, { ...settings, returns });
  }
  throw new Error(`${source} gives nothing that a field can hold`);
}

/** Reads `FORMULA → JSON` entries. */
export const examples = (text: string): [source: string, expected: unknown][] =>
  entriesOf(text).map((entry) => {
    const [source, expected] = entry.split(' → ') as [string, string];
    return [source, JSON.parse(expected)];
  });
