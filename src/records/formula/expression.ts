import type { FormulaScope } from './scope.js';
import type { ExpressionType, FormulaValue } from './value.js';

/** A checked part of a formula, ready to run. */
export interface Expression {
  readonly type: ExpressionType;
  /** @throws FormulaError when it cannot be calculated */
  readonly run: (scope: FormulaScope) => FormulaValue;
  /** Offset of its first token in the source. */
  readonly position: number;
  /** The text, if it is a text literal. */
  readonly literal?: string | undefined;
}
