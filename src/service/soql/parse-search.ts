import { MOST } from '../../store/config/config-limits.js';
import { QueryError } from './query-error.js';

export const SEARCH_SCOPES = ['ALL', 'NAME', 'EMAIL', 'PHONE', 'SIDEBAR'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

export interface ParsedSearch {
  readonly term: string;
  readonly position: number;
  readonly scope: SearchScope;
  /**
   * One SOQL query per object, with its fields and condition. If absent, all objects are searched, and only Ids are
   * returned.
   */
  readonly queries: readonly string[] | undefined;
  readonly limit: number | undefined;
}

/**
 * Parses a search in the platform's language (SOSL):
 *
 * ```
 * search = FIND "{" term "}" [IN (ALL | NAME | EMAIL | PHONE | SIDEBAR) FIELDS]
 *          [RETURNING object { "," object }] [LIMIT n]
 * object = name [ "(" fields [WHERE condition] [ORDER BY ...] [LIMIT n] [OFFSET n] ")" ]
 * ```
 *
 * @throws QueryError `MALFORMED_SEARCH`, including for `WITH ...`, which is not supported
 */
export function parseSearch(source: string): ParsedSearch {
  const most = MOST.searchLength;
  if (source.length > most)
    throw new QueryError('MALFORMED_SEARCH', `The search has more than ${most} characters`, most);
  return new SearchParser(source).whole();
}

class SearchParser {
  #at = 0;

  constructor(private readonly source: string) {}

  whole(): ParsedSearch {
    this.#expect('FIND');
    const { term, position } = this.#term();
    let scope: SearchScope = 'ALL';
    if (this.#accept('IN')) {
      const found = SEARCH_SCOPES.find((one) => this.#accept(one));
      if (found === undefined) throw this.#fault(`expected one of ${SEARCH_SCOPES.join(', ')}`);
      scope = found;
      this.#expect('FIELDS');
    }
    const queries = this.#accept('RETURNING') ? this.#objects() : undefined;
    const limit = this.#accept('LIMIT') ? this.#number() : undefined;
    this.#space();
    if (/^WITH\b/i.test(this.source.slice(this.#at))) throw this.#fault('WITH is not supported');
    if (this.#at < this.source.length) throw this.#fault('expected the end of the search');
    return { term, position, scope, queries, limit };
  }

  /** Reads the term between braces. A backslash escapes the next character. */
  #term(): { term: string; position: number } {
    this.#space();
    const [open, close] = this.source[this.#at] === "'" ? ["'", "'"] : ['{', '}'];
    if (this.source[this.#at] !== open) throw this.#fault('expected {');
    const position = ++this.#at;
    let term = '';
    while (this.#at < this.source.length && this.source[this.#at] !== close) {
      if (this.source[this.#at] === '\\') this.#at++;
      term += this.source[this.#at++] ?? '';
    }
    if (this.source[this.#at++] !== close) throw this.#fault(`expected ${close}`);
    if (term.trim() === '') throw this.#fault('expected a term');
    return { term, position };
  }

  #objects(): string[] {
    const queries: string[] = [];
    do {
      if (queries.length === MOST.searchObjects) throw this.#fault(`at most ${MOST.searchObjects} objects are allowed`);
      const name = this.#match(/[A-Za-z][A-Za-z0-9_]{0,79}/y);
      if (name === undefined) throw this.#fault('expected the name of an object');
      queries.push(this.#match(/\(/y) === undefined ? `SELECT Id FROM ${name}` : this.#query(name));
    } while (this.#match(/,/y) !== undefined);
    return queries;
  }

  #query(name: string): string {
    const start = this.#at;
    let depth = 0;
    let clauses: number | undefined;
    for (; this.#at < this.source.length; this.#at++) {
      const sign = this.source[this.#at]!;
      if (sign === "'") this.#skipText();
      else if (sign === '(') depth++;
      else if (sign === ')' && depth-- === 0) break;
      else if (depth === 0 && clauses === undefined && this.#isClause()) clauses = this.#at;
    }
    if (this.source[this.#at] !== ')') throw this.#fault('expected )');
    const fields = this.source.slice(start, clauses ?? this.#at).trim();
    const rest = clauses === undefined ? '' : this.source.slice(clauses, this.#at);
    this.#at++;
    return `SELECT ${fields === '' ? 'Id' : fields} FROM ${name} ${rest}`;
  }

  #isClause(): boolean {
    if (/\w/.test(this.source[this.#at - 1] ?? '')) return false;
    return /^(?:WHERE|ORDER|LIMIT|OFFSET|USING)\b/i.test(this.source.slice(this.#at, this.#at + 10));
  }

  #skipText(): void {
    for (this.#at++; this.#at < this.source.length && this.source[this.#at] !== "'"; this.#at++)
      if (this.source[this.#at] === '\\') this.#at++;
  }

  #number(): number {
    const digits = this.#match(/\d{1,6}\b/y);
    if (digits === undefined) throw this.#fault('expected a number');
    return Number(digits);
  }

  #expect(word: string): void {
    if (!this.#accept(word)) throw this.#fault(`expected ${word}`);
  }

  #accept(word: string): boolean {
    this.#space();
    const end = this.#at + word.length;
    const isNext = this.source.slice(this.#at, end).toUpperCase() === word && !/\w/.test(this.source[end] ?? '');
    if (isNext) this.#at = end;
    return isNext;
  }

  #match(pattern: RegExp): string | undefined {
    this.#space();
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.source) ?? [];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #space(): void {
    while (/\s/.test(this.source[this.#at] ?? '')) this.#at++;
  }

  #fault(reason: string): QueryError {
    return new QueryError('MALFORMED_SEARCH', reason, Math.min(this.#at, this.source.length));
  }
}
