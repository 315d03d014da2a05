import { PartResults } from '../../records/condition/compile-condition.js';
import { compileLike } from '../../records/condition/like.js';
import { MOST } from '../../store/config/config-limits.js';
import { fold } from '../../matching/text/fold.js';
import { QueryError } from './query-error.js';

type TermTest = (words: readonly string[]) => boolean;

export interface SearchTerm {
  readonly test: TermTest;
  readonly results: PartResults;
  /** The words as written, if the term consists only of words. Also used to search for similar records. */
  readonly plain: string | undefined;
}

const OPERATORS = new Set(['AND', 'OR', 'NOT', '(', ')']);

/** Splits a string into words for comparison, in lower case, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  return fold(text, Infinity, Infinity)
    .split(/[^a-z0-9\u0080-\uffff]+/u)
    .filter((word) => word !== '');
}

/**
 * Parses a term: words that must all occur, phrases in quotes, `*` and `?` within words, `AND`, `OR`, `AND NOT` and
 * parentheses.
 * @param at offset of the term in the search
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
  const words = pieces.flatMap(({ text }) => text.split(/\s+/));
  if (words.length > MOST.searchWords) fault(`the term has more than ${MOST.searchWords} words`);
  const long = words.find((word) => word.length > MOST.searchWord);
  if (long !== undefined) fault(`"${long.slice(0, 40)}...": a word can have at most ${MOST.searchWord} characters`);
  const results = new PartResults();
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
    const found = testOf(piece.text);
    return found ? results.part(found) : fault(`"${piece.text.slice(0, 40)}" has neither letters nor digits`);
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
    if (depth > 10) fault('parentheses are nested too deeply: at most two levels are allowed');
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
  return { test, results, plain: isPlain ? pieces.map(({ text }) => text).join(' ') : undefined };
}

function testOf(text: string): TermTest | undefined {
  const wanted = text
    .split(/\s+/)
    .flatMap((part) => (/[*?]/.test(part) ? [part] : wordsOf(part)))
    .map((part) => (/[*?]/.test(part) ? likeness(part) : (word: string) => word === part));
  if (wanted.length === 0) return undefined;
  return (words) => words.some((_word, from) => wanted.every((fits, i) => fits(words[from + i] ?? '')));
}

/** Returns a predicate for a pattern with the wildcards `*` (any characters) and `?` (one character). */
function likeness(pattern: string): (word: string) => boolean {
  const signs = fold(pattern, Infinity).match(/[a-z0-9*?\u0080-\uffff]/gu) ?? [];
  const like = compileLike(signs.join('').replaceAll('*', '%').replaceAll('?', '_'), new Set());
  return (word) => word !== '' && like(word);
}
