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
  /** Result type of a formula field, or of a roll-up summary whose result is not a number. */
  readonly returns?: FormulaReturnType | undefined;
}

export interface FormulaOptions {
  readonly returns: FormulaReturnType;
  /** Whether a blank number, currency or percentage counts as 0 or as blank. */
  readonly blankAs: BlankNumbers;
  /** Resolves a path, split at its dots. Ignores case. Returns `undefined` if the path leads nowhere. */
  readonly resolve: (path: readonly string[]) => ResolvedField | undefined;
  readonly suggest?: ((path: readonly string[]) => string | undefined) | undefined;
}

interface EvaluationContext {
  /** Returns `null` if the value is blank or the path has no target. @param path one of `references` */
  value(path: readonly string[]): FieldValue | CalculatedValue;
  readonly now: Date;
}

export interface CompiledFormula {
  readonly source: string;
  readonly returns: FormulaReturnType;
  /** Paths that the formula reads, each once, in declared spelling. */
  readonly references: readonly (readonly string[])[];
  /** Returns the result for a response. @throws FormulaError if there is no result */
  evaluate(context: EvaluationContext): FieldValue;
  /** Returns the result for another formula. @throws FormulaError if there is no result */
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
      // A formula within the limits fits the stack, unless the caller has already used most of it.
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
