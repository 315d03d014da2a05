import type { FieldValue } from '../record.js';

export const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const;
export type ComparisonNode = (typeof comparisons)[number];

/** A literal as written, which may not fit the field. */
export type Literal =
  | { readonly kind: 'null'; readonly position: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly position: number }
  | { readonly kind: 'number'; readonly value: number; readonly position: number }
  /** `escaped` has the offsets in `text` of `%` and `_` after a backslash. A LIKE pattern treats these literally. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly escaped: ReadonlySet<number>;
      readonly position: number;
    }
  /** A date or datetime in canonical form. */
  | { readonly kind: 'date'; readonly value: string; readonly position: number }
  | { readonly kind: 'datetime'; readonly value: string; readonly position: number }
  /** `name` is in upper case and without the number: `LAST_N_DAYS`. */
  | { readonly kind: 'relative'; readonly name: string; readonly n: number | undefined; readonly position: number };

export interface FieldName {
  readonly name: string;
  /** Name of the function that a query applies to the field, in upper case. */
  readonly call?: string;
  /** Whether a query applies a display function such as FORMAT, which may rename the field. */
  readonly isShown?: boolean;
  readonly position: number;
}

export type ConditionNode<S = never> =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ConditionNode<S>[] }
  | { readonly kind: 'not'; readonly part: ConditionNode<S> }
  | {
      readonly kind: 'compare';
      readonly field: FieldName;
      readonly operator: ComparisonNode;
      readonly literal: Literal;
      readonly position: number;
    }
  | { readonly kind: 'like'; readonly field: FieldName; readonly literal: Literal; readonly position: number }
  | {
      readonly kind: 'in';
      readonly field: FieldName;
      readonly negated: boolean;
      readonly literals: readonly Literal[];
      readonly position: number;
    }
  | {
      readonly kind: 'inQuery';
      readonly field: FieldName;
      readonly negated: boolean;
      readonly query: S;
      readonly position: number;
    };

export type ReadField = (field: string) => FieldValue;
