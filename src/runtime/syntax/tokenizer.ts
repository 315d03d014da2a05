/** The tokens of a language. @template Kind all kinds except strings and symbols */
export interface Lexicon<Kind extends string> {
  readonly noun: string;
  /** Maximum length of a source, in UTF-16 code units. */
  readonly longest: number;
  /** Sticky patterns by kind of token. No two of them match at the same position. */
  readonly patterns: Readonly<Record<Kind, RegExp>>;
  /** Symbols. A longer symbol comes before its prefixes. */
  readonly symbols: readonly string[];
  readonly quotes: string;
  /** Meaning of each character after a backslash. */
  readonly escapes: Readonly<Record<string, string>>;
  /** Whether `\u` with four hexadecimal digits is an escape. */
  readonly hasUnicodeEscapes?: boolean;
  readonly escapeFault: string;
  /** Returns the offset of the next token, after white space and comments. */
  skip(source: string, at: number): number;
  describeStray(source: string, at: number): string;
  readonly fault: (message: string, position: number) => Error;
}

export interface Token<Kind extends string> {
  readonly kind: Kind | 'text' | 'symbol' | 'end';
  /** The text as in the source. For a string, its value without quotes and escapes. */
  readonly text: string;
  /** Offsets, in `text`, of the characters that followed a backslash. */
  readonly escaped: ReadonlySet<number>;
  readonly position: number;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Splits a source into tokens, then `end`.
 * @throws the error from `fault` for a source that is too long, a stray character, an unclosed string or a bad escape
 */
export function tokenize<Kind extends string>(source: string, lexicon: Lexicon<Kind>): Token<Kind>[] {
  const { noun, longest, quotes, fault } = lexicon;
  if (source.length > longest)
    throw fault(`The ${noun} has ${source.length} characters; at most ${longest} are allowed`, longest);
  const tokens: Token<Kind>[] = [];
  let at = lexicon.skip(source, 0);
  while (at < source.length) {
    const [token, end] = quotes.includes(source.charAt(at))
      ? readText(source, at, lexicon)
      : readWord(source, at, lexicon);
    tokens.push(token);
    at = lexicon.skip(source, end);
  }
  tokens.push({ kind: 'end', text: '', escaped: NONE, position: source.length });
  return tokens;
}

function readWord<Kind extends string>(
  source: string,
  position: number,
  lexicon: Lexicon<Kind>,
): [Token<Kind>, number] {
  for (const kind of Object.keys(lexicon.patterns) as Kind[]) {
    const pattern = lexicon.patterns[kind];
    pattern.lastIndex = position;
    if (!pattern.test(source)) continue;
    const end = pattern.lastIndex;
    return [{ kind, text: source.slice(position, end), escaped: NONE, position }, end];
  }
  const text = lexicon.symbols.find((symbol) => source.startsWith(symbol, position));
  if (text === undefined) throw lexicon.fault(lexicon.describeStray(source, position), position);
  return [{ kind: 'symbol', text, escaped: NONE, position }, position + text.length];
}

function readText<Kind extends string>(
  source: string,
  position: number,
  lexicon: Lexicon<Kind>,
): [Token<Kind>, number] {
  const quote = source.charAt(position);
  const escaped = new Set<number>();
  let text = '';
  let at = position + 1;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === quote) return [{ kind: 'text', text, escaped, position }, at + 1];
    if (character === '\\') {
      const [meant, end] = readEscape(source, at, lexicon);
      escaped.add(text.length);
      text += meant;
      at = end;
    } else {
      text += character;
      at += 1;
    }
  }
  throw lexicon.fault(`A text is not closed: ${quote} is missing`, position);
}

function readEscape(source: string, at: number, lexicon: Lexicon<string>): [string, number] {
  const character = source.charAt(at + 1);
  if (Object.hasOwn(lexicon.escapes, character)) return [lexicon.escapes[character]!, at + 2];
  const code = source.slice(at + 2, at + 6);
  if (lexicon.hasUnicodeEscapes === true && character === 'u' && /^[0-9A-Fa-f]{4}$/.test(code))
    return [String.fromCharCode(Number.parseInt(code, 16)), at + 6];
  throw lexicon.fault(lexicon.escapeFault, at);
}

export class TokenReader<Kind extends string> {
  #at = 0;

  constructor(private readonly tokens: readonly Token<Kind>[]) {}

  peek(): Token<Kind> {
    return this.tokens[this.#at]!;
  }

  /** Returns the next tokens, up to `count`, without taking them. */
  ahead(count: number): readonly Token<Kind>[] {
    return this.tokens.slice(this.#at, this.#at + count);
  }

  /** At the end, returns `end` each time. */
  next(): Token<Kind> {
    const token = this.peek();
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  isNext(symbol: string): boolean {
    const { kind, text } = this.peek();
    return kind === 'symbol' && text === symbol;
  }

  /** Consumes the symbol if it is next. @returns whether it was next */
  accept(symbol: string): boolean {
    const isNext = this.isNext(symbol);
    if (isNext) this.#at += 1;
    return isNext;
  }
}
