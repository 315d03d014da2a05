export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '&&' | '||' | '=' | '<>' | '<' | '<=' | '>' | '>=';
export type UnaryOperator = '+' | '-' | '!';

/** `position`: offset of the node's first token, or of a binary operator. */
export type SyntaxNode =
  | { readonly kind: 'number'; readonly digits: string; readonly position: number }
  | { readonly kind: 'text'; readonly text: string; readonly position: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly position: number }
  | { readonly kind: 'null'; readonly position: number }
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly position: number }
  | {
      readonly kind: 'unary';
      readonly operator: UnaryOperator;
      readonly operand: SyntaxNode;
      readonly position: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: SyntaxNode;
      readonly right: SyntaxNode;
      readonly position: number;
    }
  | CallNode;

export interface CallNode {
  readonly kind: 'call';
  /** In upper case. */
  readonly name: string;
  readonly arguments: readonly SyntaxNode[];
  readonly position: number;
}
