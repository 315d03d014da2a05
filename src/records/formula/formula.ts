import type { FieldType, FormulaReturnType } from '../object-schema.js';
import type { FieldValue } from '../record.js';
import { compileExpression, type BlankNumbers, type FieldBinding } from './compiler.js';
import { FormulaError, FormulaSyntaxError } from './errors.js';
import { CalculatedValue, fromFieldValue, toFieldValue } from './field-value.js';
import { commonType, describeType, fieldExpressionType, type FormulaValue } from './value.js';

export interface ResolvedField {
  /** The path in declared spelling: `['Account', 'Name']`. */
  readonly path: readonly string[];
  readonly type: FieldType;
  /** Result type of a formula field, or of a roll-up summary that is not a number. */
  readonly returns?: FormulaReturnType | undefined;
}

export interface FormulaOptions {
  readonly returns: FormulaReturnType;
  /** Whether a blank number, currency or percentage is treated as 0 or as blank. */
  readonly blankAs: BlankNumbers;
  /** Resolves a path, split at its dots, ignoring case. Returns `undefined` if it names nothing. */
  readonly resolve: (path: readonly string[]) => ResolvedField | undefined;
  readonly suggest?: ((path: readonly string[]) => string | undefined) | undefined;
}

interface EvaluationContext {
  /** Returns a value; `null` if blank or without a target. @param path from {@link CompiledFormula.references} */
  value(path: readonly string[]): FieldValue | CalculatedValue;
  readonly now: Date;
}

export interface CompiledFormula {
  readonly source: string;
  readonly returns: FormulaReturnType;
  /** Referenced paths, each once, in declared spelling. */
  readonly references: readonly (readonly string[])[];
  /** Returns the result for a response. @throws FormulaError if it cannot be calculated */
  evaluate(context: EvaluationContext): FieldValue;
  /** Returns the result for a formula that reads this formula. @throws FormulaError if it cannot be calculated */
  calculate(context: EvaluationContext): CalculatedValue;
}

/**
 * Compiles the platform's formula language, in UTC. Safe for any source: length, nesting, sizes and work are limited.
 * @throws FormulaSyntaxError for syntax errors, unknown functions and fields, wrong arguments and types
 */
export function compileFormula(source: string, options: FormulaOptions): CompiledFormula {
  const { returns, blankAs } = options;
  const fields: ResolvedField[] = [];
  const bind = (path: readonly string[]): FieldBinding | undefined => {
    const field = options.resolve(path);
    if (field === undefined) return undefined;
    fields.push(field);
    return { path: field.path, type: fieldExpressionType(field.type, field.returns) };
  };
  const expression = compileExpression(source, blankAs, bind, options.suggest);
  expectResult(expression.type, returns);
  const references = expression.references.map(({ path }) => path);
  const readers = expression.references.map(({ path, type }, i) => {
    const isPercent = (fields[i]!.returns ?? fields[i]!.type) === 'percent';
    return (context: EvaluationContext): FormulaValue => {
      const found = context.value(path);
      return found instanceof CalculatedValue ? found.value : fromFieldValue(found, type, isPercent);
    };
  });
  const run = (context: EvaluationContext): FormulaValue => {
    const read = (reference: number): FormulaValue => readers[reference]!(context);
    try {
      return expression.run({ read, now: context.now, work: 0 });
    } catch (error) {
      // Formulas within the limits fit an ordinary stack, but the caller may have used up the stack.
      throw error instanceof RangeError ? new FormulaError('The formula is nested too deeply to be calculated') : error;
    }
  };
  return {
    source,
    returns,
    references,
    evaluate: (context) => toFieldValue(run(context), returns),
    calculate: (context) => new CalculatedValue(run(context)),
  };
}

function expectResult(found: Parameters<typeof describeType>[0], returns: FormulaReturnType): void {
  const wanted = fieldExpressionType('formula', returns);
  if (commonType(found, wanted) === wanted) return;
  const hint =
    wanted === 'text'
      ? '. TEXT(...) converts it to text'
      : wanted === 'date' && found === 'datetime'
        ? '. DATEVALUE(...) converts it to a date'
        : '';
  throw new FormulaSyntaxError(
    `The formula returns ${describeType(found)}, but the field is declared to return ${describeType(wanted)}${hint}`,
    0,
  );
}
