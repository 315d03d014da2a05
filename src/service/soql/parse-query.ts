import { ConditionError } from '../../records/condition/condition.js';
import { tokenize } from '../../records/condition/condition-lexer.js';
import { ConditionParser, nameOf, unexpected } from '../../records/condition/condition-parser.js';
import type { FieldName } from '../../records/condition/condition-tree.js';
import { MOST } from '../../store/config/config-limits.js';
import { TokenReader } from '../../runtime/syntax/tokenizer.js';
import { QueryError } from './query-error.js';
import { dateFunctions } from './query-date-functions.js';
import { AGGREGATES, type OrderItem, type QueryNode, type SelectItem } from './query-tree.js';

/** Keywords that end a list, and therefore cannot be aliases. */
const CLAUSES = new Set([
  ...['FROM', 'USING', 'WHERE', 'WITH', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'FOR', 'UPDATE', 'ALL'],
  ...['AS', 'END', 'WHEN', 'THEN', 'ELSE', 'AND', 'OR', 'ASC', 'DESC', 'NULLS'],
]);
/** Display functions, which return the stored value here. */
const SCALARS = new Set(['TOLABEL', 'FORMAT', 'CONVERTCURRENCY']);
const FUNCTIONS: ReadonlySet<string> = new Set([...AGGREGATES, ...SCALARS, ...dateFunctions.keys()]);
const REFUSED_FUNCTIONS = new Set(['DISTANCE', 'GEOLOCATION', 'GROUPING']);

/**
 * Parses a query in the platform's language (SOQL). Conditions have the same grammar as in filters:
 *
 * ```
 * query    = SELECT item { "," item } FROM name [[AS] alias] { "," path [AS] alias } [USING SCOPE word]
 *            [WHERE condition] [GROUP BY field { "," field } [HAVING condition]]
 *            [ORDER BY field [ASC | DESC] [NULLS (FIRST | LAST)] { "," ... }] [LIMIT n] [OFFSET n]
 *            [FOR (VIEW | REFERENCE) { "," ... }]
 * item     = field [[AS] alias] | COUNT "(" ")" | FIELDS "(" (ALL | STANDARD | CUSTOM) ")" | "(" query ")"
 *          | TYPEOF field { WHEN name THEN field { "," field } } [ELSE field { "," field }] END
 * field    = path | function "(" path ")"
 * ```
 *
 * @throws QueryError `MALFORMED_QUERY`
 */
export function parseQuery(source: string): QueryNode {
  try {
    return new QueryParser(source).whole();
  } catch (error) {
    if (error instanceof ConditionError) throw new QueryError('MALFORMED_QUERY', error.message, error.position);
    throw error;
  }
}

class QueryParser {
  readonly #tokens;
  #queries = 0;

  constructor(source: string) {
    this.#tokens = new TokenReader(tokenize(source, { noun: 'query', longest: MOST.queryLength }));
  }

  whole(): QueryNode {
    const query = this.#query(0);
    const rest = this.#tokens.peek();
    if (rest.kind !== 'end') throw unexpected(rest, 'the end of the query');
    return query;
  }

