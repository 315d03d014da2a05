import { fold } from '../matching/text/fold.js';
import { QueryError } from './query-error.js';

/** Says whether the words of a record meet a term. */
export type TermTest = (words: readonly string[]) => boolean;

/** A term that a search looks for (SOSL). */
export interface SearchTerm {
  readonly test: TermTest;
  /** Its words as they were written, where they are nothing but words: to be compared by likeness as well. */
  readonly plain: string | undefined;
}

/** Words of one term: a test is one pass over the words of a record. */
const MOST_WORDS = 50;
const OPERATORS = new Set(['AND', 'OR', 'NOT', '(', ')']);

/** A text as words to be compared: lower case, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^a-z0-9\u0080-\uffff]+/u)
    .filter((word) => word !== '');
}

/**
 * Reads a term: words that must all stand in a record, phrases in quotes, `*` and `?` within words, `AND`, `OR`,
 * `AND NOT` and parentheses.
 *
 * @param at offset of the term in its search
 * @throws QueryError
 */
export function readTerm(term: string, at: number): SearchTerm {
  const fault = (reason: string): never => {
    throw new QueryError('MALFORMED_SEARCH', reason, at);
  };
  const pieces = term.split('"').flatMap((part, i) => {
    if (i % 2 === 1) return [{ text: part, isPhrase: true }];
    return (part.match(/[()]|[^\s()]+/g) ?? []).map((text) => ({ text, isPhrase: false }));
  });
  if (pieces.length > MOST_WORDS) fault(`a term of more than ${MOST_WORDS} words`);
  const isOperator = (piece: { text: string; isPhrase: boolean }) => !piece.isPhrase && OPERATORS.has(piece.text);
  let next = 0;
  const accept = (text: string): boolean => {
    const piece = pieces[next];
    const isNext = piece !== undefined && !piece.isPhrase && piece.text === text;
    if (isNext) next++;
    return isNext;
  };
  const unit = (depth: number): TermTest => {
    if (accept('(')) {
      const inner = either(depth + 1);
      if (!accept(')')) fault('a parenthesis is not closed');
      return inner;
    }
    const piece = pieces[next++];
    if (piece === undefined || isOperator(piece)) return fault('expected a word');
    return testOf(piece.text) ?? fault(`"${piece.text.slice(0, 40)}" has neither letters nor digits`);
  };
  const both = (depth: number): TermTest => {
    let test = unit(depth);
    while (next < pieces.length && !['OR', ')'].includes(pieces[next]!.isPhrase ? '' : pieces[next]!.text)) {
      const isAnd = accept('AND');
      const isNot = accept('NOT');
      if (isNot && !isAnd) fault('expected AND before NOT');
      const [before, following] = [test, unit(depth)];
      test = (words) => before(words) && following(words) !== isNot;
    }
    return test;
  };
  const either = (depth: number): TermTest => {
    if (depth > 10) fault('parentheses within parentheses within parentheses');
    let test = both(depth);
    while (accept('OR')) {
      const [before, following] = [test, both(depth)];
      test = (words) => before(words) || following(words);
    }
    return test;
  };
  const test = either(0);
  if (next < pieces.length) fault('expected the end of the term');
  const isPlain = !pieces.some((piece) => isOperator(piece) || /[*?]/.test(piece.text));
  return { test, plain: isPlain ? pieces.map(({ text }) => text).join(' ') : undefined };
}

/** A word, or words that follow each other. */
function testOf(text: string): TermTest | undefined {
  const wanted = text
    .split(/\s+/)
    .flatMap((part) => (/[*?]/.test(part) ? [part] : wordsOf(part)))
    .map((part) => (/[*?]/.test(part) ? likeness(part) : (word: string) => word === part));
  if (wanted.length === 0) return undefined;
  return (words) => words.some((_word, from) => wanted.every((fits, i) => fits(words[from + i] ?? '')));
}

/** A word with `*` (any characters) and `?` (one) in it, without trying one way after the other. */
function likeness(pattern: string): (word: string) => boolean {
  const signs = fold(pattern).match(/[a-z0-9*?\u0080-\uffff]/gu) ?? [];
  return (word) => {
    let [p, w, star, from] = [0, 0, -1, 0];
    while (w < word.length)
      if (p < signs.length && (signs[p] === '?' || signs[p] === word[w])) {
        p++;
        w++;
      } else if (signs[p] === '*') {
        star = p++;
        from = w;
      } else if (star >= 0) {
        p = star + 1;
        w = ++from;
      } else return false;
    while (signs[p] === '*') p++;
    return p === signs.length && word !== '';
  };
}
