import { FormulaSyntaxError } from './errors.js';
import { TokenReader } from '../../runtime/syntax/tokenizer.js';
import { tokenize, type FormulaToken } from './lexer.js';
import { MAX_NESTING } from './formula-limits.js';

export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '&&' | '||' | '=' | '<>' | '<' | '<=' | '>' | '>=';
export type UnaryOperator = '+' | '-' | '!';

/** `position` is the offset of the first token or, for a binary operation, of the operator. */
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
  readonly name: string;
  readonly arguments: readonly SyntaxNode[];
  readonly position: number;
}

/**
 * The platform's precedence differs from that of mathematics. `*` and `/` bind tighter than `^`, so `2 * 2 ^ 3` is 64.
 * All operators are left-associative, so `2 ^ 3 ^ 2` is 64. A sign binds tightest: `-2 ^ 2` is 4.
 */
const PRECEDENCE = ['||', '&&', '= <>', '< <= > >=', '+ - &', '^', '* /'];
const binary = new Map(
  PRECEDENCE.flatMap((level, power) =>
    level.split(' ').map((text) => [text, { operator: text as BinaryOperator, power: power + 1 }] as const),
  ),
);
binary.set('==', binary.get('=')!).set('!=', binary.get('<>')!);

const prefixes: readonly UnaryOperator[] = ['+', '-', '!'];

/** @throws FormulaSyntaxError for a syntax error, or if nested deeper than {@link MAX_NESTING} */
export function parse(source: string): SyntaxNode {
  return new Parser(source).parseAll();
}

class Parser {
  private depth = 0;
  private readonly tokens;

  constructor(source: string) {
    this.tokens = new TokenReader(tokenize(source));
  }

  parseAll(): SyntaxNode {
    if (this.tokens.peek().kind === 'end') throw new FormulaSyntaxError('The formula is empty', 0);
    const node = this.parseExpression(0);
    const rest = this.tokens.peek();
    if (rest.kind !== 'end') throw unexpected(rest, 'an operator or the end of the formula');
    return node;
  }

  private parseExpression(minimumPower: number): SyntaxNode {
    let left = this.parseOperand();
    for (;;) {
      const token = this.tokens.peek();
      const found = token.kind === 'symbol' ? binary.get(token.text) : undefined;
      if (found === undefined || found.power <= minimumPower) return left;
      this.tokens.next();
      const right = this.parseExpression(found.power);
      left = { kind: 'binary', operator: found.operator, left, right, position: token.position };
    }
  }

  private parseOperand(): SyntaxNode {
    const token = this.tokens.peek();
    this.depth += 1;
    if (this.depth > MAX_NESTING) {
      throw new FormulaSyntaxError(
        `The formula is nested too deeply: at most ${MAX_NESTING} levels are allowed`,
        token.position,
      );
    }
    this.tokens.next();
    const node = this.parseOperandAt(token);
    this.depth -= 1;
    return node;
  }

  private parseOperandAt(token: FormulaToken): SyntaxNode {
    const { kind, text, position } = token;
    if (kind === 'number') return { kind: 'number', digits: text, position };
    if (kind === 'text') return { kind: 'text', text, position };
    if (kind === 'name') return this.parseName(text, position);
    const prefix = kind === 'symbol' ? prefixes.find((candidate) => candidate === text) : undefined;
    if (prefix !== undefined) return { kind: 'unary', operator: prefix, operand: this.parseOperand(), position };
    if (kind === 'symbol' && text === '(') {
      const node = this.parseExpression(0);
      this.expect(')');
      return node;
    }
    throw unexpected(token, 'a value, a field or a function');
  }

  private parseName(name: string, position: number): SyntaxNode {
    const upper = name.toUpperCase();
    // Needs no parentheses.
    if (upper === 'NOT') return { kind: 'unary', operator: '!', operand: this.parseOperand(), position };
    if (this.tokens.isNext('(')) return { kind: 'call', name: upper, arguments: this.parseArguments(), position };
    if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'boolean', value: upper === 'TRUE', position };
    if (upper === 'NULL') return { kind: 'null', position };
    const path = name.split('.');
    if (path.includes(''))
      throw new FormulaSyntaxError(
        `${name} is not a field path: expected names joined by single dots, such as Account.Name`,
        position,
      );
    return { kind: 'field', path, position };
  }

  private parseArguments(): SyntaxNode[] {
    this.expect('(');
    const found: SyntaxNode[] = [];
    if (this.tokens.accept(')')) return found;
    do found.push(this.parseExpression(0));
    while (this.tokens.accept(','));
    this.expect(')');
    return found;
  }

  private expect(symbol: string): void {
    if (!this.tokens.accept(symbol)) throw unexpected(this.tokens.peek(), JSON.stringify(symbol));
  }
}

function unexpected(token: FormulaToken, expected: string): FormulaSyntaxError {
  const found = token.kind === 'end' ? 'the end of the formula' : JSON.stringify(token.text);
  return new FormulaSyntaxError(`Found ${found}, expected ${expected}`, token.position);
}
