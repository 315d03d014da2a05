import { PAUSED, type PartResults } from '../../records/condition/compile-condition.js';
import { MOST } from '../../store/config/config-limits.js';
import { formatDatetime } from '../../records/dates.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { FieldValue, StoredRecord } from '../../records/record.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { Turns } from '../../runtime/turns.js';
import { wordsOf, type SearchTerm } from './search-term.js';
import type { Formulas } from '../results/formulas.js';
import type { Attributes } from '../results/platform-records.js';
import type { Column, CompiledQuery, Grouped, OrderColumn, Output } from './compile-query.js';
import type { RecordStore } from '../../store/record-store.js';
import type { UserRecords } from '../../store/user-records.js';
import { candidatesOf, childrenOf } from './candidates.js';
import { bytesOf, type FoundRecord } from './found-runs.js';
import { GroupRows, type Group, type GroupedRow } from './group-rows.js';
import { invalidLocator, type ChildrenPlace, type Locator } from './locator.js';
import { ownRecords } from './own-objects.js';
import type { Organisation, QueryPlan } from './query-request.js';
import { RecordReader, type MetRecord } from './record-reader.js';
import { SortInTurns } from './sort-in-turns.js';
import { wantedBy, type QueryViews } from './query-views.js';

/** Maximum number of view records per query, because they are kept in memory until the query ends. */
const MOST_VIEWED = 50_000;
/** Maximum children of one record on the first page, as on the platform. Other children follow on later pages. */
const CHILDREN_ON_PAGE = 200;
/** Approximate maximum number of children on a page. The page ends after the record that reaches this number. */
const MOST_CHILDREN_ON_PAGE = 2_000;
/** Approximate bytes of a shown value, excluding strings. */
const VALUE_BYTES = 8;
/** Approximate bytes of a subquery value, and of a view record. */
const IN_VALUE_BYTES = 100;
const VIEWED_BYTES = 1_000;

export interface RunParts {
  readonly store: RecordStore;
  readonly users: UserRecords;
  readonly views: QueryViews | undefined;
  readonly formulas: Formulas;
  /** The visible objects. Does not include objects hidden from the caller. */
  readonly registry: ObjectRegistry;
  readonly organisation: Organisation;
  readonly withDeleted: boolean;
  readonly userId: string | undefined;
  readonly now: Date;
  readonly attributes: (type: string, id: string) => Attributes;
  readonly turns: Turns;
  /** Called with the number of bytes allocated, negative if released. @throws RequestError 400, 503 if too many */
  readonly hold: (bytes: number) => void;
  readonly nextChildren: (place: Required<Pick<Locator, 'of' | 'totalSize' | 'taken' | 'last'>>) => string;
}

type ChildOutput = Extract<Output, { kind: 'children' }>;

/** One running query. Each step sees the current records. */
export class QueryRun {
  readonly #turns: Turns;
  readonly #reader: RecordReader;
  /** Records of views found so far, because they cannot be looked up later. */
  readonly #viewed = new Map<string, MetRecord>();
  #children = 0;
  #shownBytes = 0;
  readonly #answered = new Set<CompiledQuery>();

  constructor(private readonly parts: RunParts) {
    this.#turns = parts.turns;
    this.#reader = new RecordReader(parts.registry, parts.formulas, (id) => this.#stored(id), parts.now);
  }

  /** Returns the records of a query, in order. For a count, only their number matters. */
  async find(query: CompiledQuery): Promise<FoundRecord[]> {
    const { offset, limit = Infinity } = query;
    const found = await this.#matches(query, offset + limit);
    return found.slice(offset);
  }