  #query(depth: number): QueryNode {
    const { position } = this.#tokens.peek();
    if (depth > MOST.queryLevels)
      throw new ConditionError(`Queries can be nested at most ${MOST.queryLevels} levels deep`, position);
    if (this.#queries++ > MOST.queryParts)
      throw new ConditionError(`A query can contain at most ${MOST.queryParts} queries`, position);
    this.#keyword('SELECT');
    const items = this.#isCount() ? [] : this.#list(() => this.#item(depth));
    this.#keyword('FROM');
    const from = this.#object();
    const alias = this.#alias();
    const aliases: { path: FieldName; alias: FieldName }[] = [];
    while (this.#tokens.accept(',')) {
      const path = this.#name('a path to a parent');
      const other = this.#alias();
      if (other === undefined) throw unexpected(this.#tokens.peek(), 'an alias');
      aliases.push({ path, alias: other });
    }
    const isMine = this.#scope();
    const where = this.#accept('WHERE') ? this.#condition(depth) : undefined;
    this.#refuse('WITH', 'WITH is for Apex and knowledge articles, which are not supported');
    const groupBy = this.#accept('GROUP') ? this.#grouping() : [];
    const having = this.#accept('HAVING') ? this.#condition(depth) : undefined;
    const orderBy = this.#accept('ORDER') ? this.#ordering() : [];
    const limit = this.#accept('LIMIT') ? this.#number() : undefined;
    const offset = this.#accept('OFFSET') ? this.#number() : undefined;
    this.#purposes();
    return {
      ...{ items, isCount: items.length === 0, from, alias, aliases, isMine, where, groupBy, having, orderBy },
      ...{ limit, offset, position },
    };
  }

  /** Accepts `COUNT()` without an argument. */
  #isCount(): boolean {
    const [name, open, close] = this.#tokens.ahead(3);
    if (name?.text.toUpperCase() !== 'COUNT' || open?.text !== '(' || close?.text !== ')' || close.kind !== 'symbol')
      return false;
    for (let n = 0; n < 3; n++) this.#tokens.next();
    return true;
  }

  #item(depth: number): SelectItem {
    const { position } = this.#tokens.peek();
    if (this.#tokens.accept('(')) {
      const query = this.#query(depth + 1);
      this.#expect(')');
      return { kind: 'children', query, position };
    }
    if (this.#accept('TYPEOF')) return this.#typeOf();
    const [word, open] = this.#tokens.ahead(2);
    if (word?.text.toUpperCase() === 'FIELDS' && open?.text === '(') return this.#fields();
    const field = this.#field();
    return { kind: 'field', field, alias: this.#alias() };
  }

  #fields(): SelectItem {
    const { position } = this.#tokens.next();
    this.#expect('(');
    const token = this.#tokens.next();
    const which = token.text.toUpperCase();
    if (token.kind !== 'word' || (which !== 'ALL' && which !== 'STANDARD' && which !== 'CUSTOM'))
      throw unexpected(token, 'ALL, STANDARD or CUSTOM');
    this.#expect(')');
    return { kind: 'fields', which, position };
  }

  #typeOf(): SelectItem {
    const field = this.#name('a reference to several objects');
    const whens: { type: FieldName; fields: FieldName[] }[] = [];
    while (this.#accept('WHEN')) {
      const type = this.#name('the name of an object');
      this.#keyword('THEN');
      whens.push({ type, fields: this.#list(() => this.#name('a field')) });
    }
    if (whens.length === 0) throw unexpected(this.#tokens.peek(), 'WHEN');
    const otherwise = this.#accept('ELSE') ? this.#list(() => this.#name('a field')) : [];
    this.#keyword('END');
    return { kind: 'typeof', field, whens, otherwise };
  }

  #field(): FieldName {
    const name = this.#name('a field');
    const call = name.name.toUpperCase();
    if (!this.#tokens.isNext('(')) return name;
    if (REFUSED_FUNCTIONS.has(call)) throw new ConditionError(`${call} is not supported`, name.position);
    if (!FUNCTIONS.has(call)) throw new ConditionError(`Unknown function ${name.name.slice(0, 40)}`, name.position);
    this.#tokens.next();
    const path = this.#operand();
    this.#expect(')');
    return SCALARS.has(call) ? { ...path, isShown: true } : { ...path, call };
  }

  /** Reads a path. `convertTimezone` is ignored: times are always UTC. */
  #operand(): FieldName {
    const path = this.#name('a field');
    if (!this.#tokens.isNext('(')) return path;
    if (path.name.toUpperCase() !== 'CONVERTTIMEZONE')
      throw new ConditionError('Nested functions are not supported', path.position);
    this.#tokens.next();
    const inner = this.#name('a field');
    this.#expect(')');
    return inner;
  }

  #condition(depth: number) {
    const language = { query: () => this.#query(depth + 1), field: () => this.#field() };
    return new ConditionParser<QueryNode>(this.#tokens, language).condition();
  }

  #scope(): boolean {
    if (!this.#accept('USING')) return false;
    this.#keyword('SCOPE');
    const token = this.#tokens.next();
    const scope = token.text.toLowerCase();
    if (scope === 'everything') return false;
    if (scope === 'mine') return true;
    throw new ConditionError(
      `USING SCOPE ${token.text.slice(0, 40)} is not supported: expected everything or mine`,
      token.position,
    );
  }

  #grouping(): FieldName[] {
    this.#keyword('BY');
    for (const word of ['ROLLUP', 'CUBE']) {
      const [first, open] = this.#tokens.ahead(2);
      if (open?.text === '(') this.#refuse(word, `GROUP BY ${word} is not supported`, first?.text);
    }
    return this.#list(() => this.#field(), MOST.queryGrouping);
  }

  #ordering(): OrderItem[] {
    this.#keyword('BY');
    return this.#list(() => {
      const field = this.#field();
      const isDescending = this.#accept('DESC');
      if (!isDescending) this.#accept('ASC');
      if (!this.#accept('NULLS')) return { field, isDescending, areBlanksLast: false };
      const areBlanksLast = this.#accept('LAST');
      if (!areBlanksLast) this.#keyword('FIRST');
      return { field, isDescending, areBlanksLast };
    }, MOST.queryOrder);
  }

