import type { ConditionNode, FieldName } from '../../records/condition/condition-tree.js';

/** A parsed query, before `compileQuery` resolves its names. */
export interface QueryNode {
  readonly items: readonly SelectItem[];
  /** `SELECT COUNT() FROM ...`, which has no items. */
  readonly isCount: boolean;
  readonly from: FieldName;
  readonly alias: FieldName | undefined;
  /** Aliases in FROM for parents (`Contact c, c.Account a`). */
  readonly aliases: readonly { readonly path: FieldName; readonly alias: FieldName }[];
  readonly isMine: boolean;
  readonly where: ConditionNode<QueryNode> | undefined;
  readonly groupBy: readonly FieldName[];
  readonly having: ConditionNode<QueryNode> | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly position: number;
}

export type SelectItem =
  | { readonly kind: 'field'; readonly field: FieldName; readonly alias: FieldName | undefined }
  | { readonly kind: 'fields'; readonly which: 'ALL' | 'STANDARD' | 'CUSTOM'; readonly position: number }
  | { readonly kind: 'children'; readonly query: QueryNode; readonly position: number }
  | {
      readonly kind: 'typeof';
      readonly field: FieldName;
      readonly whens: readonly { readonly type: FieldName; readonly fields: readonly FieldName[] }[];
      readonly otherwise: readonly FieldName[];
    };

export interface OrderItem {
  readonly field: FieldName;
  readonly isDescending: boolean;
  readonly areBlanksLast: boolean;
}

export const AGGREGATES = ['COUNT', 'COUNT_DISTINCT', 'SUM', 'MIN', 'MAX', 'AVG'] as const;
export type QueryAggregate = (typeof AGGREGATES)[number];

export function isAggregate(call: string | undefined): call is QueryAggregate {
  return (AGGREGATES as readonly (string | undefined)[]).includes(call);
}