  /**
   * Returns the records of a query that contain a term, in the query's order. If the query has no order, the records in
   * `named` come first.
   * @param named Ids of records that come first, in this order
   * @param fields names of the fields to search
   */
  async search(
    query: CompiledQuery,
    named: readonly string[],
    { term, fields }: { readonly term: SearchTerm; readonly fields: readonly string[] },
    most: number,
  ): Promise<FoundRecord[]> {
    await this.#answerInQueries(query);
    const { offset, limit = Infinity, orderBy } = query;
    const atMost = Math.min(most, limit) + offset;
    const entryOf = this.#entriesOf(orderBy, atMost);
    const found = new Map<string, FoundRecord>();
    for (const id of named) {
      const record = this.#met(query.type, id);
      if (record !== undefined && (await this.#passes(query, record))) found.set(id, entryOf(record));
      if (this.#turns.isOver) await this.#turns.next();
    }
    const sort = new SortInTurns<FoundRecord>((a, b) => compareFound(orderBy, a, b), atMost, this.#turns);
    if (orderBy.length > 0) for (const entry of found.values()) await sort.add(entry);
    if (orderBy.length > 0 || found.size < atMost)
      for await (const record of this.#passing(query)) {
        if (found.has(record.id) || !(await this.#stands(term, fields, record))) continue;
        if (orderBy.length > 0) await sort.add(entryOf(record));
        else if (found.set(record.id, entryOf(record)).size >= atMost) break;
      }
    return orderBy.length > 0 ? (await sort.sorted()).slice(offset) : [...found.values()].slice(offset, atMost);
  }

  #stands(term: SearchTerm, fields: readonly string[], { fields: values }: MetRecord): boolean | Promise<boolean> {
    const words = fields.flatMap((name) => (typeof values[name] === 'string' ? wordsOf(values[name]) : []));
    this.#turns.count(words.length);
    term.results.begin();
    term.results.isOver = () => this.#turns.spend(words.length >>> 5);
    return this.#tested(term.results, () => term.test(words));
  }

  /** Returns how a query's records are found. @throws RequestError 400 for a view, whose records are generated */
  async explain(query: CompiledQuery): Promise<QueryPlan> {
    const { store, now, views } = this.parts;
    const { type } = query;
    if (views?.has(type.name) === true)
      throw new RequestError(400, 'API_ERROR', `explain: ${type.name} is a view and has no plan`);
    await this.#answerInQueries(query);
    const sobjectType = type.name;
    if (this.#isSpecial(type)) {
      const sources = await this.#sources(query);
      const size = sources.reduce((sum, records) => sum + [...records].length, 0);
      return { ...planOf(undefined, size, size), sobjectType };
    }
    const candidates = await candidatesOf(store, query, now, this.#turns);
    return { ...planOf(candidates.lookedUpBy, candidates.count(), store.count(type.name)), sobjectType };
  }

  async count(query: CompiledQuery): Promise<number> {
    const { offset, limit = Infinity, conjuncts, test, isMine, type } = query;
    const isAll = test === undefined && conjuncts.length === 0 && !isMine && !this.parts.withDeleted;
    const count = isAll && !this.#isSpecial(type) ? this.parts.store.count(type.name) : await this.#countPassing(query);
    return Math.min(limit, Math.max(0, count - offset));
  }

  async #countPassing(query: CompiledQuery): Promise<number> {
    const passing = this.#passing(query, false);
    let count = 0;
    while ((await passing.next()).done !== true) count++;
    return count;
  }

  async group(query: CompiledQuery): Promise<Record<string, unknown>[]> {
    const grouped = query.grouped!;
    const { offset, limit = Infinity, orderBy } = query;
    const { now } = this.parts;
    const groups = new GroupRows(grouped, this.#reader, this.parts.hold);
    const values = grouped.aggregates.length + grouped.groups.length;
    for await (const record of this.#passing(query, false)) {
      groups.add(record);
      if (this.#turns.spend(values)) await this.#turns.next();
    }
    interface Row extends Pick<FoundRecord, 'keys'> {
      readonly group: Group;
      readonly place: number;
    }
    const inOrder = (a: Row, b: Row) => compareKeys(orderBy, a.keys, b.keys) || a.place - b.place;
    const sort = new SortInTurns<Row>(inOrder, offset + limit, this.#turns);
    let place = 0;
    for (const group of groups.groups) {
      const row = groups.row(group, now);
      const keyOf = ({ of }: OrderColumn) => sortable(row?.get(of.key) ?? null);
      if (row !== undefined) await sort.add({ group, keys: orderBy.map(keyOf), place: place++ });
      if (this.#turns.spend(values)) await this.#turns.next();
    }
    const asked = (await sort.sorted()).slice(offset);
    if (asked.length > MOST.queryGroupsShown)
      throw new RequestError(
        400,
        'EXCEEDED_ID_LIMIT',
        'Aggregate query does not support queryMore(), use LIMIT to restrict the results to a single batch',
      );
    const records: Record<string, unknown>[] = [];
    for (const { group } of asked) {
      records.push(this.#shownGroup(grouped, groups.row(group, now)!));
      if (this.#turns.spend(values)) await this.#turns.next();
    }
    return records;
  }

  #shownGroup({ outputs }: Grouped, row: GroupedRow): Record<string, unknown> {
    const shown: Record<string, unknown> = { attributes: { type: 'AggregateResult' } };
    for (const { name, of } of outputs) shown[name] = this.#show(row.get(of.key) ?? null);
    return shown;
  }

  /** Returns records in the query's output format, without deleted records. */
  async show(query: CompiledQuery, found: readonly FoundRecord[]): Promise<Record<string, unknown>[]> {
    return (await this.#showUntil(query, found, [], Infinity)).records;
  }

  /**
   * Like `show`, for one page, which ends early if its records have many children.
   * @param path relationships that lead from the main query to this query
   */
  showPage(
    query: CompiledQuery,
    found: readonly FoundRecord[],
    path: readonly string[] = [],
  ): Promise<{ readonly records: Record<string, unknown>[]; readonly shown: number }> {
    return this.#showUntil(query, found, path, MOST_CHILDREN_ON_PAGE);
  }

  async findChildren(whole: CompiledQuery, { path, parentId }: ChildrenPlace): Promise<FoundRecord[]> {
    const { relationship, query } = childOutput(whole, path);
    const childrenFor = await childrenOf(this.parts.store, relationship.child, relationship.field, this.#turns);
    await this.#answerInQueries(query);
    return this.#foundChildren(query, childrenFor(parentId));
  }

  async #showUntil(query: CompiledQuery, found: readonly FoundRecord[], path: readonly string[], mostChildren: number) {
    const records: Record<string, unknown>[] = [];
    const children = new Map<Output, (parentId: string) => Iterable<StoredRecord>>();
    for (const output of query.outputs)
      if (output.kind === 'children') {
        const { child, field } = output.relationship;
        children.set(output, await childrenOf(this.parts.store, child, field, this.#turns));
        await this.#answerInQueries(output.query);
      }
    let shown = 0;
    for (const { id } of found) {
      const record = this.#met(query.type, id);
      if (record !== undefined) records.push(await this.#shown(query, record, children, path));
      shown++;
      const isFull = this.#children >= mostChildren || this.#shownBytes >= MOST.pageBytes;
      if (isFull && mostChildren !== Infinity) break;
      if (this.#turns.spend(query.outputs.length)) await this.#turns.next();
    }
    return { records, shown };
  }

  async behind({ orderBy }: CompiledQuery, found: readonly FoundRecord[], place: FoundRecord): Promise<FoundRecord[]> {
    for (const [i, entry] of found.entries()) {
      if (compareFound(orderBy, entry, place) > 0) return found.slice(i);
      if (this.#turns.isOver) await this.#turns.next();
    }
    return [];
  }

  async #matches(query: CompiledQuery, atMost: number): Promise<FoundRecord[]> {
    if (atMost === 0) return [];
    const { orderBy } = query;
    const entryOf = this.#entriesOf(orderBy, atMost);
    const areInOrder = await this.#isInOrder(query);
    if (areInOrder) {
      const found: FoundRecord[] = [];
      for await (const record of this.#passing(query)) {
        found.push(entryOf(record));
        if (found.length === atMost) break;
      }
      return found;
    }
    const sort = new SortInTurns<FoundRecord>((a, b) => compareFound(orderBy, a, b), atMost, this.#turns);
    for await (const record of this.#passing(query)) await sort.add(entryOf(record));
    return sort.sorted();
  }

  /** Returns a function that creates entries with sort keys. @param atMost number of entries to keep */
  #entriesOf(orderBy: readonly OrderColumn[], atMost: number): (record: MetRecord) => FoundRecord {
    const columns = orderBy.map(({ of }) => of as Column);
    let count = 0;
    return (record) => {
      const entry = { id: record.id, keys: columns.map((column) => this.#reader.sortKey(record, column)) };
      if (count++ < atMost) this.parts.hold(bytesOf(entry));
      return entry;
    };
  }

  async #isInOrder(query: CompiledQuery): Promise<boolean> {
    if (this.parts.withDeleted || this.#isSpecial(query.type)) return false;
    await this.#answerInQueries(query);
    const { areInOrder, areById } = await candidatesOf(this.parts.store, query, this.parts.now, this.#turns);
    return areInOrder || (areById && query.orderBy.length === 0);
  }

  /** Yields the records that match the condition, in any order. @param keepsViewed whether to keep view records */
  async *#passing(query: CompiledQuery, keepsViewed = true): AsyncGenerator<MetRecord> {
    await this.#answerInQueries(query);
    for (const records of await this.#sources(query))
      for (const record of records) {
        const passes = this.#passes(query, record);
        if (passes === true || (passes !== false && (await passes))) yield record;
        if (this.#turns.isOver) await this.#turns.next();
      }
    if (this.parts.views?.has(query.type.name) === true)
      yield* this.#passingOfView(query, this.parts.views, keepsViewed);
  }

  async *#passingOfView(query: CompiledQuery, views: QueryViews, keeps: boolean): AsyncGenerator<MetRecord> {
    const { registry } = this.parts;
    const sees = (objectType: string) => registry.byName(objectType) !== undefined;
    for await (const { record, parents } of views.records(query.type.name, wantedBy(query), sees)) {
      const added = [record, ...parents].filter(({ id }) => !this.#viewed.has(id));
      for (const one of added) this.#viewed.set(one.id, one);
      this.parts.hold(VIEWED_BYTES * added.length);
      if (this.#viewed.size > MOST_VIEWED)
        throw new RequestError(
          400,
          'QUERY_TOO_COMPLICATED',
          `the query matches more than ${MOST_VIEWED} jobs, groups and pairs: select a job or a group in the condition`,
        );
      const passes = await this.#passes(query, record);
      if (passes) yield record;
      if (!passes || !keeps) {
        for (const { id } of added) this.#viewed.delete(id);
        this.parts.hold(-VIEWED_BYTES * added.length);
      }
      if (this.#turns.isOver) await this.#turns.next();
    }
  }

  async #sources(query: CompiledQuery): Promise<Iterable<MetRecord>[]> {
    const { store, users, organisation, withDeleted, now } = this.parts;
    const { type } = query;
    const own = ownRecords(type, organisation);
    if (own !== undefined) return [own];
    const candidates = await candidatesOf(store, query, now, this.#turns);
    const sources: Iterable<MetRecord>[] = [candidates.records()];
    if (type.name === 'User') sources.push(users.all((id) => store.get(id) !== undefined));
    if (withDeleted) sources.push(this.#deleted(type));
    return sources;
  }

  #isSpecial(type: ObjectType): boolean {
    if (this.parts.views?.has(type.name) === true) return true;
    return type.name === 'User' || ownRecords(type, this.parts.organisation) !== undefined;
  }

  *#deleted(type: ObjectType): Iterable<MetRecord> {
    for (const id of this.parts.store.deletedIds(type.name)) {
      const record = this.#deletedRecord(type, id);
      if (record !== undefined) yield record;
    }
  }

  #deletedRecord(type: ObjectType, id: string): MetRecord | undefined {
    const [last] = this.parts.store.history(id);
    if (last?.action !== 'delete' || last.before === undefined) return undefined;
    const time = formatDatetime(new Date(last.time));
    // As on the platform, use the time of the deletion, so that queries for recent changes include the record.
    const fields = { ...last.before, LastModifiedDate: time, SystemModstamp: time };
    return { id, type: type.name, fields, isDeleted: true };
  }

  /** Tests a record. Returns a promise if the condition has so many parts that other work runs between them. */
  #passes({ test, columns, isMine, results }: CompiledQuery, record: MetRecord): boolean | Promise<boolean> {
    if (isMine && record.fields['OwnerId'] !== this.parts.userId) return false;
    if (test === undefined) return true;
    const read = (key: string) => {
      const column = columns.get(key)!;
      const value = this.#reader.value(record, column);
      this.#turns.count(1 + column.steps.length + (typeof value === 'string' ? value.length >>> 6 : 0));
      return value;
    };
    results.begin();
    results.isOver = () => this.#turns.isOver;
    return this.#tested(results, () => test(read, this.parts.now));
  }

  #tested(results: PartResults, test: () => boolean): boolean | Promise<boolean> {
    try {
      return test();
    } catch (error) {
      if (error === PAUSED) return this.#goOn(results, test);
      throw error;
    }
  }

  async #goOn(results: PartResults, test: () => boolean): Promise<boolean> {
    await this.#turns.next();
    results.goOn();
    return this.#tested(results, test);
  }

  async #answerInQueries({ inQueries }: CompiledQuery): Promise<void> {
    for (const { query, values } of inQueries) {
      if (this.#answered.has(query)) continue;
      this.#answered.add(query);
      const [output] = query.outputs;
      const { column } = output as Extract<Output, { kind: 'value' }>;
      const isLimited = query.limit !== undefined;
      const found = isLimited ? await this.find(query) : undefined;
      const add = (record: MetRecord) => {
        const value = this.#reader.value(record, column);
        if (typeof value !== 'string' || values.has(value)) return;
        this.parts.hold(IN_VALUE_BYTES);
        values.add(value);
      };
      if (found !== undefined) for (const { id } of found) add(this.#met(query.type, id)!);
      else for await (const record of this.#passing(query)) add(record);
    }
  }

  #met(type: ObjectType, id: string): MetRecord | undefined {
    const own = ownRecords(type, this.parts.organisation);
    const record = own?.find((one) => one.id === id) ?? this.#viewed.get(id) ?? this.#stored(id);
    if (record?.type === type.name) return record;
    return this.parts.withDeleted ? this.#deletedRecord(type, id) : undefined;
  }

  #stored(id: string): StoredRecord | undefined {
    const { store, users } = this.parts;
    return users.record(id, store.get(id)) ?? this.#viewed.get(id);
  }

  async #shown(
    { type, outputs }: CompiledQuery,
    record: MetRecord,
    children: ReadonlyMap<Output, (parentId: string) => Iterable<StoredRecord>>,
    path: readonly string[],
  ): Promise<Record<string, unknown>> {
    const shown: Record<string, unknown> = { attributes: this.parts.attributes(type.name, record.id) };
    for (const output of outputs)
      if (output.kind === 'value' && output.alias !== undefined)
        shown[output.alias] = this.#show(this.#reader.value(record, output.column));
      else if (output.kind === 'value') this.#place(shown, record, output.column);
      else if (output.kind === 'typeof') this.#placeTarget(shown, record, output);
      else {
        const name = output.relationship.name!;
        const place = { path: [...path, name], parentId: record.id };
        shown[name] = await this.#shownChildren(output, children.get(output)!(record.id), place);
      }
    return shown;
  }

  #place(shown: Record<string, unknown>, record: MetRecord, column: Column): void {
    let at = shown;
    let parent: MetRecord | undefined = record;
    for (const step of column.steps) {
      parent = this.#reader.parent(parent, step);
      const name = step.relationshipName!;
      if (parent === undefined) {
        at[name] = null;
        return;
      }
      at = (at[name] ??= { attributes: this.parts.attributes(parent.type, parent.id) }) as Record<string, unknown>;
    }
    at[column.call === undefined ? column.field.name : column.key] = this.#show(this.#reader.value(record, column));
  }

  /** Counts the memory of a shown value. @throws RequestError 400 if the result has too many values */
  #show(value: FieldValue): FieldValue {
    this.#shownBytes += VALUE_BYTES + (typeof value === 'string' ? value.length : 0);
    if (this.#shownBytes <= MOST.recordBytes) return value;
    throw new RequestError(
      400,
      'QUERY_TOO_COMPLICATED',
      `The records of one response have more than ${MOST.recordBytes} bytes: select fewer fields, or use LIMIT`,
    );
  }

  #placeTarget(
    shown: Record<string, unknown>,
    record: MetRecord,
    { reference, whens, otherwise }: Extract<Output, { kind: 'typeof' }>,
  ): void {
    const target = this.#reader.parent(record, reference.field);
    const name = reference.field.relationshipName!;
    if (target === undefined) {
      shown[name] = null;
      return;
    }
    const nested: Record<string, unknown> = { attributes: this.parts.attributes(target.type, target.id) };
    for (const column of whens.get(target.type) ?? otherwise)
      nested[column.field.name] = this.#show(this.#reader.value(target, column));
    shown[name] = nested;
  }

  async #shownChildren(
    { query }: ChildOutput,
    records: Iterable<StoredRecord>,
    of: ChildrenPlace,
  ): Promise<object | null> {
    const found = await this.#foundChildren(query, records);
    const first = found.slice(0, CHILDREN_ON_PAGE);
    const last = first.at(-1);
    if (last === undefined) return null;
    this.#children += first.length;
    // Release the children that are not kept.
    for (const entry of found) this.parts.hold(-bytesOf(entry));
    const { records: shown } = await this.#showUntil(query, first, of.path, Infinity);
    const totalSize = found.length;
    if (first.length === totalSize) return { totalSize, done: true, records: shown };
    const place = { of, totalSize, taken: first.length, last: { id: last.id, keys: [...last.keys] } };
    return { totalSize, done: false, nextRecordsUrl: this.parts.nextChildren(place), records: shown };
  }

  async #foundChildren(query: CompiledQuery, records: Iterable<StoredRecord>): Promise<FoundRecord[]> {
    const { orderBy, offset, limit = Infinity } = query;
    const entryOf = this.#entriesOf(orderBy, offset + limit);
    const sort = new SortInTurns<FoundRecord>((a, b) => compareFound(orderBy, a, b), offset + limit, this.#turns);
    for (const record of records) {
      if (await this.#passes(query, record)) await sort.add(entryOf(record));
      if (this.#turns.isOver) await this.#turns.next();
    }
    return (await sort.sorted()).slice(offset);
  }
}

/** Returns the subquery for children at a path. @throws RequestError 400 if the locator belongs to another query */
export const childQuery = (whole: CompiledQuery, path: readonly string[]): CompiledQuery =>
  childOutput(whole, path).query;

function childOutput(whole: CompiledQuery, path: readonly string[]): ChildOutput {
  let query = whole;
  let found: ChildOutput | undefined;
  for (const name of path) {
    const isMeant = (output: Output): output is ChildOutput =>
      output.kind === 'children' && output.relationship.name === name;
    found = query.outputs.find(isMeant);
    if (found === undefined) break;
    query = found.query;
  }
  if (found === undefined) throw invalidLocator();
  return found;
}

function planOf(field: string | undefined, cardinality: number, size: number): Omit<QueryPlan, 'sobjectType'> {
  return {
    leadingOperationType: field === undefined ? 'TableScan' : 'Index',
    fields: field === undefined ? [] : [field],
    ...{ cardinality, sobjectCardinality: size },
    relativeCost: size === 0 ? 0 : Math.round((cardinality / size) * 1e6) / 1e6,
  };
}

function sortable(value: FieldValue): string | number | null {
  if (typeof value === 'string') return value.toLowerCase();
  return typeof value === 'boolean' ? Number(value) : value;
}

function compareFound(orderBy: readonly OrderColumn[], a: FoundRecord, b: FoundRecord): number {
  const order = compareKeys(orderBy, a.keys, b.keys);
  if (order !== 0) return order;
  const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  return orderBy[0]?.isDescending === true ? -byId : byId;
}

/** Compares sort keys: blanks first by default, then numbers, then strings by code units. */
function compareKeys(
  orderBy: readonly OrderColumn[],
  a: readonly (string | number | null)[],
  b: readonly (string | number | null)[],
): number {
  for (const [i, { isDescending, areBlanksLast }] of orderBy.entries()) {
    const [one, other] = [a[i] ?? null, b[i] ?? null];
    if (one === other) continue;
    if (one === null || other === null) return (one === null) === areBlanksLast ? 1 : -1;
    return isBefore(one, other) === isDescending ? 1 : -1;
  }
  return 0;
}

function isBefore(one: string | number, other: string | number): boolean {
  if (typeof one === 'number') return typeof other === 'string' || one < other;
  return typeof other === 'string' && one < other;
}
