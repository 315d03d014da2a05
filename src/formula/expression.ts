import type { FormulaScope } from './scope.js';
import type { ExpressionType, FormulaValue } from './value.js';

/** A checked part of a formula, ready to be calculated. */
export interface Expression {
  readonly type: ExpressionType;
  /** @throws FormulaError when it cannot be calculated */
  readonly run: (scope: FormulaScope) => FormulaValue;
  /** Offset of its first token in the source. */
  readonly position: number;
  /** Content of a text literal, where it is one. */
  readonly literal?: string | undefined;
}
