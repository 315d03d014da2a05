import { readDate, readDatetime } from '../dates.js';
import { nearestName } from '../nearest-name.js';
import { ConditionError, MAX_DEPTH } from './condition.js';
import { TokenReader } from '../../runtime/syntax/tokenizer.js';
import { tokenize, type ConditionToken } from './condition-lexer.js';
import { isRelativeDate, largestNumber, relativeDateNames, takesNumber } from './relative-dates.js';
import {
  comparisons,
  type ComparisonNode,
  type ConditionNode,
  type FieldName,
  type Literal,
} from './condition-tree.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATETIME = /^\d{4}-\d{2}-\d{2}[Tt].*(?:[Zz]|[+-]\d{2}:?\d{2})$/;
const KEYWORDS = new Set(['AND', 'OR', 'NOT', 'IN', 'LIKE', 'NULL', 'TRUE', 'FALSE']);

/**
 * ```
 * condition  = operand { AND operand } | operand { OR operand }      -- not mixed at one level, as on the platform
 * operand    = NOT operand | "(" condition ")" | predicate
 * predicate  = field ( comparison literal | LIKE text | [NOT] IN "(" literal { "," literal } ")" )
 * ```
 * @throws ConditionError
 */
export function parseTree(source: string): ConditionNode {
  const tokens = new TokenReader(tokenize(source));
  if (tokens.peek().kind === 'end') throw new ConditionError('The condition is empty', 0);
  const tree = new ConditionParser(tokens).condition();
  const rest = tokens.peek();
  if (rest.kind !== 'end') throw unexpected(rest, 'AND, OR or the end of the condition');
  return tree;
}

interface QueryLanguage<S> {
  query(): S;
  field(): FieldName;
}

/** Parses a condition. Stops at the first token that cannot belong to it. */
export class ConditionParser<S = never> {
  readonly #tokens: TokenReader<'word' | 'numeral'>;

  constructor(
    tokens: TokenReader<'word' | 'numeral'>,
    private readonly language?: QueryLanguage<S>,
  ) {
    this.#tokens = tokens;
  }

  condition(): ConditionNode<S> {
    return this.#condition(0);
  }

  #condition(depth: number): ConditionNode<S> {
    const first = this.#operand(depth);
    const joiner = this.#keyword('AND', 'OR');
    if (joiner === undefined) return first;
    const parts = [first];
    for (;;) {
      const token = this.#tokens.peek();
      const next = this.#keyword('AND', 'OR');
      if (next === undefined) return { kind: joiner === 'AND' ? 'and' : 'or', parts };
      if (next !== joiner) {
        throw new ConditionError(
          'AND and OR cannot be mixed without parentheses: put parentheses around each group',
          token.position,
        );
      }
      this.#tokens.next();
      parts.push(this.#operand(depth));
    }
  }

