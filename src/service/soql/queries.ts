import { randomUUID } from 'node:crypto';
import { RequestError } from '../../contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { PlatformRecords } from '../../results/platform-records.js';
import { compileQuery, type CompiledQuery } from '../../soql/compile-query.js';
import { parseQuery } from '../../soql/parse-query.js';
import { placedMessage, QueryError } from '../../soql/query-error.js';
import type { ServiceParts } from '../live-parts.js';
import type { Caller } from '../likeness.js';
import { parseSearch, type SearchScope } from '../../soql/parse-search.js';
import { readTerm, wordsOf } from '../../soql/search-term.js';
import { search } from '../search/search.js';
import { FoundRuns, type FoundRecord } from './found-runs.js';
import type { MetRecord } from './record-reader.js';
import { readingsOf } from './similar-records.js';
import { readLocator, writeLocator, type Locator } from './locator.js';
import { columnsOf } from './query-columns.js';
import { queriedObjects } from './own-objects.js';
import type { QueryViews } from './query-views.js';
import type { Queries, QueryPage, QueryPlan, QueryRequest, SearchRequest } from './query-request.js';
import { childQuery, QueryRun } from './run-query.js';

/** Queries that run at the same time: each holds the Ids that it has found. */
const MOST_AT_ONCE = 25;

/** Records of a page, where it was not asked how many. */
const DEFAULT_PAGE = 2_000;
/** Records of a search at the most, as on the platform. */
const MOST_SEARCHED = 2_000;
const NAMES = new Set(['Name', 'FirstName', 'LastName', 'MiddleName', 'Subject', 'Company', 'CaseNumber']);
const TEXTS = new Set(['string', 'textarea', 'email', 'phone', 'url', 'picklist', 'autoNumber']);

/** A query, and when and how it was asked. */
type Asked = Omit<QueryRequest, 'pageSize'> & { readonly pageSize?: number | undefined; readonly now: Date };

/** Answers queries over the committed records. */
export class RecordQueries implements Queries {
  readonly #runs = new FoundRuns();
  #views: QueryViews | undefined;
  #running = 0;

  constructor(
    private readonly parts: () => ServiceParts,
    private readonly shown: () => PlatformRecords,
  ) {}

  /** Nothing that was found is remembered any more. */
  forget(): void {
    this.#runs.clear();
  }

  /** Shows further records to queries. */
  show(views: QueryViews): void {
    this.#views = views;
  }

  columns(query: string, caller: Caller): readonly string[] {
    return refusing(query, () => {
      const { outputs, grouped, isCount } = this.#compiled(query, caller);
      const columns = outputs.flatMap((output) => (output.kind === 'value' ? [output.column.key] : []));
      if (grouped === undefined && !isCount && columns.length === outputs.length) return columns;
      throw new RequestError(
        400,
        'API_ERROR',
        'Bulk queries give plain records: no aggregates, no queries for children and no TYPEOF',
      );
    });
  }

