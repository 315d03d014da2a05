import { tokenize, type Lexicon, type Token } from '../../syntax/tokenizer.js';

/**
 * A condition of a comparison level, as far as such conditions go in the SQL of DuckDB, Spark, PostgreSQL and SQLite.
 */
export type SqlExpression =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  /** Functions, operators and casts, by their names in lower case. */
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly SqlExpression[] };

/** The text is not one of the conditions that are understood. */
export class SqlNotRead extends Error {
  override readonly name = 'SqlNotRead';
}

type Kind = 'literal' | 'quoted' | 'number' | 'word';

const LONGEST = 20_000;
const DEEPEST = 60;
const COMPARISONS = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>=']);
const FACTORS = new Set(['*', '/', '%']);
const SUMMANDS = new Set(['+', '-', '||']);

const lexicon: Lexicon<Kind> = {
  noun: 'condition',
  longest: LONGEST,
  patterns: {
    literal: /'(?:[^']|'')*'/y,
    quoted: /"(?:[^"]|"")*"|`[^`]*`/y,
    number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+/y,
    word: /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y,
  },
  symbols: [
    '<=',
    '>=',
    '<>',
    '!=',
    '==',
    '::',
    '||',
    '->',
    '=',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    ',',
    '.',
    '+',
    '-',
    '*',
    '/',
    '%',
  ],
  quotes: '',
  escapes: {},
  escapeFault: '',
  skip(source, at) {
    let next = at;
    while (next < source.length && /\s/.test(source.charAt(next))) next++;
    return next;
  },
  describeStray: (source, at) => `'${source.charAt(at)}' is not understood`,
  fault: (message) => new SqlNotRead(message),
};

/** @throws SqlNotRead */
export function readSql(sql: string): SqlExpression {
  const parser = new SqlParser(tokenize(sql, lexicon));
  return parser.whole();
}

class SqlParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token<Kind>[]) {}

  whole(): SqlExpression {
    const read = this.either();
    if (this.token.kind !== 'end') throw new SqlNotRead(`'${this.token.text}' is not understood`);
    return read;
  }

  private get token(): Token<Kind> {
    return this.tokens[this.at]!;
  }

  private isWord(word: string): boolean {
    return this.token.kind === 'word' && this.token.text.toLowerCase() === word;
  }

  private takeWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at++;
    return true;
  }

  private takeSymbol(symbol: string): boolean {
    if (this.token.kind !== 'symbol' || this.token.text !== symbol) return false;
    this.at++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw new SqlNotRead(`expected '${symbol}'`);
  }

  private either(): SqlExpression {
    if (++this.depth > DEEPEST) throw new SqlNotRead('the condition is nested too deeply');
    const parts = [this.both()];
    while (this.takeWord('or')) parts.push(this.both());
    this.depth--;
    return parts.length === 1 ? parts[0]! : call('or', parts);
  }

  private both(): SqlExpression {
    const parts = [this.negated()];
    while (this.takeWord('and')) parts.push(this.negated());
    return parts.length === 1 ? parts[0]! : call('and', parts);
  }

  private negated(): SqlExpression {
    let isNegated = false;
    while (this.takeWord('not')) isNegated = !isNegated;
    const read = this.comparison();
    return isNegated ? call('not', [read]) : read;
  }

  private comparison(): SqlExpression {
    const left = this.sum();
    if (this.takeWord('is')) {
      const isNegated = this.takeWord('not');
      if (!this.takeWord('null')) throw new SqlNotRead('expected NULL');
      return call(isNegated ? 'is not null' : 'is null', [left]);
    }
    const { kind, text } = this.token;
    if (kind !== 'symbol' || !COMPARISONS.has(text)) return left;
    this.at++;
    const sign = text === '==' ? '=' : text === '!=' ? '<>' : text;
    return call(sign, [left, this.sum()]);
  }

  private sum(): SqlExpression {
    return this.signed(SUMMANDS, () => this.product());
  }

  private product(): SqlExpression {
    return this.signed(FACTORS, () => this.unary());
  }

  private signed(signs: ReadonlySet<string>, part: () => SqlExpression): SqlExpression {
    let left = part();
    while (this.token.kind === 'symbol' && signs.has(this.token.text)) {
      const { text } = this.token;
      this.at++;
      left = call(text, [left, part()]);
    }
    return left;
  }

  private unary(): SqlExpression {
    if (this.takeSymbol('-')) return call('minus', [this.postfix()]);
    return this.postfix();
  }

  private postfix(): SqlExpression {
    let read = this.primary();
    for (;;) {
      if (this.takeSymbol('::')) {
        this.typeName();
        read = call('cast', [read]);
      } else if (this.takeSymbol('[')) {
        const position = this.either();
        this.expect(']');
        read = call('element', [read, position]);
      } else return read;
    }
  }

  private primary(): SqlExpression {
    const { kind, text } = this.token;
    if (this.takeSymbol('(')) {
      const inner = this.either();
      this.expect(')');
      return inner;
    }
    this.at++;
    if (kind === 'number') return { kind: 'number', value: Number(text) };
    if (kind === 'literal') return { kind: 'text', text: text.slice(1, -1).replaceAll("''", "'") };
    if (kind === 'quoted') return this.column(unquoted(text));
    if (kind !== 'word') throw new SqlNotRead(text === '' ? 'the condition breaks off' : `'${text}' is not understood`);
    const word = text.toLowerCase();
    if (word === 'case') return this.choice();
    if (!this.takeSymbol('(')) return this.column(text);
    if (word === 'cast' || word === 'try_cast') return this.cast();
    if (word === 'extract') return this.extract();
    return call(word, this.args());
  }

  private column(name: string): SqlExpression {
    // A table's or a structure's part: the whole is the name.
    let whole = name;
    while (this.takeSymbol('.')) {
      const { kind, text } = this.token;
      if (kind !== 'word' && kind !== 'quoted') throw new SqlNotRead('expected a name');
      this.at++;
      whole += `.${kind === 'quoted' ? unquoted(text) : text}`;
    }
    return { kind: 'column', name: whole };
  }

  private args(): SqlExpression[] {
    const args: SqlExpression[] = [];
    if (this.takeSymbol(')')) return args;
    do args.push(this.either());
    while (this.takeSymbol(','));
    this.expect(')');
    return args;
  }

  private cast(): SqlExpression {
    const inner = this.either();
    if (!this.takeWord('as')) throw new SqlNotRead('expected AS');
    this.typeName();
    this.expect(')');
    return call('cast', [inner]);
  }

  private typeName(): void {
    if (this.token.kind !== 'word') throw new SqlNotRead('expected a type');
    this.at++;
    if (this.takeSymbol('(')) this.args();
  }

  private extract(): SqlExpression {
    const part = this.token.text.toLowerCase();
    this.at++;
    if (!this.takeWord('from')) throw new SqlNotRead('expected FROM');
    const inner = this.either();
    this.expect(')');
    return call(part, [inner]);
  }

  /** CASE WHEN condition THEN value ... ELSE value END, as condition, value ..., value. */
  private choice(): SqlExpression {
    const parts: SqlExpression[] = [];
    while (this.takeWord('when')) {
      parts.push(this.either());
      if (!this.takeWord('then')) throw new SqlNotRead('expected THEN');
      parts.push(this.either());
    }
    if (this.takeWord('else')) parts.push(this.either());
    if (!this.takeWord('end')) throw new SqlNotRead('expected END');
    return call('case', parts);
  }
}

function call(name: string, args: readonly SqlExpression[]): SqlExpression {
  return { kind: 'call', name, args };
}

function unquoted(text: string): string {
  return text.startsWith('`') ? text.slice(1, -1) : text.slice(1, -1).replaceAll('""', '"');
}
