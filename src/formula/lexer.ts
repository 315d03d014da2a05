import { FormulaSyntaxError } from './errors.js';
import { MAX_SOURCE_LENGTH } from './limits.js';

export type TokenKind = 'number' | 'text' | 'name' | 'operator' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Digits of a number, content of a text with its escapes resolved, spelling of a name or operator. */
  readonly text: string;
  readonly position: number;
}

// Longest first.
const operators = [
  '<>',
  '<=',
  '>=',
  '!=',
  '==',
  '&&',
  '||',
  '+',
  '-',
  '*',
  '/',
  '^',
  '&',
  '=',
  '<',
  '>',
  '!',
  '(',
  ')',
  ',',
];

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);

const isSpace = (character: string): boolean => /\s/.test(character);
const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isNameStart = (character: string): boolean => /[A-Za-z$_]/.test(character);
// `:` and `#` stand in names of the platform's global variables.
const isNamePart = (character: string): boolean => /[A-Za-z0-9_$.:#]/.test(character);

/**
 * Cuts a formula into tokens; white space and comments are dropped.
 * @throws FormulaSyntaxError for a formula that is too long, an unknown character, an open text or comment, a bad escape
 */
export function tokenize(source: string): Token[] {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new FormulaSyntaxError(
      `The formula has ${source.length} characters, at most ${MAX_SOURCE_LENGTH} are allowed`,
      MAX_SOURCE_LENGTH,
    );
  }
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (isSpace(character)) at += 1;
    else if (source.startsWith('/*', at)) at = endOfComment(source, at);
    else {
      const [token, end] = readToken(source, at, character);
      tokens.push(token);
      at = end;
    }
  }
  tokens.push({ kind: 'end', text: '', position: source.length });
  return tokens;
}

function endOfComment(source: string, start: number): number {
  const end = source.indexOf('*/', start + 2);
  if (end < 0) throw new FormulaSyntaxError('A comment is not closed: */ is missing', start);
  return end + 2;
}

function readToken(source: string, start: number, character: string): [Token, number] {
  if (character === '"' || character === "'") return readText(source, start, character);
  if (isDigit(character) || (character === '.' && isDigit(source.charAt(start + 1)))) return readNumber(source, start);
  if (isNameStart(character)) {
    const end = skip(source, start, isNamePart);
    return [{ kind: 'name', text: source.slice(start, end), position: start }, end];
  }
  const operator = operators.find((candidate) => source.startsWith(candidate, start));
  if (operator === undefined) {
    throw new FormulaSyntaxError(`The character ${JSON.stringify(character)} has no meaning here`, start);
  }
  return [{ kind: 'operator', text: operator, position: start }, start + operator.length];
}

function readNumber(source: string, start: number): [Token, number] {
  let end = skip(source, start, isDigit);
  if (source.charAt(end) === '.' && isDigit(source.charAt(end + 1))) end = skip(source, end + 1, isDigit);
  if (end < source.length && isNamePart(source.charAt(end))) {
    throw new FormulaSyntaxError('A number must be digits with at most one point between them', start);
  }
  return [{ kind: 'number', text: source.slice(start, end), position: start }, end];
}

function readText(source: string, start: number, quote: string): [Token, number] {
  let text = '';
  let at = start + 1;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === quote) return [{ kind: 'text', text, position: start }, at + 1];
    if (character === '\\') {
      const meant = escapes.get(source.charAt(at + 1));
      if (meant === undefined) {
        throw new FormulaSyntaxError('After \\ one of n r t " \' \\ must stand; write \\\\ for a backslash', at);
      }
      text += meant;
      at += 2;
    } else {
      text += character;
      at += 1;
    }
  }
  throw new FormulaSyntaxError(`A text is not closed: ${quote} is missing`, start);
}

function skip(source: string, start: number, belongs: (character: string) => boolean): number {
  let end = start;
  while (end < source.length && belongs(source.charAt(end))) end += 1;
  return end;
}
