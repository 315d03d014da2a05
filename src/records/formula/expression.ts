import type { FormulaScope } from './scope.js';
import type { ExpressionType, FormulaValue } from './value.js';

export interface Expression {
  readonly type: ExpressionType;
  /** @throws FormulaError when it cannot be calculated */
  readonly run: (scope: FormulaScope) => FormulaValue;
  /** Offset of its first token in the source. */
  readonly position: number;
  /** If it is a text literal. */
  readonly literal?: string | undefined;
}
