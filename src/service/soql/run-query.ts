import { formatDatetime } from '../../records/dates.js';
import { RequestError } from '../../contract/request-error.js';
import type { FieldValue, StoredRecord } from '../../records/record.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { Formulas } from '../../results/formulas.js';
import type { Attributes } from '../../results/platform-records.js';
import type { Column, CompiledQuery, OrderColumn, Output } from '../../soql/compile-query.js';
import type { RecordStore } from '../../store/record-store.js';
import type { UserRecords } from '../../store/user-records.js';
import { candidatesOf, childrenOf } from './candidates.js';
import type { FoundRecord } from './found-runs.js';
import { GroupRows, type GroupedRow } from './group-rows.js';
import { invalidLocator, type ChildrenPlace, type Locator } from './locator.js';
import { ownRecords } from './own-objects.js';
import type { Organisation, QueryPlan } from './query-request.js';
import { RecordReader, type MetRecord } from './record-reader.js';
import { SortInTurns } from './sort-in-turns.js';
import { wantedBy, type QueryViews } from './query-views.js';
import { Turns } from './turns.js';

/** Records of views that a query may be about: they are held until it is answered. */
const MOST_VIEWED = 50_000;
/** Children of one record on the first page, as on the platform; the rest has pages of its own. */
const CHILDREN_ON_PAGE = 200;
/** Children of all records of a page, about: it ends behind the record with which they are as many. */
const MOST_CHILDREN_ON_PAGE = 2_000;
/** Rows of a grouped query that are answered: there are no further pages. */
const MOST_GROUPED_ROWS = 2_000;

export interface RunParts {
  readonly store: RecordStore;
  readonly users: UserRecords;
  readonly views: QueryViews | undefined;
  readonly formulas: Formulas;
  /** Without what the caller may not see. */
  readonly registry: ObjectRegistry;
  readonly organisation: Organisation;
  readonly withDeleted: boolean;
  /** Id of the caller's user. */
  readonly userId: string | undefined;
  readonly now: Date;
  readonly attributes: (type: string, id: string) => Attributes;
  /** Address of the children of a record that come behind the first ones. */
  readonly nextChildren: (place: Required<Pick<Locator, 'of' | 'totalSize' | 'taken' | 'last'>>) => string;
}

type ChildOutput = Extract<Output, { kind: 'children' }>;

/** One query as it is answered: sees the records as they are at each of its steps. */
export class QueryRun {
  readonly #turns = new Turns();
  readonly #reader: RecordReader;
  /** Records of views that were come by: they cannot be looked up. */
  readonly #viewed = new Map<string, MetRecord>();
  /** Children that are shown. */
  #children = 0;
  /** Queries in conditions whose values are known. */
  readonly #answered = new Set<CompiledQuery>();

  constructor(private readonly parts: RunParts) {
    this.#reader = new RecordReader(parts.registry, parts.formulas, (id) => this.#stored(id), parts.now);
  }

  /** The records that a query is about, in its order; of a count their number alone. */
  async find(query: CompiledQuery): Promise<FoundRecord[]> {
    const { offset, limit = Infinity } = query;
    const found = await this.#matches(query, offset + limit);
    return found.slice(offset);
  }

