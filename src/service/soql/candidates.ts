import { isId, readOperand, type Operand } from '../../records/condition/operand.js';
import type { Literal } from '../../records/condition/condition-tree.js';
import type { OrderKey } from '../../runtime/memory/ordered-list.js';
import { formatDatetime } from '../../records/dates.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import type { Turns } from '../../runtime/turns.js';
import { isSortable } from '../../records/sortable.js';
import type { CompiledQuery, Conjunct, OrderColumn } from './compile-query.js';
import type { SortedRecords } from '../../store/record-order.js';
import type { RecordView } from '../../store/record-view.js';
import { sortKeyFor } from '../query/order-by.js';
import { rankBehind } from '../query/sorted-listing.js';

/** The records to check with a query's condition: a superset of its result. */
export interface Candidates {
  records(): Iterable<StoredRecord>;
  /** Whether the records are in the query's order. */
  readonly areInOrder: boolean;
  readonly areById: boolean;
  /** Field of the look-up. Absent if all records are scanned. */
  readonly lookedUpBy?: string;
  count(): number;
}

/** Number of positions read from a sorted list at a time. */
const AT_ONCE = 64;
/** Number of records added to a sorted list before the time is checked again. */
const SORTED_AT_ONCE = 50;
/** Highest LIMIT for which reading records in order is faster than sorting them. */
const FEW = 2_000;

/** A range of a sorted list. The range begins at a key and continues while `holds` returns true. */
interface KeyRange {
  readonly from: OrderKey;
  readonly holds: (key: OrderKey) => boolean;
}

type Source = Pick<RecordView, 'get' | 'scan' | 'sorted' | 'count'>;

/**
 * Chooses how to find a query's records: by Id; by a field with given values or a range; in order, for a small limit;
 * otherwise by a full scan. A sorted list is built on first use, and then kept up to date.
 */
export async function candidatesOf(store: Source, query: CompiledQuery, now: Date, turns: Turns): Promise<Candidates> {
  const { type, conjuncts, orderBy, limit, offset, grouped } = query;
  const ids = conjuncts.map(idsOf).find((one) => one !== undefined);
  if (ids !== undefined) {
    const records = () => byIds(store, type, ids);
    return { areInOrder: false, areById: true, lookedUpBy: 'Id', records, count: () => [...records()].length };
  }
  for (const isWanted of [isEquality, () => true])
    for (const conjunct of conjuncts.filter((one) => isWanted(one))) {
      const ranges = rangesOf(conjunct, now);
      if (ranges === undefined) continue;
      const list = await preparedList(store, type, conjunct.column.field, turns);
      return {
        ...{ areInOrder: false, areById: false, lookedUpBy: conjunct.column.field.name },
        records: () => within(store, type, list, ranges),
        count: () => ranges.reduce((sum, range) => sum + countWithin(list, range), 0),
      };
    }
  const [order] = orderBy;
  const isFew = limit !== undefined && limit + offset <= FEW && grouped === undefined && !query.isCount;
  if (isFew && orderBy.length === 1 && order !== undefined && 'steps' in order.of && isOwn(order.of)) {
    const { field } = order.of;
    const list = await preparedList(store, type, field, turns);
    return {
      ...{ areInOrder: true, areById: false, lookedUpBy: field.name },
      records: () => inOrder(store, type, list, order),
      count: () => list.size,
    };
  }
  return {
    areInOrder: false,
    areById: true,
    records: () => store.scan(type.name),
    count: () => store.count(type.name),
  };
}

export async function childrenOf(
  store: Source,
  type: ObjectType,
  reference: Field,
  turns: Turns,
): Promise<(parentId: string) => Iterable<StoredRecord>> {
  const list = await preparedList(store, type, reference, turns);
  return (parentId) => within(store, type, list, [equalTo(parentId)]);
}

async function preparedList(store: Source, type: ObjectType, field: Field, turns: Turns): Promise<SortedRecords> {
  const key = sortKeyFor(field);
  for (let list = store.sorted(type.name, key); ; list = store.sorted(type.name, key)) {
    if (list.prepared === 1) return list;
    list.prepare(SORTED_AT_ONCE);
    if (turns.isOver) await turns.next();
  }
}

function isOwn({ steps, field, call }: Conjunct['column']): boolean {
  return steps.length === 0 && call === undefined && isSortable(field) && field.name !== 'IsDeleted';
}

/** Returns the Ids that a condition allows, or `undefined` if the condition does not test the Id. */
function idsOf({ column, node, values }: Conjunct): string[] | undefined {
  if (column.key !== 'Id') return undefined;
  if (node.kind === 'inQuery') return node.negated ? undefined : [...values!];
  const operands = operandsOf(column.field, node);
  if (operands === undefined || operands.some(({ kind }) => kind !== 'id')) return undefined;
  return operands.map((operand) => (operand as { value: string }).value);
}

function isEquality({ node }: Conjunct): boolean {
  return node.kind === 'in' || node.kind === 'inQuery' || (node.kind === 'compare' && node.operator === '=');
}

function operandsOf(field: Field, node: Conjunct['node']): Operand[] | undefined {
  const read = (literals: readonly Literal[]) => literals.map((literal) => readOperand(field, literal));
  if (node.kind === 'compare') return node.operator === '=' ? read([node.literal]) : undefined;
  return node.kind === 'in' && !node.negated ? read(node.literals) : undefined;
}

