import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import type { PlatformRecords } from '../results/platform-records.js';
import { dynamicThreshold, Semaphore } from '../../runtime/semaphore.js';
import type { Turns } from '../../runtime/turns.js';
import { compileQuery, type CompiledQuery } from './compile-query.js';
import { parseQuery } from './parse-query.js';
import { placedMessage, QueryError } from './query-error.js';
import type { ServiceParts } from '../live-parts.js';
import type { Caller } from '../caller.js';
import { parseSearch, type SearchScope } from './parse-search.js';
import { readTerm } from './search-term.js';
import { search } from '../search/search.js';
import { bytesOf, FoundRuns, type FoundRecord, type FoundRun } from './found-runs.js';
import type { Locator, Locators } from './locator.js';
import { columnsOf } from './query-columns.js';
import { busy, QueryMemory, tooLong } from './query-memory.js';
import { queriedObjects } from './own-objects.js';
import type { QueryViews } from './query-views.js';
import type { Queries, QueryPage, QueryPlan, QueryRequest, QuerySetting, SearchRequest } from './query-request.js';
import { childQuery, QueryRun } from './run-query.js';

const DEFAULT_PAGE = 2_000;
const NAMES = new Set(['Name', 'FirstName', 'LastName', 'MiddleName', 'Subject', 'Company', 'CaseNumber']);
const TEXTS = new Set(['string', 'textarea', 'email', 'phone', 'url', 'picklist', 'autoNumber']);

type Asked = Omit<QueryRequest, 'pageSize'> & { readonly pageSize?: number | undefined; readonly now: Date };

export class RecordQueries implements Queries {
  readonly #runs = new FoundRuns();
  #views: QueryViews | undefined;
  readonly #slots = new Semaphore(MOST.queriesAtOnce, dynamicThreshold());
  readonly #bytes = new Semaphore(MOST.queryBytes, dynamicThreshold());

  constructor(
    private readonly parts: () => ServiceParts,
    private readonly shown: () => PlatformRecords,
  ) {}

  get running(): number {
    return this.#slots.count;
  }

  forget(): void {
    this.#runs.clear();
  }

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
        'Bulk queries do not support aggregates, queries for child records and TYPEOF',
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

