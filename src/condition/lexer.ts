import { ConditionError } from './condition.js';
import { MAX_SOURCE_LENGTH } from './limits.js';

export type Token =
  /** Keywords, field names, date literals (`LAST_N_DAYS:30`). */
  | { readonly kind: 'word'; readonly text: string; readonly position: number }
  /** Begins with a digit or a sign: a number, date or datetime. */
  | { readonly kind: 'numeral'; readonly text: string; readonly position: number }
  | { readonly kind: 'text'; readonly text: string; readonly escaped: ReadonlySet<number>; readonly position: number }
  | { readonly kind: 'symbol'; readonly text: string; readonly position: number }
  | { readonly kind: 'end'; readonly text: ''; readonly position: number };

const SYMBOLS = ['<>', '!=', '<=', '>=', '=', '<', '>', '(', ')', ','];
const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
  ['%', '%'],
  ['_', '_'],
]);

const isSpace = (c: string) => c === ' ' || c === '\t' || c === '\n' || c === '\r';
const isDigit = (c: string) => c >= '0' && c <= '9';
const isLetter = (c: string) => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
const isWordPart = (c: string) => isLetter(c) || isDigit(c) || c === '_' || c === '.' || c === ':';
const isNumeralPart = (c: string) => isWordPart(c) || c === '+' || c === '-';

/** Cuts a condition into tokens. @throws ConditionError for a source that is too long, a stray character, an open text, a bad escape */
export function tokenize(source: string): Token[] {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new ConditionError(
      `The condition has ${source.length} characters, at most ${MAX_SOURCE_LENGTH} are allowed`,
      MAX_SOURCE_LENGTH,
    );
  }
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const c = source.charAt(at);
    if (isSpace(c)) {
      at += 1;
      continue;
    }
    const [token, end] = readToken(source, at, c);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', position: source.length });
  return tokens;
}

function readToken(source: string, at: number, c: string): [Token, number] {
  if (c === "'") return readText(source, at);
  if (isLetter(c)) {
    const end = runEnd(source, at, isWordPart);
    return [{ kind: 'word', text: source.slice(at, end), position: at }, end];
  }
  if (isDigit(c) || c === '+' || c === '-' || c === '.') {
    const end = runEnd(source, at, isNumeralPart);
    return [{ kind: 'numeral', text: source.slice(at, end), position: at }, end];
  }
  const symbol = SYMBOLS.find((candidate) => source.startsWith(candidate, at));
  if (symbol !== undefined) return [{ kind: 'symbol', text: symbol, position: at }, at + symbol.length];
  if (c === '"') throw new ConditionError("Texts stand between single quotes ('), not double ones", at);
  const shown = String.fromCodePoint(source.codePointAt(at)!);
  throw new ConditionError(
    `Unexpected character ${JSON.stringify(shown)}: expected a field, an operator or a value`,
    at,
  );
}

function runEnd(source: string, start: number, isPart: (c: string) => boolean): number {
  let end = start + 1;
  while (end < source.length && isPart(source.charAt(end))) end += 1;
  return end;
}

function readText(source: string, start: number): [Token, number] {
  let text = '';
  const escaped = new Set<number>();
  let at = start + 1;
  while (at < source.length) {
    const c = source.charAt(at);
    if (c === "'") return [{ kind: 'text', text, escaped, position: start }, at + 1];
    if (c !== '\\') {
      text += c;
      at += 1;
      continue;
    }
    const [character, end] = readEscape(source, at);
    if (character === '%' || character === '_') escaped.add(text.length);
    text += character;
    at = end;
  }
  throw new ConditionError("A text is not closed: ' is missing", start);
}

function readEscape(source: string, at: number): [string, number] {
  const c = source.charAt(at + 1);
  const simple = ESCAPES.get(c);
  if (simple !== undefined) return [simple, at + 2];
  const code = source.slice(at + 2, at + 6);
  if (c === 'u' && /^[0-9A-Fa-f]{4}$/.test(code)) return [String.fromCharCode(Number.parseInt(code, 16)), at + 6];
  throw new ConditionError(
    'Unknown escape after \\: expected one of \\\' \\" \\\\ \\n \\r \\t \\b \\f \\% \\_ or \\u and four hexadecimal digits',
    at,
  );
}