  /** Reads FOR VIEW and FOR REFERENCE, which have no effect here. */
  #purposes(): void {
    if (this.#accept('FOR'))
      do {
        const token = this.#tokens.next();
        const purpose = token.text.toUpperCase();
        if (purpose === 'UPDATE') throw new ConditionError('FOR UPDATE is only for Apex', token.position);
        if (purpose !== 'VIEW' && purpose !== 'REFERENCE') throw unexpected(token, 'VIEW or REFERENCE');
      } while (this.#tokens.accept(','));
    this.#refuse('UPDATE', 'UPDATE is for knowledge articles, which are not supported');
    this.#refuse('ALL', 'ALL ROWS is only for Apex: use queryAll');
  }

  #alias(): FieldName | undefined {
    const isSaid = this.#accept('AS');
    const token = this.#tokens.peek();
    const isName = token.kind === 'word' && !CLAUSES.has(token.text.toUpperCase());
    if (!isName && !isSaid) return undefined;
    return this.#name('an alias');
  }

  #list<T>(read: () => T, most = Infinity): T[] {
    const items = [read()];
    while (this.#tokens.accept(',')) {
      if (items.length === most) throw new ConditionError(`At most ${most} fields`, this.#tokens.peek().position);
      items.push(read());
    }
    return items;
  }

  #number(): number {
    const token = this.#tokens.next();
    if (token.kind !== 'numeral' || !/^\d{1,9}$/.test(token.text)) throw unexpected(token, 'a whole number');
    return Number(token.text);
  }

  #name(expected: string): FieldName {
    const token = this.#tokens.next();
    if (token.kind !== 'word' || CLAUSES.has(token.text.toUpperCase())) throw unexpected(token, expected);
    return nameOf(token);
  }

  /** Reads an object's name, which may also be a keyword (Group, Order). */
  #object(): FieldName {
    const token = this.#tokens.next();
    if (token.kind !== 'word') throw unexpected(token, 'the name of an object');
    return nameOf(token);
  }

  #accept(keyword: string): boolean {
    const { kind, text } = this.#tokens.peek();
    const isNext = kind === 'word' && text.toUpperCase() === keyword;
    if (isNext) this.#tokens.next();
    return isNext;
  }

  #refuse(keyword: string, reason: string, found = this.#tokens.peek().text): void {
    const { kind, position } = this.#tokens.peek();
    if (kind === 'word' && found.toUpperCase() === keyword) throw new ConditionError(reason, position);
  }

  #keyword(keyword: string): void {
    if (!this.#accept(keyword)) throw unexpected(this.#tokens.peek(), keyword);
  }

  #expect(symbol: string): void {
    const token = this.#tokens.peek();
    if (!this.#tokens.accept(symbol)) throw unexpected(token, symbol);
  }
}