  async search({ search: text, ...setting }: SearchRequest, caller: Caller): Promise<Record<string, unknown>[]> {
    const { registry } = this.parts().configuration;
    const parsed = refusing(text, () => parseSearch(text));
    const term = refusing(text, () => readTerm(parsed.term, parsed.position));
    const { plain } = term;
    const isVisible = ({ name }: ObjectType) => caller.objects?.has(name) !== false;
    const queries = parsed.queries ?? registry.types.filter(isVisible).map(({ name }) => `SELECT Id FROM ${name}`);
    const records: Record<string, unknown>[] = [];
    for (const query of queries) {
      const most = Math.min(parsed.limit ?? MOST.searchRecords, MOST.searchRecords) - records.length;
      if (most <= 0) break;
      const asked = { ...setting, query, withDeleted: false, now: this.parts().now() };
      const page = await this.#answer(asked, caller, async (run, compiled) => {
        if (compiled.grouped !== undefined || compiled.isCount)
          throw new RequestError(400, 'MALFORMED_SEARCH', 'a search does not support aggregates');
        const { type } = compiled;
        const fields = fieldsOf(type, parsed.scope);
        const named = plain === undefined ? [] : await this.#similar(type, readingsOf(type, plain, fields), caller);
        const found = await run.search(compiled, named, { term, fields }, most);
        const shown = await run.show(compiled, found);
        return { objectType: type.name, totalSize: found.length, done: true, records: shown };
      });
      records.push(...page.records);
    }
    return records;
  }

  /** Returns Ids, the most similar record first. */
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
    const { pageSize, locators } = request;
    return this.#answer(asked, caller, async (run, query) => {
      const objectType = query.type.name;
      if (query.isCount) return { objectType, totalSize: await run.count(query), done: true, records: [] };
      if (query.grouped !== undefined) {
        const records = await run.group(query);
        return { objectType, totalSize: records.length, done: true, records };
      }
      const found = runOf(0, await run.find(query));
      const totalSize = found.entries.length;
      const id = randomUUID();
      if (totalSize > pageSize && !this.#isView(query)) this.#runs.keep(id, found);
      const { query: text, withDeleted, now } = asked;
      const rest = { run: id, time: now.getTime(), totalSize };
      return this.#page(run, query, found, 0, { query: text, withDeleted, pageSize, ...rest }, locators);
    });
  }

  async more(text: string, setting: QuerySetting, caller: Caller): Promise<QueryPage> {
    const { locators } = setting;
    const { last, taken, ...locator } = await locators.read(text);
    const asked = { ...locator, ...setting, now: new Date(locator.time) };
    const { of } = locator;
    return this.#answer(asked, caller, async (run, compiled) => {
      const query = of === undefined ? compiled : childQuery(compiled, of.path);
      const known = this.#runs.get(locator.run);
      if (known !== undefined && known.before <= taken) return this.#page(run, query, known, taken, locator, locators);
      // The result was dropped, or belongs to an earlier process, so run the query again, starting after the last
      // record.
      const found = of === undefined ? await run.find(query) : await run.findChildren(compiled, of);
      const rest = runOf(taken, await run.behind(query, found, last));
      const id = randomUUID();
      if (rest.entries.length > locator.pageSize && !this.#isView(query)) this.#runs.keep(id, rest);
      return this.#page(run, query, rest, taken, { ...locator, run: id }, locators);
    });
  }

  async #page(
    run: QueryRun,
    query: CompiledQuery,
    { before, entries: found }: FoundRun,
    from: number,
    locator: Omit<Locator, 'taken' | 'last'>,
    locators: Locators,
  ): Promise<QueryPage> {
    const { totalSize, of } = locator;
    const objectType = query.type.name;
    const entries = found.slice(from - before, from - before + locator.pageSize);
    const { records, shown } = await run.showPage(query, entries, of?.path);
    const taken = from + shown;
    const last = entries[shown - 1];
    if (taken >= before + found.length || last === undefined) {
      this.#runs.forget(locator.run);
      return { objectType, totalSize, done: true, records };
    }
    const next = locators.write({ ...locator, taken, last: { id: last.id, keys: [...last.keys] } });
    return { objectType, totalSize, done: false, records, next };
  }

  async #answer<T>(
    asked: Asked,
    caller: Caller,
    answer: (run: QueryRun, query: CompiledQuery) => Promise<T>,
  ): Promise<T> {
    const { clientId, signal, deadline = performance.now() + this.#mostTime() } = caller;
    const { scheduler } = this.parts();
    const shortage = this.#slots.acquire(clientId);
    if (shortage !== undefined)
      throw busy(shortage === 'full' ? 'too many queries run at the same time' : 'this client runs too many queries');
    const memory = new QueryMemory(this.#bytes, clientId);
    const turns = scheduler.turns({ clientId, signal, deadline }, tooLong);
    try {
      // Also wait before parsing, so that queries of one client are queued before they use CPU time.
      await turns.next();
      const query = refusing(asked.query, () => this.#compiled(asked.query, caller));
      return await answer(this.#runOf(asked, caller, turns, memory), query);
    } finally {
      memory.release();
      this.#slots.release(clientId);
    }
  }

  #mostTime(): number {
    return this.parts().configuration.settings.limits.querySeconds * 1_000;
  }

  /** Returns whether a query reads a view. View records have no lookup by Id, so every page finds them again. */
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

  #runOf(
    { query, organisation, locators, withDeleted, now, pageSize = DEFAULT_PAGE }: Asked,
    caller: Caller,
    turns: Turns,
    memory: QueryMemory,
  ): QueryRun {
    const { store, users, formulas } = this.parts();
    const shown = this.shown();
    return new QueryRun({
      ...{ store, users, formulas, organisation, withDeleted, now, userId: caller.userId, views: this.#views },
      ...{ turns, hold: (bytes: number) => memory.hold(bytes) },
      registry: this.#registry(caller),
      attributes: (type, id) => shown.attributes(type, id),
      nextChildren: (place) =>
        shown.nextPage(locators.write({ query, withDeleted, pageSize, run: '', time: now.getTime(), ...place })),
    });
  }
}

const runOf = (before: number, entries: readonly FoundRecord[]): FoundRun => ({
  ...{ before, entries },
  bytes: entries.reduce((sum, entry) => sum + bytesOf(entry), 0),
});

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

/** Converts errors of a query. @throws RequestError 400 for an invalid query */
function refusing<T>(query: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new RequestError(400, error.errorCode, placedMessage(error, query));
  }
}

/** Minimum number of digits in a phone number. */
const LEAST_DIGITS = 6;
/** Maximum number of fields compared, because each field needs a search. */
const MOST_FIELDS = 4;

/** Returns the field values that a term may represent. Each value needs a search. @param within fields to search */
function readingsOf(type: ObjectType, term: string, within: readonly string[]): Record<string, string>[] {
  return readings(type, term).filter((reading) => Object.keys(reading).every((name) => within.includes(name)));
}

function readings(type: ObjectType, term: string): Record<string, string>[] {
  const text = term.trim();
  const ofType = (...types: readonly string[]): string[] =>
    type.fields.filter((field) => types.includes(field.type)).map(({ name }) => name);
  const each = (names: readonly string[], value: string) =>
    names.slice(0, MOST_FIELDS).map((name) => ({ [name]: value }));
  if (text.includes('@')) return each(ofType('email'), text);
  if (digitsOf(text) >= LEAST_DIGITS) return each(ofType('phone'), text);
  const words = text.split(/\s+/);
  const found: Record<string, string>[] = [];
  if (type.field('LastName') !== undefined) {
    const [last, first] = [words.at(-1)!, words.slice(0, -1).join(' ')];
    found.push({ LastName: last, ...(first !== '' && { FirstName: first }) });
    if (words.length === 1) found.push({ FirstName: text });
  } else if (type.field('Name')?.isWritable === true) found.push({ Name: text });
  if (type.field('Company') !== undefined) found.push({ Company: text });
  return found;
}

/** Returns the number of digits, or 0 if the string contains characters other than digits and separators. */
function digitsOf(text: string): number {
  return /^[-+()/.\d\s]+$/.test(text) ? text.replace(/\D/g, '').length : 0;
}
