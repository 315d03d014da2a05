import * as syntax from '../../runtime/syntax/tokenizer.js';
import { FormulaSyntaxError } from './errors.js';
import { MAX_SOURCE_LENGTH } from './formula-limits.js';

export type FormulaToken = syntax.Token<'number' | 'name'>;

const lexicon: syntax.Lexicon<'number' | 'name'> = {
  noun: 'formula',
  longest: MAX_SOURCE_LENGTH,
  patterns: {
    number: /(?:\d+(?:\.\d+)?|\.\d+)(?![A-Za-z0-9_$.:#])/y,
    name: /[A-Za-z$_][A-Za-z0-9_$.:#]*/y,
  },
  symbols: '<> <= >= != == && || + - * / ^ & = < > ! ( ) ,'.split(' '),
  quotes: '"\'',
  escapes: { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' },
  escapeFault: 'Unknown escape after \\: expected one of n r t " \' \\; write \\\\ for a backslash',
  skip(source, at) {
    let end = at;
    for (;;) {
      if (source.startsWith('/*', end)) end = endOfComment(source, end);
      else if (/\s/.test(source.charAt(end))) end += 1;
      else return end;
    }
  },
  describeStray: (source, at) =>
    /^\.?\d/.test(source.slice(at, at + 2))
      ? 'A number consists of digits with at most one decimal point'
      : `The character ${JSON.stringify(source.charAt(at))} is not allowed in a formula`,
  fault: (message, position) => new FormulaSyntaxError(message, position),
};

/** Skips white space and comments. @throws FormulaSyntaxError */
export function tokenize(source: string): FormulaToken[] {
  return syntax.tokenize(source, lexicon);
}

function endOfComment(source: string, start: number): number {
  const end = source.indexOf('*/', start + 2);
  if (end < 0) throw new FormulaSyntaxError('A comment is not closed: */ is missing', start);
  return end + 2;
}
