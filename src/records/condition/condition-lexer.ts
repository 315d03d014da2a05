import * as syntax from '../../runtime/syntax/tokenizer.js';
import { ConditionError, MAX_SOURCE_LENGTH } from './condition.js';

/** Words are keywords, field names and relative dates (`LAST_N_DAYS:30`). Numerals are numbers, dates and datetimes. */
export type ConditionToken = syntax.Token<'word' | 'numeral'>;

const lexicon: syntax.Lexicon<'word' | 'numeral'> = {
  noun: 'condition',
  longest: MAX_SOURCE_LENGTH,
  patterns: { word: /[A-Za-z][A-Za-z0-9_.:]*/y, numeral: /[0-9+\-.][A-Za-z0-9_.:+-]*/y },
  symbols: ['<>', '!=', '<=', '>=', '=', '<', '>', '(', ')', ','],
  quotes: "'",
  escapes: { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', "'": "'", '"': '"', '\\': '\\', '%': '%', _: '_' },
  hasUnicodeEscapes: true,
  escapeFault:
    'Unknown escape after \\: expected one of \\\' \\" \\\\ \\n \\r \\t \\b \\f \\% \\_ or \\u and four hexadecimal digits',
  skip(source, at) {
    let end = at;
    while (end < source.length && ' \t\n\r'.includes(source.charAt(end))) end += 1;
    return end;
  },
  describeStray(source, at) {
    if (source.charAt(at) === '"') return "Strings are written in single quotes ('), not double quotes";
    const shown = String.fromCodePoint(source.codePointAt(at)!);
    return `Unexpected character ${JSON.stringify(shown)}: expected a field, an operator or a value`;
  },
  fault: (message, position) => new ConditionError(message, position),
};

/** @throws ConditionError */
export function tokenize(
  source: string,
  { noun, longest }: Pick<typeof lexicon, 'noun' | 'longest'> = lexicon,
): ConditionToken[] {
  return syntax.tokenize(source, { ...lexicon, noun, longest });
}