function rangesOf({ column, node, values }: Conjunct, now: Date): KeyRange[] | undefined {
  const { field } = column;
  if (!isOwn(column) || isId(field) || field.valueType === 'boolean') return undefined;
  if (node.kind === 'inQuery') return node.negated ? undefined : [...values!].sort().map(equalTo);
  if (node.kind === 'like') return prefixOf(node.literal);
  if (node.kind === 'in' || node.operator === '=') {
    const operands = operandsOf(field, node);
    const ranges = operands?.map((operand) => rangeOf(field, '=', operand, now));
    if (ranges === undefined || ranges.includes(undefined)) return undefined;
    // Remove duplicates, so that the ranges of one list do not overlap.
    const byStart = new Map((ranges as KeyRange[]).map((range) => [range.from, range]));
    return node.kind === 'in' && operands!.some(({ kind }) => kind === 'span') ? undefined : [...byStart.values()];
  }
  if (node.operator === '!=') return undefined;
  const range = rangeOf(field, node.operator, readOperand(field, node.literal), now);
  return range && [range];
}

const equalTo = (key: string | number): KeyRange => ({ from: key, holds: (other) => other === key });

function prefixOf(literal: Literal): KeyRange[] | undefined {
  if (literal.kind !== 'text') return undefined;
  let end = 0;
  const isWild = (at: number) => '%_'.includes(literal.text.charAt(at)) && !literal.escaped.has(at);
  while (end < literal.text.length && !isWild(end)) end++;
  const prefix = literal.text.slice(0, end).toLowerCase();
  return prefix === ''
    ? undefined
    : [{ from: prefix, holds: (key) => typeof key === 'string' && key.startsWith(prefix) }];
}

type Operator = '=' | '<' | '<=' | '>' | '>=';

function rangeOf(field: Field, operator: Operator, operand: Operand, now: Date): KeyRange | undefined {
  switch (operand.kind) {
    case 'null':
    case 'boolean':
      return undefined;
    case 'span': {
      const { start, end } = operand.span(now);
      return between(operator, timeKey(field, start), timeKey(field, end));
    }
    case 'number':
    case 'text':
    case 'id': {
      const { value } = operand;
      if (operator === '=') return equalTo(value);
      const lowest = typeof value === 'number' ? -Infinity : '';
      const isLike = (key: OrderKey): key is string | number => typeof key === typeof value;
      // Include the bound itself, because the condition is checked later anyway.
      if (operator === '>' || operator === '>=') return { from: value, holds: isLike };
      return { from: lowest, holds: (key) => isLike(key) && key <= value };
    }
  }
}

function between(operator: Operator, start: string, end: string): KeyRange {
  const isBefore = (bound: string) => (key: OrderKey) => typeof key === 'string' && key < bound;
  switch (operator) {
    case '=':
      return { from: start, holds: isBefore(end) };
    case '>=':
      return { from: start, holds: (key) => typeof key === 'string' };
    case '>':
      return { from: end, holds: (key) => typeof key === 'string' };
    case '<':
      return { from: '', holds: isBefore(start) };
    case '<=':
      return { from: '', holds: isBefore(end) };
  }
}

function timeKey({ valueType }: Field, time: number): string {
  const text = formatDatetime(new Date(time)).toLowerCase();
  return valueType === 'date' ? text.slice(0, 10) : text;
}

function* byIds(store: Source, type: ObjectType, ids: readonly string[]): Iterable<StoredRecord> {
  for (const id of [...new Set(ids)].sort()) {
    const record = store.get(id);
    if (record?.type === type.name) yield record;
  }
}

function* within(
  store: Source,
  type: ObjectType,
  list: SortedRecords,
  ranges: readonly KeyRange[],
): Iterable<StoredRecord> {
  for (const { from, holds } of ranges) {
    let rank = list.rank({ key: from, id: '' });
    walk: for (;;) {
      const places = list.slice(rank, AT_ONCE);
      for (const { key, id } of places) {
        if (!holds(key)) break walk;
        const record = store.get(id);
        if (record?.type === type.name) yield record;
      }
      const last = places.at(-1);
      if (last === undefined) break;
      // Compute the rank again, because the list may have changed in the meantime.
      rank = rankBehind(list, last, false);
    }
  }
}

function countWithin(list: SortedRecords, { from, holds }: KeyRange): number {
  const first = list.rank({ key: from, id: '' });
  return firstRank(list, first, (key) => !holds(key)) - first;
}

/** Yields records sorted by the list's field. With `areBlanksLast`, blanks come last in both directions. */
function* inOrder(
  store: Source,
  type: ObjectType,
  list: SortedRecords,
  { isDescending, areBlanksLast }: OrderColumn,
): Iterable<StoredRecord> {
  for (const areBlank of areBlanksLast ? [false, true] : [true, false]) {
    const firstValue = firstRankWithValue(list);
    const [lowest, highest] = areBlank ? [0, firstValue - 1] : [firstValue, list.size - 1];
    let rank = isDescending ? highest : lowest;
    walk: for (;;) {
      const places = list.slice(rank, isDescending ? -AT_ONCE : AT_ONCE);
      for (const { key, id } of places) {
        if ((key === null) !== areBlank) break walk;
        const record = store.get(id);
        if (record?.type === type.name) yield record;
      }
      const last = places.at(-1);
      if (last === undefined) break;
      rank = rankBehind(list, last, isDescending);
    }
  }
}

/** Blanks come first in a list. */
const firstRankWithValue = (list: SortedRecords): number => firstRank(list, 0, (key) => key !== null);

/** Returns the first rank, at least `from`, for which the test is true. The test must be true for all later ranks. */
function firstRank(list: SortedRecords, from: number, test: (key: OrderKey) => boolean): number {
  let low = from;
  let high = list.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const place = list.slice(middle, 1)[0];
    if (place === undefined || test(place.key)) high = middle;
    else low = middle + 1;
  }
  return low;
}