  describe(query: string, caller: Caller): ReturnType<Queries['describe']> {
    const compiled = refusing(query, () => this.#compiled(query, caller));
    return { type: compiled.type, columns: columnsOf(compiled) };
  }

  async explain(request: Omit<QueryRequest, 'pageSize'>, caller: Caller): Promise<QueryPlan> {
    return this.#answer({ ...request, now: this.parts().now() }, caller, (run, query) => run.explain(query));
  }

  async search({ search: text, organisation }: SearchRequest, caller: Caller): Promise<Record<string, unknown>[]> {
    const { registry } = this.parts().configuration;
    const parsed = refusing(text, () => parseSearch(text));
    const { test, plain } = refusing(text, () => readTerm(parsed.term, parsed.position));
    const isVisible = ({ name }: ObjectType) => caller.objects?.has(name) !== false;
    const queries = parsed.queries ?? registry.types.filter(isVisible).map(({ name }) => `SELECT Id FROM ${name}`);
    const records: Record<string, unknown>[] = [];
    for (const query of queries) {
      const most = Math.min(parsed.limit ?? MOST_SEARCHED, MOST_SEARCHED) - records.length;
      if (most <= 0) break;
      const asked = { query, organisation, withDeleted: false, now: this.parts().now() };
      const page = await this.#answer(asked, caller, async (run, compiled) => {
        if (compiled.grouped !== undefined || compiled.isCount)
          throw new RequestError(400, 'MALFORMED_SEARCH', 'a search gives records: no aggregates');
        const { type } = compiled;
        const fields = fieldsOf(type, parsed.scope);
        const named = plain === undefined ? [] : await this.#similar(type, readingsOf(type, plain, fields), caller);
        const stands = ({ fields: values }: MetRecord) =>
          test(fields.flatMap((name) => (typeof values[name] === 'string' ? wordsOf(values[name]) : [])));
        const found = await run.search(compiled, named, stands, most);
        return { totalSize: found.length, done: true, records: await run.show(compiled, found) };
      });
      records.push(...page.records);
    }
    return records;
  }

  /** Ids of the records of an object that are like one of the readings of a term, the likest first. */
  async #similar(
    type: ObjectType,
    readings: readonly Record<string, string>[],
    { clientId }: Caller,
  ): Promise<string[]> {
    const scores = new Map<string, number>();
    for (const objectData of readings) {
      const { output } = await search(this.parts(), { objectPrefix: type.keyPrefix, objectData }, clientId);
      for (const { score, objectData: found } of output[type.keyPrefix] ?? []) {
        const id = String(found['Id']);
        scores.set(id, Math.max(score, scores.get(id) ?? 0));
      }
    }
    return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id);
  }

  async run(request: QueryRequest, caller: Caller): Promise<QueryPage> {
    const asked = { ...request, now: this.parts().now() };
    const { pageSize } = request;
    return this.#answer(asked, caller, async (run, query) => {
      if (query.isCount) return { totalSize: await run.count(query), done: true, records: [] };
      if (query.grouped !== undefined) {
        const records = await run.group(query);
        return { totalSize: records.length, done: true, records };
      }
      const found = await run.find(query);
      const id = randomUUID();
      if (found.length > pageSize && !this.#isView(query)) this.#runs.keep(id, found);
      const { query: text, withDeleted, now } = asked;
      const rest = { run: id, time: now.getTime(), totalSize: found.length };
      return this.#page(run, query, found, 0, { query: text, withDeleted, pageSize, ...rest });
    });
  }

  async more(text: string, { organisation }: Pick<QueryRequest, 'organisation'>, caller: Caller): Promise<QueryPage> {
    const { last, taken, ...locator } = readLocator(text);
    const asked = { ...locator, organisation, now: new Date(locator.time) };
    const { of } = locator;
    return this.#answer(asked, caller, async (run, compiled) => {
      const query = of === undefined ? compiled : childQuery(compiled, of.path);
      const known = this.#runs.get(locator.run);
      if (known !== undefined) return this.#page(run, query, known, taken, locator);
      // Forgotten, or found by a process that is gone: found anew, and gone on with behind the last one.
      const found = of === undefined ? await run.find(query) : await run.findChildren(compiled, of);
      const from = found.findIndex((entry) => run.isBehind(query, entry, last));
      const rest = from < 0 ? [] : found.slice(from);
      const id = randomUUID();
      // So that places in it are those of the whole.
      const whole = [...Array.from({ length: taken }, () => last), ...rest];
      if (rest.length > locator.pageSize && !this.#isView(query)) this.#runs.keep(id, whole);
      return this.#page(run, query, whole, taken, { ...locator, run: id });
    });
  }

  async #page(
    run: QueryRun,
    query: CompiledQuery,
    found: readonly FoundRecord[],
    from: number,
    locator: Omit<Locator, 'taken' | 'last'>,
  ): Promise<QueryPage> {
    const { totalSize, of } = locator;
    const entries = found.slice(from, from + locator.pageSize);
    const { records, shown } = await run.showPage(query, entries, of?.path);
    const taken = from + shown;
    const last = entries[shown - 1];
    if (taken >= found.length || last === undefined) {
      this.#runs.forget(locator.run);
      return { totalSize, done: true, records };
    }
    const next = writeLocator({ ...locator, taken, last: { id: last.id, keys: [...last.keys] } });
    return { totalSize, done: false, records, next };
  }

  async #answer<T>(
    asked: Asked,
    caller: Caller,
    answer: (run: QueryRun, query: CompiledQuery) => Promise<T>,
  ): Promise<T> {
    if (this.#running >= MOST_AT_ONCE)
      throw new RequestError(
        503,
        'REQUEST_LIMIT_EXCEEDED',
        'ConcurrentPerOrgLongTxn Limit exceeded: too many queries run at the same time',
      );
    this.#running++;
    try {
      const query = refusing(asked.query, () => this.#compiled(asked.query, caller));
      return await answer(this.#runOf(asked, caller), query);
    } finally {
      this.#running--;
    }
  }

  /** Its records cannot be looked up by their Ids: each page finds them anew. */
  #isView({ type }: CompiledQuery): boolean {
    return this.#views?.has(type.name) === true;
  }

  #compiled(query: string, caller: Caller): CompiledQuery {
    return compileQuery(parseQuery(query), this.#registry(caller));
  }

  #registry({ objects }: Caller) {
    const isVisible = ({ name }: ObjectType) => objects === undefined || objects.has(name);
    return queriedObjects(this.parts().configuration.registry, isVisible);
  }

  #runOf({ query, organisation, withDeleted, now, pageSize = DEFAULT_PAGE }: Asked, caller: Caller): QueryRun {
    const { store, users, formulas } = this.parts();
    const shown = this.shown();
    return new QueryRun({
      ...{ store, users, formulas, organisation, withDeleted, now, userId: caller.userId, views: this.#views },
      registry: this.#registry(caller),
      attributes: (type, id) => shown.attributes(type, id),
      nextChildren: (place) =>
        shown.nextPage(writeLocator({ query, withDeleted, pageSize, run: '', time: now.getTime(), ...place })),
    });
  }
}

/** Names of the fields that a search looks into. */
function fieldsOf({ fields }: ObjectType, scope: SearchScope): string[] {
  const isMeant = ({ name, type }: ObjectType['fields'][number]): boolean => {
    switch (scope) {
      case 'ALL':
        return TEXTS.has(type);
      case 'EMAIL':
        return type === 'email';
      case 'PHONE':
        return type === 'phone';
      case 'NAME':
        return NAMES.has(name);
      case 'SIDEBAR':
        return NAMES.has(name) || type === 'email' || type === 'phone';
    }
  };
  return fields.filter(isMeant).map(({ name }) => name);
}

/** @throws RequestError 400 for what is wrong with a query */
function refusing<T>(query: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new RequestError(400, error.errorCode, placedMessage(error, query));
  }
}