  /**
   * The records that a query is about which also meet a test: those that are named first, in their order, then others
   * as they are come by; or in the order of the query, where it names one.
   */
  async search(
    query: CompiledQuery,
    named: readonly string[],
    test: (record: MetRecord) => boolean,
    most: number,
  ): Promise<FoundRecord[]> {
    await this.#answerInQueries(query);
    const entryOf = this.#entriesOf(query.orderBy);
    const found = new Map<string, FoundRecord>();
    const add = (record: MetRecord): void => {
      if (!found.has(record.id)) found.set(record.id, entryOf(record));
    };
    for (const id of named) {
      const record = this.#met(query.type, id);
      if (record !== undefined && this.#passes(query, record)) add(record);
    }
    const { offset, limit = Infinity, orderBy } = query;
    const atMost = Math.min(most, limit) + offset;
    const isEnough = () => orderBy.length === 0 && found.size >= atMost;
    if (!isEnough())
      for await (const record of this.#passing(query)) {
        if (test(record)) add(record);
        if (isEnough()) break;
      }
    const entries = [...found.values()];
    if (orderBy.length > 0) entries.sort((a, b) => compareFound(orderBy, a, b));
    return entries.slice(offset, atMost);
  }

  /**
   * How the records of a query are come by.
   *
   * @throws RequestError 400 for a view, whose records are made as they are asked for
   */
  async explain(query: CompiledQuery): Promise<QueryPlan> {
    const { store, now, views } = this.parts;
    const { type } = query;
    if (views?.has(type.name) === true)
      throw new RequestError(400, 'API_ERROR', `explain: ${type.name} is a view, which has no plans`);
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

  /** How many records a query is about. */
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

  /** The rows of a grouped query, as they are shown. */
  async group(query: CompiledQuery): Promise<Record<string, unknown>[]> {
    const grouped = query.grouped!;
    const groups = new GroupRows(grouped, this.#reader);
    for await (const record of this.#passing(query, false)) groups.add(record);
    const keyOf = ({ of }: OrderColumn, row: GroupedRow) => sortable(row.get(of.key) ?? null);
    const rows = [...groups.rows(this.parts.now)].map((row) => ({
      row,
      keys: query.orderBy.map((order) => keyOf(order, row)),
    }));
    rows.sort((a, b) => compareKeys(query.orderBy, a.keys, b.keys));
    const { offset, limit } = query;
    const asked = rows.slice(offset, limit === undefined ? undefined : offset + limit);
    if (asked.length > MOST_GROUPED_ROWS)
      throw new RequestError(
        400,
        'EXCEEDED_ID_LIMIT',
        'Aggregate query does not support queryMore(), use LIMIT to restrict the results to a single batch',
      );
    return asked.map(({ row }) => ({
      attributes: { type: 'AggregateResult' },
      ...Object.fromEntries(grouped.outputs.map(({ name, of }) => [name, row.get(of.key) ?? null])),
    }));
  }

  /** Records as a query shows them; those that are gone since are left out. */
  async show(query: CompiledQuery, found: readonly FoundRecord[]): Promise<Record<string, unknown>[]> {
    return (await this.#showUntil(query, found, [], Infinity)).records;
  }

  /**
   * The same for a page, which ends early where its records have many children.
   *
   * @param path relationships that lead from the query that was asked to this one
   */
  showPage(
    query: CompiledQuery,
    found: readonly FoundRecord[],
    path: readonly string[] = [],
  ): Promise<{ readonly records: Record<string, unknown>[]; readonly shown: number }> {
    return this.#showUntil(query, found, path, MOST_CHILDREN_ON_PAGE);
  }

  /** The children of one record that a query shows, in its order. */
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
      if (this.#children >= mostChildren) break;
      if (this.#turns.isOver) await this.#turns.next();
    }
    return { records, shown };
  }

  /** Whether an entry comes behind a place in the query's order. */
  isBehind({ orderBy }: CompiledQuery, entry: FoundRecord, place: FoundRecord): boolean {
    return compareFound(orderBy, entry, place) > 0;
  }

  async #matches(query: CompiledQuery, atMost: number): Promise<FoundRecord[]> {
    if (atMost === 0) return [];
    const { orderBy } = query;
    const entryOf = this.#entriesOf(orderBy);
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

  /** Makes entries of records: with what they are sorted by. */
  #entriesOf(orderBy: readonly OrderColumn[]): (record: MetRecord) => FoundRecord {
    const columns = orderBy.map(({ of }) => of as Column);
    return (record) => ({ id: record.id, keys: columns.map((column) => this.#reader.sortKey(record, column)) });
  }

  /** Whether the records come as the query asks for them. */
  async #isInOrder(query: CompiledQuery): Promise<boolean> {
    if (this.parts.withDeleted || this.#isSpecial(query.type)) return false;
    await this.#answerInQueries(query);
    const { areInOrder, areById } = await candidatesOf(this.parts.store, query, this.parts.now, this.#turns);
    return areInOrder || (areById && query.orderBy.length === 0);
  }

  /**
   * The records that meet the condition, in whatever order they are come by.
   *
   * @param keepsViewed those of views can be looked up later
   */
  async *#passing(query: CompiledQuery, keepsViewed = true): AsyncGenerator<MetRecord> {
    await this.#answerInQueries(query);
    for (const records of await this.#sources(query))
      for (const record of records) {
        if (this.#passes(query, record)) yield record;
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
      if (this.#viewed.size > MOST_VIEWED)
        throw new RequestError(
          400,
          'QUERY_TOO_COMPLICATED',
          `the query is about more than ${MOST_VIEWED} jobs, groups and pairs: name a job or a group in its condition`,
        );
      const passes = this.#passes(query, record);
      if (passes) yield record;
      if (!passes || !keeps) for (const { id } of added) this.#viewed.delete(id);
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

  /** Deleted records of a type, as they were. */
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
    // When it was deleted, as on the platform: who asks for what has changed since learns of it.
    const fields = { ...last.before, LastModifiedDate: time, SystemModstamp: time };
    return { id, type: type.name, fields, isDeleted: true };
  }

  #passes({ test, columns, isMine }: CompiledQuery, record: MetRecord): boolean {
    if (isMine && record.fields['OwnerId'] !== this.parts.userId) return false;
    if (test === undefined) return true;
    return test((key) => this.#reader.value(record, columns.get(key)!), this.parts.now);
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
        if (typeof value === 'string') values.add(value);
      };
      if (found !== undefined) for (const { id } of found) add(this.#met(query.type, id)!);
      else for await (const record of this.#passing(query)) add(record);
    }
  }

  /** A record that was found before, as it is now. */
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
        shown[output.alias] = this.#reader.value(record, output.column);
      else if (output.kind === 'value') this.#place(shown, record, output.column);
      else if (output.kind === 'typeof') this.#placeTarget(shown, record, output);
      else {
        const name = output.relationship.name!;
        const place = { path: [...path, name], parentId: record.id };
        shown[name] = await this.#shownChildren(output, children.get(output)!(record.id), place);
      }
    return shown;
  }

  /** Puts a value where its path says, within the parents. */
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
    at[column.call === undefined ? column.field.name : column.key] = this.#reader.value(record, column);
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
      nested[column.field.name] = this.#reader.value(target, column);
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
    const { records: shown } = await this.#showUntil(query, first, of.path, Infinity);
    const totalSize = found.length;
    if (first.length === totalSize) return { totalSize, done: true, records: shown };
    const place = { of, totalSize, taken: first.length, last: { id: last.id, keys: [...last.keys] } };
    return { totalSize, done: false, nextRecordsUrl: this.parts.nextChildren(place), records: shown };
  }

  async #foundChildren(query: CompiledQuery, records: Iterable<StoredRecord>): Promise<FoundRecord[]> {
    const { orderBy, offset, limit = Infinity } = query;
    const entryOf = this.#entriesOf(orderBy);
    const sort = new SortInTurns<FoundRecord>((a, b) => compareFound(orderBy, a, b), offset + limit, this.#turns);
    for (const record of records) {
      if (this.#passes(query, record)) await sort.add(entryOf(record));
      if (this.#turns.isOver) await this.#turns.next();
    }
    return (await sort.sorted()).slice(offset);
  }
}

/** The query for children that a path leads to. @throws RequestError 400: the locator is of another query */
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

/** Blank ones come first unless it is said otherwise, then numbers, then texts by their code units. */
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

/** Whether one of two keys that differ comes first. */
function isBefore(one: string | number, other: string | number): boolean {
  if (typeof one === 'number') return typeof other === 'string' || one < other;
  return typeof other === 'string' && one < other;
}