  #operand(depth: number): ConditionNode<S> {
    const token = this.#tokens.peek();
    if (depth > MAX_DEPTH) {
      throw new ConditionError(
        `Parentheses and NOT are nested too deeply: at most ${MAX_DEPTH} levels are allowed`,
        token.position,
      );
    }
    if (this.#keyword('NOT') !== undefined) {
      this.#tokens.next();
      return { kind: 'not', part: this.#operand(depth + 1) };
    }
    if (!this.#tokens.accept('(')) return this.#predicate();
    const inner = this.#condition(depth + 1);
    this.#expect(')');
    return inner;
  }

  #predicate(): ConditionNode<S> {
    const token = this.#tokens.peek();
    if (token.kind !== 'word' || KEYWORDS.has(token.text.toUpperCase()))
      throw unexpected(token, 'a field name, NOT or (');
    const field = this.language?.field() ?? nameOf(this.#tokens.next());
    const operator = this.#tokens.next();
    const { position } = operator;
    const comparison = operator.text === '<>' ? '!=' : operator.text;
    if (operator.kind === 'symbol' && (comparisons as readonly string[]).includes(comparison)) {
      return { kind: 'compare', field, operator: comparison as ComparisonNode, literal: this.#literal(), position };
    }
    const keyword = operator.kind === 'word' ? operator.text.toUpperCase() : '';
    if (keyword === 'LIKE') return { kind: 'like', field, literal: this.#literal(), position };
    if (keyword === 'IN') return this.#in(field, false, position);
    if (keyword === 'NOT') {
      if (this.#keyword('LIKE') !== undefined) {
        throw new ConditionError(`NOT LIKE is not supported: write NOT ${token.text} LIKE ...`, position);
      }
      if (this.#keyword('IN') === undefined) throw unexpected(this.#tokens.peek(), 'IN');
      this.#tokens.next();
      return this.#in(field, true, position);
    }
    if (keyword === 'INCLUDES' || keyword === 'EXCLUDES')
      throw new ConditionError(`${keyword} applies to multi-select picklists, which are not supported`, position);
    throw unexpected(operator, `an operator (${comparisons.join(' ')} LIKE IN NOT IN) after "${token.text}"`);
  }

  #in(field: FieldName, negated: boolean, position: number): ConditionNode<S> {
    this.#expect('(');
    if (this.language === undefined || this.#keyword('SELECT') === undefined)
      return { kind: 'in', field, negated, literals: this.#literals(), position };
    const query = this.language.query();
    this.#expect(')');
    return { kind: 'inQuery', field, negated, query, position };
  }

  #literals(): Literal[] {
    const literals: Literal[] = [];
    do literals.push(this.#literal());
    while (this.#tokens.accept(','));
    this.#expect(')');
    return literals;
  }

  #literal(): Literal {
    const token = this.#tokens.next();
    if (token.kind === 'text') return { ...token, kind: 'text' };
    if (token.kind === 'numeral') return readNumeral(token.text, token.position);
    if (token.kind === 'word') return readWord(token.text, token.position);
    throw unexpected(token, 'a value');
  }

  #keyword(...keywords: string[]): string | undefined {
    const token = this.#tokens.peek();
    if (token.kind !== 'word') return undefined;
    const text = token.text.toUpperCase();
    return keywords.includes(text) ? text : undefined;
  }

  #expect(symbol: string): void {
    const token = this.#tokens.peek();
    if (!this.#tokens.accept(symbol)) throw unexpected(token, symbol);
  }
}

export function nameOf(token: ConditionToken): FieldName {
  return { name: token.text, position: token.position };
}

export function unexpected(token: ConditionToken, expected: string): ConditionError {
  const found = token.kind === 'end' ? 'the end' : token.kind === 'text' ? 'a string' : `"${token.text.slice(0, 40)}"`;
  return new ConditionError(`Found ${found}, expected ${expected}`, token.position);
}

function readNumeral(text: string, position: number): Literal {
  if (NUMBER.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value)) return { kind: 'number', value, position };
    throw new ConditionError(`The number ${text.slice(0, 40)} is too large`, position);
  }
  const date = DATE.test(text) ? readDate(text) : undefined;
  if (date !== undefined) return { kind: 'date', value: date, position };
  const datetime = DATETIME.test(text) ? readDatetime(text) : undefined;
  if (datetime !== undefined) return { kind: 'datetime', value: datetime, position };
  throw new ConditionError(
    `"${text.slice(0, 40)}" is not a number, a date (2026-01-31) or a datetime with a time zone (2026-01-31T08:00:00Z)`,
    position,
  );
}

function readWord(text: string, position: number): Literal {
  const upper = text.toUpperCase();
  if (upper === 'NULL') return { kind: 'null', position };
  if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'boolean', value: upper === 'TRUE', position };
  const [name, count, ...more] = upper.split(':') as [string, ...string[]];
  if (!isRelativeDate(name) || more.length > 0) throw notAValue(text, name, position);
  if (!takesNumber(name)) {
    if (count === undefined) return { kind: 'relative', name, n: undefined, position };
    throw new ConditionError(`${name} does not take a number`, position);
  }
  const largest = largestNumber(name);
  const n = count !== undefined && /^\d{1,6}$/.test(count) ? Number(count) : NaN;
  if (n >= 1 && n <= largest) return { kind: 'relative', name, n, position };
  throw new ConditionError(`${name} needs a whole number from 1 to ${largest}, such as ${name}:30`, position);
}

function notAValue(text: string, name: string, position: number): ConditionError {
  const nearest = nearestName(name, relativeDateNames);
  const hint = nearest === undefined ? '; strings are written in single quotes' : `. Did you mean ${nearest}?`;
  return new ConditionError(`"${text.slice(0, 40)}" is not a value${hint}`, position);
}
